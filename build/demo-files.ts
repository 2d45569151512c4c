import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { IntegrityPack } from './integrity.js';
import { SCRIPT_FILE } from './script-files.js';

/** Copies the published files beside the demo's pages, unchanged, so that their hashes are those of the package. */
export function browserFilesBeside(root: string): Plugin {
  return {
    name: 'browser-files-beside',
    writeBundle({ dir = '' }) {
      const dist = join(root, 'dist');
      const { files } = JSON.parse(readFileSync(join(dist, 'integrity.json'), 'utf8')) as IntegrityPack;
      const classic = files.map(({ file }) => file).filter((file) => SCRIPT_FILE.test(file));
      const maps = classic.map((file) => `${file}.map`).filter((map) => existsSync(join(dist, map)));
      for (const file of [...classic, ...maps, 'integrity.json']) cpSync(join(dist, file), join(dir, file));
    },
  };
}
