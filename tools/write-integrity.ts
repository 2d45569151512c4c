import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { name, version } from '../package.json' with { type: 'json' };
import { plainName, purposeOf } from './files.js';
import { IMPORT_MAP_BASE, MINIMAL_CSP, TRUSTED_TYPES_POLICY } from './strict-page.js';

/** Writes `dist/integrity.json` from the files of `dist/browser`. */

/** A row of the inventory. PCI DSS 6.4.3 asks for one of every script of a payment page. */
export interface InventoryRow {
  /** The path in `dist/browser`. */
  readonly file: string;
  readonly version: string;
  /** Subresource Integrity, for the `integrity` attribute and, for scripts, for an import map. */
  readonly integrity: string;
  readonly bytes: number;
  readonly purpose: string;
  readonly connects_to: string;
}

/** What a merchant's auditor asks about the files that browsers load. */
export interface IntegrityPack {
  readonly package: string;
  readonly version: string;
  readonly content_security_policy: string;
  readonly trusted_types_policy: string;
  readonly files: readonly InventoryRow[];
  /** The content of a `<script type="importmap">`: the hash of every script, below `IMPORT_MAP_BASE`. */
  readonly importmap: { readonly integrity: Readonly<Record<string, string>> };
}

const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist/browser');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(js|css)$/.test(file))
  .sort();
const rows = files.map((file): InventoryRow => {
  const purpose = purposeOf(file);
  if (!purpose) throw new Error(`dist/browser/${file} has no purpose. Add it to tools/files.ts.`);
  const content = readFileSync(join(folder, file));
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
  const connects_to = plainName(file) === 'card-form.js' ? 'the proxy-url of the element' : 'nothing';
  return { file, version, integrity, bytes: content.length, purpose, connects_to };
});
const scripts = rows.filter(({ file }) => file.endsWith('.js'));
const pack: IntegrityPack = {
  package: name,
  version,
  content_security_policy: MINIMAL_CSP,
  trusted_types_policy: TRUSTED_TYPES_POLICY,
  files: rows,
  importmap: {
    integrity: Object.fromEntries(scripts.map(({ file, integrity }) => [IMPORT_MAP_BASE + file, integrity])),
  },
};
writeFileSync(join(root, 'dist/integrity.json'), `${JSON.stringify(pack, null, 2)}\n`);
