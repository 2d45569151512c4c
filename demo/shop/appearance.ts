import { LANGUAGES } from '../../src/i18n/languages.js';

/** Language, theme, colours and form of the page, stored in its URL. */
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ps', 'ur'];
const NAMES: Readonly<Record<string, string>> = { linen: 'Linen', ink: 'Ink', candy: 'Candy' };

const languages = ['en', ...Object.keys(LANGUAGES), 'ps']; // Pashto has no texts; tests the fallback
const nameOf = (language: string) => new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;

type Choice = readonly [label: string, parameter: string, options: readonly (readonly [string, string])[]];

const choices: readonly Choice[] = [
  ['Language', 'lang', languages.map((tag) => [tag, nameOf(tag)] as const)],
  ['Theme', 'theme', [['', 'Default'], ...Object.entries(NAMES)]],
  [
    'Colours',
    'colours',
    [
      ['', 'System'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  ],
  [
    'Form',
    'form',
    [
      ['', 'In the page'],
      ['isolated', 'Isolated'],
    ],
  ],
];

/** Renders the controls and applies the URL's values. */
export function offerAppearance(element: Element): void {
  const parameters = new URLSearchParams(location.search);
  for (const [label, parameter, options] of choices) {
    const select = document.createElement('select');
    select.append(...options.map(([value, text]) => new Option(text, value)));
    select.value = parameters.get(parameter) ?? select.value;
    select.addEventListener('change', () => {
      const address = new URL(location.href);
      if (select.value) address.searchParams.set(parameter, select.value);
      else address.searchParams.delete(parameter);
      if (parameter === 'form') {
        location.replace(address); // an element keeps its form
        return;
      }
      history.replaceState(null, '', address);
      apply();
    });
    const row = document.createElement('label');
    row.append(label, select);
    element.append(row);
  }
  apply();
}

function apply(): void {
  const parameters = new URLSearchParams(location.search);
  const root = document.documentElement;
  root.lang = parameters.get('lang') ?? 'en';
  root.dir = RIGHT_TO_LEFT.includes(new Intl.Locale(root.lang).language) ? 'rtl' : 'ltr';
  root.dataset['theme'] = parameters.get('theme') ?? '';
  root.dataset['colours'] = parameters.get('colours') ?? '';
}
