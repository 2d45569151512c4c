import { COUNTRIES } from '../card/countries.js';

const filledIn = new WeakMap<HTMLSelectElement, string>();

/** Lists all countries by their names in a language, in its order, behind the option that is there. Keeps the choice. */
export function fillCountries(select: HTMLSelectElement, locale: string): void {
  if (filledIn.get(select) === locale) return;
  filledIn.set(select, locale);
  const { value } = select;
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  const options = COUNTRIES.map((code) => new Option(names.of(code), code)).sort((a, b) => compare(a.text, b.text));
  while (select.length > 1) select.remove(1);
  select.append(...options);
  select.value = value;
}
