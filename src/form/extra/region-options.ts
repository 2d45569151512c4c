import type { FieldInput } from '../field-inputs.js';
import { hasRegions } from '../../contract/address-formats.js';

/** Semicolons separate the languages of the names, and for each region its code and its names; an empty name is like the first one. */
const lists = new Map<string, string>();
const filled = new WeakMap<FieldInput, string>();

/** Languages that do not sort by letters: their lists keep the order of the data. */
const UNSORTED = ['ja', 'ko', 'zh'];

/** Until then, and without a list, the region is typed. */
export function hasRegionList(country: string): boolean {
  return lists.has(country);
}

/** `undefined` if there is nothing to load. Rejects if the list cannot be loaded. The build makes a chunk of each list. */
export function loadRegions(country: string): Promise<void> | undefined {
  if (!hasRegions(country) || lists.has(country)) return undefined;
  return (import(`./regions/${country}.ts`) as Promise<{ default: string }>).then(
    ({ default: list }) => void lists.set(country, list),
  );
}

/** Keeps the choice of the same country. Returns whether the list was made for another country, so that it has no choice. */
export function fillRegions(select: HTMLSelectElement, locale: string, country: string): boolean {
  const source = `${country} ${locale}`;
  if (filled.get(select) === source) return false;
  const isSameCountry = filled.get(select)?.startsWith(country) === true;
  filled.set(select, source);
  const chosen = isSameCountry ? select.value : '';
  const options = readRegions(lists.get(country) ?? '', locale).map(({ code, name }) => new Option(name, code));
  while (select.length > 1) select.remove(1);
  select.append(...options);
  select.value = chosen;
  return !isSameCountry;
}

function readRegions(list: string, locale: string): readonly { readonly code: string; readonly name: string }[] {
  const [head = '', ...rows] = list.split(';');
  const language = locale.split('-')[0];
  const languages = head.split('|');
  const known = languages.findIndex((one) => one.split('-')[0] === language);
  const column = Math.max(0, known < 0 ? languages.indexOf('und-Latn') : known);
  const regions = rows.map((row) => {
    const [code = '', ...names] = row.split('|');
    return { code, name: names[column] || (names[0] ?? '') };
  });
  if (column === 0 && UNSORTED.includes(language ?? '')) return regions;
  const { compare } = new Intl.Collator(locale);
  return regions.sort((a, b) => compare(a.name, b.name));
}

/** `undefined` for other inputs. `before` is kept while the list has no choice. */
export function nameOf(input: FieldInput, before = ''): string | undefined {
  if (!isRegionList(input)) return undefined;
  return input.value ? input.selectedOptions[0]?.text : before;
}

/** By its code or any of its names; `undefined` for other inputs. */
export function optionOf(input: FieldInput, text: string): string | undefined {
  if (!isRegionList(input)) return undefined;
  const [country = ''] = filled.get(input)?.split(' ') ?? [];
  const wanted = simplify(text);
  const row = (lists.get(country) ?? '')
    .split(';')
    .slice(1)
    .find((one) => one.split('|').some((name) => simplify(name) === wanted));
  return row?.split('|')[0] ?? '';
}

export function firstRegion(country: string): string | undefined {
  return lists.get(country)?.split(';')[1]?.split('|')[0];
}

/** Password managers hold on to the inputs that they found, and fill them in one after another. */
export function relay(from: FieldInput, to: FieldInput): void {
  for (const type of ['input', 'change']) {
    from.addEventListener(type, () => {
      if (!to.isConnected || !from.value) return;
      to.value = optionOf(to, nameOf(from) ?? from.value) ?? (nameOf(from) || from.value);
      to.dispatchEvent(new CustomEvent('input', { bubbles: true, composed: true }));
    });
  }
}

function isRegionList(input: FieldInput): input is HTMLSelectElement {
  return filled.has(input);
}

function simplify(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
