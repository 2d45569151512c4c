import { squeeze } from './encodings.js';

/** Members and items, by what holds them. */
export type Scattered = ReadonlyMap<object, ReadonlySet<string>>;

interface Leaf {
  readonly holder: object;
  readonly name: string;
  /** Where its text begins and ends among those of all. */
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the values over which a secret is spread: `["4242", "4242", …]`, or a number in four members, one after the other.
 * One that stands in a single value is not looked for here.
 * @param secrets - squeezed
 * @param depth - the deepest that is looked into
 * @throws {RangeError} when it is deeper
 */
export function findScattered(value: unknown, secrets: readonly string[], depth: number): Scattered {
  const leaves: Leaf[] = [];
  const texts: string[] = [];
  let length = 0;
  const collect = (holder: object, left: number): void => {
    if (left === 0) throw new RangeError('Nested too deeply.');
    for (const [name, part] of Object.entries(holder) as [string, unknown][]) {
      if (typeof part === 'object' && part !== null) collect(part, left - 1);
      if (typeof part !== 'string' && typeof part !== 'number') continue;
      const text = squeeze(String(part));
      leaves.push({ holder, name, start: length, end: (length += text.length) });
      texts.push(text);
    }
  };
  if (typeof value === 'object' && value !== null) collect(value, depth);

  const found = new Map<object, Set<string>>();
  const all = texts.join('');
  for (const secret of secrets) {
    let first = 0;
    for (let start = all.indexOf(secret); start >= 0; start = all.indexOf(secret, start + 1)) {
      const end = start + secret.length;
      while ((leaves[first]?.end ?? Infinity) <= start) first++;
      const parts: Leaf[] = [];
      for (let at = first; (leaves[at]?.start ?? Infinity) < end; at++) parts.push(leaves[at] as Leaf);
      if (parts.length < 2) continue;
      for (const { holder, name } of parts) found.set(holder, (found.get(holder) ?? new Set()).add(name));
    }
  }
  return found;
}
