import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameOptions } from '../../src/proxy/index.js';

/**
 * Reads the files of the frame from the pages of the demo, which a build does not change.
 * @param pages - folder of the built pages
 */
export function frameFilesOf(pages: string): NonNullable<FrameOptions['files']> {
  return async (name) => {
    const path = name === 'integrity.json' ? name : join('payment-widget', name);
    const file = await readFile(join(pages, path)).catch(() => undefined);
    return file && new Response(file);
  };
}
