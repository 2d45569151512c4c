import { readFileSync } from 'node:fs';
import { listPages } from './pages.js';

/**
 * Lists the code in the documentation that no test runs: fenced blocks outside of generated parts. Exits with 1 if there is any.
 * Put the code into a tested file, and show it with `<!-- generated: file PATH #region -->`.
 */

/** Commands, settings and output. A reader sees what they do. */
const NOT_CODE = ['console', 'env', 'http', 'sh', 'text'];

const GENERATED = /^<!-- generated: .+ -->\n[^]*?^<!-- \/generated -->$/gm;
const FENCE = /^([ \t]*`{3,})(.*)\n[^]*?^\1[ \t]*$/gm;

const found = listPages('.').flatMap((page) => {
  const text = readFileSync(page, 'utf8').replace(GENERATED, (part) => part.replace(/[^\n]/g, ''));
  return [...text.matchAll(FENCE)]
    .filter(([, , language = '']) => !NOT_CODE.includes(language) && !isShape(page, language))
    .map(({ index, 2: language }) => `${page}:${text.slice(0, index).split('\n').length} ${language || 'no language'}`);
});

/** JSON of the contract, with the name of its shape: `test/unit/contract` validates it. */
function isShape(page: string, language: string): boolean {
  return page === 'docs/contract.md' && /^json \w+$/.test(language);
}

for (const line of found) console.log(`typed by hand: ${line}`);
process.exitCode = found.length > 0 ? 1 : 0;
