import { OnDemand } from '../../contract/on-demand.js';
import { COUNTRIES } from '../../contract/countries.js';
import type { FieldInput } from '../fields.js';
import { REGION_FILES } from './regions/files.js';

/** Regions by country, such as `en|fr;QC|Quebec|Québec`: languages, codes, names. An empty name is like the first. */
const lists = new Map(
  Object.entries(REGION_FILES).map(([country, load]) => [country, new OnDemand(`regions/${country}`, load)]),
);
/** The country of the options, if they depend on it, and their locale. */
const filled = new WeakMap<FieldInput, string>();

/** Languages that do not sort by letters: their lists keep the order of the data. */
const UNSORTED = ['ja', 'ko', 'zh'];

/** Whether the list of a country is loaded. Without a list, the shopper types the region. */
export function hasRegionList(country: string): boolean {
  return listOf(country) !== '';
}

function listOf(country: string): string {
  return lists.get(country)?.current?.default ?? '';
}

/** Loads the list of a country. Never rejects. Returns `undefined` if there is nothing to load. */
export function loadRegions(country: string): Promise<unknown> | undefined {
  return hasRegionList(country) ? undefined : lists.get(country)?.tryLoad();
}

/** Fills in the options. Keeps the choice, unless it was of another country. Returns whether the choice was dropped. */
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

/** Returns the text of the choice, or `before` while there is none; `undefined` for other inputs. */
export function regionName(input: FieldInput, before = ''): string | undefined {
  if (!isRegionList(input)) return undefined;
  return input.value ? input.selectedOptions[0]?.text : before;
}

/** Finds a region by its code or any of its names. Returns `undefined` for other inputs. */
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

/** Passes on what password managers write to an earlier input: they hold on to the inputs that they found. */
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
