import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { build } from 'vite';
import { privateLit } from '../../build/private-lit.js';

/** Builds a script of one module with the Lit that the script has. */
function built(code: string) {
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'one-module',
        resolveId: (id) => (id === 'one-module' ? `${import.meta.dirname}/one-module.js` : undefined),
        load: (id) => (id.endsWith('one-module.js') ? code : undefined),
      },
      privateLit(),
    ],
    build: { write: false, rollupOptions: { input: 'one-module', preserveEntrySignatures: 'strict' } },
  });
}

suite("the script's own Lit", () => {
  test('is built as long as it is written as expected', async () => {
    await assert.doesNotReject(built("export { LitElement } from 'lit';"));
  });

  test('fails the build where a template has a directive', async () => {
    const code = "export { LitElement } from 'lit'; export { repeat } from 'lit/directives/repeat.js';";
    await assert.rejects(built(code), /cannot have directives/);
  });

  test('fails the build where a part of it is not there', async () => {
    await assert.rejects(built("export { css } from '@lit/reactive-element/css-tag.js';"), /is not as expected/);
  });
});
