import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import type { Results } from './results.js';
import { readmePart } from './table.js';

const README = join(import.meta.dirname, '../../README.md');
const BETWEEN = /(<!-- bench: written by npm run bench -->\n)[^]*?(\n<!-- bench: end -->)/;

/** The README with the tables that belong to these results. */
export function withTables(readme: string, results: Results): Promise<string> {
  const text = readme.replace(
    BETWEEN,
    (_, before: string, after: string) => `${before}\n${readmePart(results)}\n${after}`,
  );
  return format(text, { parser: 'markdown', printWidth: 120, singleQuote: true });
}

export async function writeReadme(results: Results): Promise<void> {
  writeFileSync(README, await withTables(readFileSync(README, 'utf8'), results));
}
