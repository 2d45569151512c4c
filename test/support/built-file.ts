import { readFileSync } from 'node:fs';
import { plainName } from '../../tools/files.js';
import type { IntegrityPack, InventoryRow } from '../../tools/write-integrity.js';

/** A file of `dist/browser` by its name without the hash. */
export function builtFile(name: string): InventoryRow {
  const { files } = JSON.parse(readFileSync('dist/integrity.json', 'utf8')) as IntegrityPack;
  const row = files.find(({ file }) => plainName(file) === name);
  if (!row) throw new Error(`dist/browser has no ${name}.`);
  return row;
}
