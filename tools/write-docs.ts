import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPages } from './docs/pages.js';
import { fillBlocks } from './docs/blocks.js';

/**
 * `npm run docs:reference` fills the generated parts of the documentation; see `tools/docs/blocks.ts`. With `--check` it
 * writes nothing, lists the files that are stale and exits with 1.
 */

const root = join(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');

for (const page of listPages(root)) {
  const path = join(root, page);
  const before = readFileSync(path, 'utf8');
  const after = await fillBlocks(before, page);
  if (after === before) continue;
  console.log(isCheck ? `stale: ${page} (run npm run docs:reference)` : `written: ${page}`);
  if (isCheck) process.exitCode = 1;
  else writeFileSync(path, after);
}
