import { readFileSync } from 'node:fs';
import { ERRORS } from 'payment-widget/contract/errors';
import { LEVELS } from 'payment-widget/hints/hints';
import { code, table } from './markdown.js';

/** Lists of codes, with links to their entries, which are written by hand below them. */
export const errorBlocks = {
  /** Codes by outcome, and whether the shopper may try again. */
  'error-codes': () => {
    entriesOf('docs/errors.md', Object.keys(ERRORS));
    const links = (outcome: string, isRetryable?: boolean) =>
      Object.entries(ERRORS)
        .filter(([, facts]) => facts[0] === outcome && (isRetryable ?? facts[1]) === facts[1])
        .map(([name]) => linkTo(name))
        .join(', ');
    return [
      `- Not charged, fix it first: ${links('not_charged', false)}`,
      `- Not charged, the shopper can try again: ${links('not_charged', true)}`,
      `- May have been charged: ${links('unknown')}`,
    ].join('\n');
  },

  'finding-codes': () => {
    const meanings = entriesOf('docs/integration-check.md', Object.keys(LEVELS));
    const rows = Object.entries(LEVELS).map(([name, level]) => [linkTo(name), level, meanings.get(name) ?? '']);
    return table(['Code', 'Level', 'Meaning'], rows);
  },
};

const linkTo = (name: string) => `[${code(name)}](#${name})`;

/** The first sentence of each entry. Each code must have an entry, and each entry a code. */
function entriesOf(page: string, codes: readonly string[]): Map<string, string> {
  const text = readFileSync(page, 'utf8');
  const entries = new Map(
    Array.from(text.matchAll(/^### `(\w+)`\n\n(.*?)(?:(?<=\.)\s|$)/gm), ([, name = '', meaning = '']) => [
      name,
      meaning,
    ]),
  );
  const missing = codes.filter((name) => !entries.has(name));
  const unknown = [...entries.keys()].filter((name) => !codes.includes(name));
  if (missing.length + unknown.length > 0) {
    throw new Error(
      `${page} needs entries for: ${missing.join(', ')}. It has entries for unknown codes: ${unknown.join(', ')}.`,
    );
  }
  return entries;
}
