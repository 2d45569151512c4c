import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import type { Results } from './results.js';
import { longRunText, proxyTable, proxyText } from './proxy/table.js';
import { conditionsText, elementTable, markdown } from './table.js';

const README = join(import.meta.dirname, '../../README.md');
const GENERATED = /(<!-- bench: written by npm run bench -->\n)[^]*?(\n<!-- bench: end -->)/;

/** Replaces the generated tables in the README. */
export function replaceTables(readme: string, results: Results): Promise<string> {
  const text = readme.replace(
    GENERATED,
    (_, before: string, after: string) => `${before}\n${readmeTables(results)}\n${after}`,
  );
  return format(text, { parser: 'markdown', printWidth: 120, singleQuote: true });
}

/** The generated part of the README. */
export function readmeTables({ element, proxy, proxyMinutes }: Results): string {
  const parts: string[] = [];
  if (element) {
    parts.push(
      markdown(elementTable(element)),
      conditionsText(element),
      ...element.contenders.flatMap(({ name, limits }) => (limits ? `${name}: ${limits}` : [])),
    );
  }
  if (proxy) parts.push(markdown(proxyTable(proxy)), proxyText(proxy));
  if (proxyMinutes) parts.push(longRunText(proxyMinutes));
  return parts.join('\n\n');
}

export async function writeReadme(results: Results): Promise<void> {
  writeFileSync(README, await replaceTables(readFileSync(README, 'utf8'), results));
}
