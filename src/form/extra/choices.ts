import { OnDemand } from '../../contract/on-demand.js';
import { COUNTRIES } from '../../contract/countries.js';
import type { FieldInput } from '../fields.js';
import { REGION_FILES } from './regions/files.js';

/** Semicolons separate the languages of the names, and for each region its code and its names; an empty name is like the first one. */
const lists = new Map(
  Object.entries(REGION_FILES).map(([country, load]) => [country, new OnDemand(`regions/${country}`, load)]),
);
/** The country, if the options depend on it, and the locale. */
const filled = new WeakMap<FieldInput, string>();

/** Languages that do not sort by letters: their lists keep the order of the data. */
const UNSORTED = ['ja', 'ko', 'zh'];

/** Until then, and without a list, the region is typed. */
export function hasRegionList(country: string): boolean {
  return listOf(country) !== '';
}

function listOf(country: string): string {
  return lists.get(country)?.current?.default ?? '';
}

/** `undefined` if there is nothing to load. It never rejects. */
export function loadRegions(country: string): Promise<unknown> | undefined {
  return hasRegionList(country) ? undefined : lists.get(country)?.tryLoad();
}

/** Keeps the choice, unless its options were of another country. Returns whether it has no choice for that reason. */
export function fillOptions(select: HTMLSelectElement, locale: string, country: string): boolean {
  const isOfCountry = select.id !== 'country';
  const before = filled.get(select);
  const source = isOfCountry ? `${country} ${locale}` : locale;
  if (before === source) return false;
  filled.set(select, source);
  const isKept = !isOfCountry || before?.startsWith(country) === true;
  const chosen = isKept ? select.value : '';
  const options = isOfCountry ? readRegions(listOf(country), locale) : listCountries(locale);
  while (select.length > 1) select.remove(1);
  select.append(...options);
  select.value = chosen;
  return !isKept;
}

function listCountries(locale: string): HTMLOptionElement[] {
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' });
  const countries = COUNTRIES.map((code) => new Option(names.of(code), code));
  return sort(countries, locale);
}

function readRegions(list: string, locale: string): HTMLOptionElement[] {
  const [head = '', ...rows] = list.split(';');
  const language = locale.split('-')[0];
  const languages = head.split('|');
  const known = languages.findIndex((one) => one.split('-')[0] === language);
  const column = Math.max(0, known < 0 ? languages.indexOf('und-Latn') : known);
  const regions = rows.map((row) => {
    const [code = '', ...names] = row.split('|');
    return new Option(names[column] || names[0], code);
  });
  return column === 0 && UNSORTED.includes(language ?? '') ? regions : sort(regions, locale);
}

function sort(options: HTMLOptionElement[], locale: string): HTMLOptionElement[] {
  const { compare } = new Intl.Collator(locale);
  return options.sort((a, b) => compare(a.text, b.text));
}

/** The text of the choice; `undefined` for other inputs. `before` is kept while the list has no choice. */
export function regionName(input: FieldInput, before = ''): string | undefined {
  if (!isRegionList(input)) return undefined;
  return input.value ? input.selectedOptions[0]?.text : before;
}

/** By its code or any of its names; `undefined` for other inputs. */
export function regionCode(input: FieldInput, text: string): string | undefined {
  if (!isRegionList(input)) return undefined;
  const [country = ''] = filled.get(input)?.split(' ') ?? [];
  const wanted = simplify(text);
  const row = listOf(country)
    .split(';')
    .slice(1)
    .find((one) => one.split('|').some((name) => simplify(name) === wanted));
  return row?.split('|')[0] ?? '';
}

export function firstRegion(country: string): string | undefined {
  return listOf(country).split(';')[1]?.split('|')[0];
}

/** Password managers hold on to the inputs that they found, and fill them in one after another. */
export function relay(from: FieldInput, to: FieldInput): void {
  for (const type of ['input', 'change']) {
    from.addEventListener(type, () => {
      if (!to.isConnected || !from.value) return;
      to.value = regionCode(to, regionName(from) ?? from.value) ?? (regionName(from) || from.value);
      to.dispatchEvent(new CustomEvent('input', { bubbles: true, composed: true }));
    });
  }
}

function isRegionList(input: FieldInput): input is HTMLSelectElement {
  return filled.has(input) && input.id !== 'country';
}

function simplify(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
