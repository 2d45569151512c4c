import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContractSchema } from './contract-schema.js';
import { vscodeCss, vscodeHtml, webTypes } from './editor-data.js';
import { createManifest, elementOf } from './manifest.js';

/** Writes into `dist` what editors and other tools read about the element, and about the contract with its proxy. */

const root = join(import.meta.dirname, '..');
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};
const manifest = createManifest(root);
const element = elementOf(manifest);

for (const [file, content] of Object.entries({
  'contract.schema.json': createContractSchema(),
  'custom-elements.json': manifest,
  'vscode.html-custom-data.json': vscodeHtml(element),
  'vscode.css-custom-data.json': vscodeCss(element),
  'web-types.json': webTypes(element, { name, version }),
})) {
  writeFileSync(join(root, 'dist', file), `${JSON.stringify(content, null, 2)}\n`);
}
