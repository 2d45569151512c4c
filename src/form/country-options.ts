import { COUNTRIES } from '../card/countries.js';

/** The locale of the options in each list. */
const locales = new WeakMap<HTMLSelectElement, string>();

/** Adds all countries after the first option, named and sorted for the locale. Keeps the choice. */
export function fillCountries(select: HTMLSelectElement, locale: string): false {
  if (locales.get(select) === locale) return false;
  locales.set(select, locale);
  const { value } = select;
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  const options = COUNTRIES.map((code) => new Option(names.of(code), code)).sort((a, b) => compare(a.text, b.text));
  while (select.length > 1) select.remove(1);
  select.append(...options);
  select.value = value;
  return false;
}
