import { readFileSync } from 'node:fs';
import { ERRORS } from '../../src/contract/errors.js';
import { LEVELS } from '../../src/hints/hints.js';
import { code, table } from './markdown.js';

const OUTCOMES = { not_charged: 'Not charged', unknown: 'May have been charged' } as const;

/** Lists of codes, with links to their entries, which are written by hand below them. */
export const errorBlocks = {
  'error-codes': () =>
    entryTable('docs/errors.md', 'Outcome', Object.entries(ERRORS), ([outcome]) => OUTCOMES[outcome]),
  'finding-codes': () => entryTable('docs/integration-check.md', 'Level', Object.entries(LEVELS), (level) => level),
};

function entryTable<Facts>(
  page: string,
  heading: string,
  codes: readonly (readonly [name: string, facts: Facts])[],
  show: (facts: Facts) => string,
): string {
  const entries = entriesOf(page);
  const rows = codes.map(([name, facts]) => {
    const meaning = entries.get(name);
    if (meaning === undefined) throw new Error(`${page} has no entry "### \`${name}\`".`);
    entries.delete(name);
    return [`[${code(name)}](#${name})`, show(facts), meaning];
  });
  if (entries.size > 0) throw new Error(`${page} has entries for unknown codes: ${[...entries.keys()].join(', ')}.`);
  return table(['Code', heading, 'Meaning'], rows);
}

/** The first sentence of each entry, without the outcome in bold. */
function entriesOf(page: string): Map<string, string> {
  const entries = readFileSync(page, 'utf8').matchAll(/^### `(\w+)`\n\n(?:\*\*.*\n\n)?(.*?\.)(?: |$)/gm);
  return new Map(Array.from(entries, ([, name = '', meaning = '']) => [name, meaning]));
}
