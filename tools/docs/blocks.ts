import { format } from 'prettier';
import packageJson from '../../package.json' with { type: 'json' };
import { benchmarkBlocks } from './benchmark.js';
import { checkProxyBlocks } from './check-proxy.js';
import { contractBlocks } from './contract.js';
import { demoBlocks } from './demo.js';
import { elementBlocks } from './element.js';
import { errorBlocks } from './errors.js';
import { fileBlocks } from './file.js';
import { formBlocks } from './form.js';
import { languageBlocks } from './languages.js';
import { programBlocks } from './program.js';
import { proxyBlocks } from './proxy.js';

/** Creates the Markdown of a block from the words after its name. */
export type Block = (...args: readonly string[]) => string | Promise<string>;

/** All blocks by name. A page uses one as `<!-- generated: NAME ARGS -->`, content, `<!-- /generated -->`. */
export const BLOCKS: Readonly<Record<string, Block>> = {
  ...elementBlocks,
  ...formBlocks,
  ...errorBlocks,
  ...proxyBlocks,
  ...programBlocks,
  ...languageBlocks,
  ...contractBlocks,
  ...checkProxyBlocks,
  ...demoBlocks,
  ...benchmarkBlocks,
  ...fileBlocks,
};

/** A marker stands at the start of a line, so that a page can quote one in a sentence. */
const GENERATED = /^<!-- generated: (.+?) -->\n[^]*?^<!-- \/generated -->$/gm;

/**
 * Fills the generated parts of a page.
 * @param page - path of the page, for error messages
 */
export async function fillBlocks(text: string, page: string): Promise<string> {
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(GENERATED)) {
    const [block, command = ''] = match;
    const content = await createBlock(command, page);
    parts.push(text.slice(end, match.index), `<!-- generated: ${command} -->\n\n${content}\n<!-- /generated -->`);
    end = match.index + block.length;
  }
  return [...parts, text.slice(end)].join('');
}

async function createBlock(command: string, page: string): Promise<string> {
  const [name = '', ...args] = command.split(/\s+/);
  const create = Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;
  if (!create) throw new Error(`${page}: there is no block "${name}". Blocks: ${Object.keys(BLOCKS).join(', ')}`);
  try {
    return await format(await create(...args), { ...packageJson.prettier, parser: 'markdown' });
  } catch (cause) {
    throw new Error(`${page}: the block "${command}" cannot be created.`, { cause });
  }
}
