import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { name, version } from '../package.json' with { type: 'json' };
import { createContractSchema } from './contract-schema.js';
import { vscodeCss, vscodeHtml, webTypes } from './editor-data.js';
import { createManifest, elementOf, withFieldParts } from './manifest.js';

/** Writes the custom elements manifest, data for editors and the JSON Schema of the contract into `dist`. */

const root = join(import.meta.dirname, '..');
const manifest = createManifest(root);
const element = elementOf(manifest);
withFieldParts(element);

for (const [file, content] of Object.entries({
  'contract.schema.json': createContractSchema(),
  'custom-elements.json': manifest,
  'vscode.html-custom-data.json': vscodeHtml(element),
  'vscode.css-custom-data.json': vscodeCss(element),
  'web-types.json': webTypes(element, { name, version }),
})) {
  writeFileSync(join(root, 'dist', file), `${JSON.stringify(content, null, 2)}\n`);
}
