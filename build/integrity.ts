import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { PARTS } from './script-files.js';
import { MINIMAL_CSP, TRUSTED_TYPES_POLICY } from './strict-page.js';

/** A row of a script inventory, as PCI DSS 6.4.3 asks for one of every script of a payment page. */
export interface InventoryRow {
  /** Path in the package's `dist`. */
  readonly file: string;
  readonly version: string;
  /** Subresource Integrity, for the `integrity` attribute. */
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
}

const PROXY = 'the address in proxy-url, with the payment, and for what became of it; nothing else';
const MODULE_NOTE = 'imports lit of your build; loaded where a bundler or an import map finds them';

/** What each file is for. One that is built and has no line here stops the build. */
const PURPOSES: readonly (readonly [file: RegExp, purpose: string, connectsTo: string])[] = [
  [
    /^payment-widget\.js$/,
    'Defines <payment-widget>: draws the payment form, checks what is typed, sends it through the proxy of the shop.',
    `${PROXY}; loads locales/, extras.js, cards.js, doubt.js and encryption.js from beside itself`,
  ],
  [/^encryption\.js$/, 'Encrypts the card before it is sent; loaded when the proxy gives a key for it.', 'nothing'],
  [
    /^extras\.js$/,
    'Checks fields beyond the card, and fills in test cards; loaded by forms that have them.',
    'nothing; loads locales/extras/ from beside itself',
  ],
  [
    /^doubt\.js$/,
    'Reads what the proxy says became of a payment in doubt; loaded when the proxy has said it.',
    'nothing',
  ],
  [
    /^cards\.js$/,
    'Draws the marks of card networks, knows those of one country, and the numbers for tests; loaded when somebody comes to the form.',
    'nothing',
  ],
  [/^locales\/[\w-]+\.js$/, 'Texts of the form in one language; loaded when a page is in it.', 'nothing'],
  [
    /^locales\/extras\/[\w-]+\.js$/,
    'Texts of fields beyond the card in one language; loaded by forms that have them, when a page is in it.',
    'nothing',
  ],
  [
    /^chunks\/encryption(-key)?\.js$/,
    'As encryption.js, for pages with a bundler; imports jose of your build.',
    'nothing',
  ],
  [/^define\.js$/, `Defines <payment-widget> for pages with a bundler; ${MODULE_NOTE}.`, PROXY],
  [/^index\.js$/, `The class of the element and its types, without defining it; ${MODULE_NOTE}.`, PROXY],
  [/^chunks\/[\w-]+\.js$/, 'What define.js and index.js share.', PROXY],
];

/** Files that browsers load or that are built into what they load: the script, the languages, and the ES modules. */
function browserFiles(dist: string): string[] {
  const files = new Set([
    'payment-widget.js',
    ...Object.keys(PARTS).map((name) => `${name}.js`),
    'define.js',
    'index.js',
  ]);
  for (const folder of ['locales', 'locales/extras']) {
    for (const file of readdirSync(join(dist, folder))) if (file.endsWith('.js')) files.add(`${folder}/${file}`);
  }
  for (const file of files) {
    if (!existsSync(join(dist, file))) throw new Error(`${file} is not built.`);
    const code = readFileSync(join(dist, file), 'utf8');
    for (const [, name = ''] of code.matchAll(/(?:from |import\()"\.{1,2}\/(?:chunks\/)?([\w-]+\.js)"/g))
      files.add(`chunks/${name}`);
  }
  return [...files].sort();
}

/** Makes the pack from the files as they are. */
export function createIntegrityPack(dist: string, manifest: { name: string; version: string }): IntegrityPack {
  const { name, version } = manifest;
  const files = browserFiles(dist).map((file): InventoryRow => {
    const [, purpose, connectsTo] = PURPOSES.find(([pattern]) => pattern.test(file)) ?? [];
    if (!purpose || !connectsTo) throw new Error(`Nobody has said what ${file} is for.`);
    const content = readFileSync(join(dist, file));
    const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
    return { file, version, integrity, bytes: content.length, purpose, connects_to: connectsTo };
  });
  return {
    package: name,
    version,
    content_security_policy: MINIMAL_CSP,
    trusted_types_policy: TRUSTED_TYPES_POLICY,
    files,
  };
}

/** Writes `integrity.json` when everything else is there: it belongs to the last build. */
export function integrityPack(root: string): Plugin {
  return {
    name: 'integrity-pack',
    closeBundle() {
      const dist = join(root, 'dist');
      const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      writeFileSync(join(dist, 'integrity.json'), `${JSON.stringify(createIntegrityPack(dist, manifest), null, 2)}\n`);
    },
  };
}
