import { LANGUAGES } from 'payment-widget/i18n/languages';

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'];

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(new Intl.Locale(language).language) ? 'rtl' : 'ltr';
}

const languages = ['en', ...Object.keys(LANGUAGES), 'ps']; // Pashto has no texts; tests the fallback
const nameOf = (language: string) => new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;

type Choice = readonly [label: string, options: readonly (readonly [value: string, text: string])[]];

/** By the parameter of the page's address that stores the choice. */
const CHOICES: Readonly<Record<string, Choice>> = {
  lang: ['Language', languages.map((tag) => [tag, nameOf(tag)])],
  theme: ['Theme', Object.entries({ '': 'Default', ink: 'Ink' })],
  colours: ['Colours', Object.entries({ '': 'System', light: 'Light', dark: 'Dark' })],
  form: ['Form', Object.entries({ '': 'In the page', isolated: 'Isolated' })],
};

/** Adds the selects, and applies the choices in the page's address. */
export function offerAppearance(element: Element): void {
  const address = new URL(location.href);
  for (const [parameter, [label, options]] of Object.entries(CHOICES)) {
    const select = document.createElement('select');
    select.append(...options.map(([value, text]) => new Option(text, value)));
    select.value = address.searchParams.get(parameter) ?? select.value;
    select.addEventListener('change', () => {
      const address = new URL(location.href);
      if (select.value) address.searchParams.set(parameter, select.value);
      else address.searchParams.delete(parameter);
      history.replaceState(null, '', address);
      if (parameter === 'form')
        location.reload(); // an element keeps its form
      else apply(address.searchParams);
    });
    const row = document.createElement('label');
    row.append(label, select);
    element.append(row);
  }
  apply(address.searchParams);
}

function apply(choices: URLSearchParams): void {
  const root = document.documentElement;
  root.lang = choices.get('lang') ?? 'en';
  root.dir = directionOf(root.lang);
  root.dataset['theme'] = choices.get('theme') ?? '';
  root.style.colorScheme = choices.get('colours') ?? '';
}
