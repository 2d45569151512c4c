import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtIn } from './sbom.js';

/** The licences of all packages that are built into the files of `dist`, with the notices that they ask to be kept. */
export function thirdPartyNotices(root: string): string {
  return [...builtIn(join(root, 'dist'))]
    .map(([place, files]) => {
      const folder = join(root, place);
      const licence = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
      if (!licence) throw new Error(`${place} is built in and has no file with its licence.`);
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
        string,
        string
      >;
      const rule = '-'.repeat(100);
      return `${rule}\n${name} ${version}, in ${files.join(', ')}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
    })
    .join('\n');
}
