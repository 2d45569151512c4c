/** A name that the element does not know, and the one that is meant. */
export type Misspelled = readonly [given: string, meant: string];

/** Names that other elements and payment forms use. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{ locale: 'lang', language: 'lang', price: 'amount', total: 'amount', timeout: 'request-timeout' },
  ...{ order: 'reference', orderid: 'reference', endpoint: 'proxy-url', src: 'proxy-url', successurl: 'return-url' },
};

/** Finds only names that are close to a known one: pages and frameworks have names of their own. */
export function findMisspelled(given: readonly string[], known: readonly string[]): Misspelled[] {
  return given.flatMap((name): Misspelled[] => {
    if (known.includes(name)) return [];
    const plain = toPlain(name);
    const [nearest] = known
      .map((other) => [other, distance(plain, toPlain(other))] as const)
      .sort(([, one], [, other]) => one - other);
    const other = OTHER_NAMES[plain];
    if (other) return [[name, other]];
    return nearest && nearest[1] <= (plain.length > 5 ? 2 : 1) ? [[name, nearest[0]]] : [];
  });
}

const toPlain = (name: string) =>
  name
    .replace(/^--payment-widget-/, '')
    .replace(/\W/g, '')
    .toLowerCase();

/** The number of characters to insert, delete or replace (Levenshtein). */
function distance(one: string, other: string): number {
  let row = [0, ...[...other].map((_, index) => index + 1)];
  for (const [index, char] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, wanted] of [...other].entries()) {
      const [left = 0, above = 0, diagonal = 0] = [next[column], row[column + 1], row[column]];
      next.push(Math.min(left + 1, above + 1, diagonal + (char === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
