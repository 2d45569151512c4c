import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkProse } from './check.js';

/**
 * `npm run lint:prose [-- PATH]...`: looks for banned phrases in documentation, texts of the interface, comments, test titles and
 * messages, and for long sentences in documentation. Exits with 1 if there are any.
 */

/** Folders with texts. Files in the root are Markdown. */
const FOLDERS = ['demo', 'docs', 'src', 'test', 'tools'];
/** Not ours, built, or about the phrases themselves. */
const SKIPPED = /(^|\/)(node_modules|dist|_site(\.\d+)?|rules\.ts|prose\.test\.ts)$/;
const TEXTS = /\.(md|html|njk|vue|svelte|tsx?|m?js|css|php|py|rb|go|java|cs|conf)$/;

function* filesOf(path: string): Generator<string> {
  if (SKIPPED.test(path)) return;
  if (!statSync(path).isDirectory()) {
    if (TEXTS.test(path)) yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) yield* filesOf(`${path}/${name}`);
}

process.chdir(join(import.meta.dirname, '../..'));
const given = process.argv.slice(2);
const root = readdirSync('.').filter((name) => name.endsWith('.md'));
let count = 0;
for (const file of (given.length > 0 ? given : [...root, ...FOLDERS]).flatMap((path) => [...filesOf(path)])) {
  for (const { line, column, found, advice } of checkProse(file, readFileSync(file, 'utf8'))) {
    count++;
    console.log(`${file}:${line}:${column} error "${found}" ${advice}`);
  }
}
if (count > 0) console.log(`\n${count} ${count === 1 ? 'place' : 'places'} to rewrite.`);
process.exitCode = count > 0 ? 1 : 0;
