import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIntegrityPack } from './integrity.js';

/** Writes `dist/integrity.json` from the files of `dist/browser`. */

const root = join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string; version: string };
const pack = createIntegrityPack(join(root, 'dist/browser'), manifest);
writeFileSync(join(root, 'dist/integrity.json'), `${JSON.stringify(pack, null, 2)}\n`);
