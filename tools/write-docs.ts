import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import packageJson from '../package.json' with { type: 'json' };
import { elementBlocks } from './docs/element.js';
import { errorBlocks } from './docs/errors.js';
import { fileBlocks } from './docs/file.js';
import { listBlocks } from './docs/lists.js';
import { listPages } from './docs/pages.js';
import { typeBlocks } from './docs/types.js';

/**
 * `npm run docs:reference` fills the generated parts of the documentation: `<!-- generated: NAME ARGS -->`, content,
 * `<!-- /generated -->`. With `--check` it writes nothing, lists the files that are stale and exits with 1.
 */

/** Creates the Markdown of a block from the words after its name. */
type Block = (...args: readonly string[]) => string;

const BLOCKS: Readonly<Record<string, Block>> = {
  ...elementBlocks,
  ...errorBlocks,
  ...typeBlocks,
  ...listBlocks,
  ...fileBlocks,
};

/** A marker stands at the start of a line, so that a page can quote one in a sentence. */
const GENERATED = /^<!-- generated: (.+?) -->\n[^]*?^<!-- \/generated -->$/gm;

const isCheck = process.argv.includes('--check');

for (const page of listPages('.')) {
  const before = readFileSync(page, 'utf8');
  const after = await fillBlocks(before, page);
  if (after === before) continue;
  console.log(isCheck ? `stale: ${page} (run npm run docs:reference)` : `written: ${page}`);
  if (isCheck) process.exitCode = 1;
  else writeFileSync(page, after);
}

async function fillBlocks(text: string, page: string): Promise<string> {
  let filled = text;
  for (const [block, command = ''] of text.matchAll(GENERATED)) {
    const [name = '', ...args] = command.split(/\s+/);
    const create = BLOCKS[name];
    if (!create) throw new Error(`${page}: there is no block "${name}". Blocks: ${Object.keys(BLOCKS).join(', ')}`);
    const content = await format(create(...args), { ...packageJson.prettier, parser: 'markdown' });
    filled = filled.replace(block, () => `<!-- generated: ${command} -->\n\n${content}\n<!-- /generated -->`);
  }
  return filled;
}
