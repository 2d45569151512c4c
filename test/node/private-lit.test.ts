import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { build, type Plugin } from 'vite';
import { privateLit } from '../../build/private-lit.js';

/** Builds a script of one module with the Lit that the script has. */
function built(code: string, ...plugins: Plugin[]) {
  const oneModule: Plugin = {
    name: 'one-module',
    resolveId: (id) => (id === 'one-module' ? `${import.meta.dirname}/one-module.js` : undefined),
    load: (id) => (id.endsWith('one-module.js') ? code : undefined),
  };
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [oneModule, ...plugins, privateLit()],
    build: { write: false, rollupOptions: { input: 'one-module', preserveEntrySignatures: 'strict' } },
  });
}

describe("the script's own Lit", () => {
  const code = "export { LitElement } from 'lit';";

  it('is built as long as it is written as expected', async () => {
    await assert.doesNotReject(built(code));
  });

  it('fails the build where a template has a directive', async () => {
    await assert.rejects(built(`${code} export { repeat } from 'lit/directives/repeat.js';`), /cannot have directives/);
  });

  it('fails the build where one line of it is written in another way', async () => {
    const newer: Plugin = {
      name: 'newer',
      transform: (text, id) => (id.endsWith('/lit-html.js') ? text.replace('"lit-html"', '"lit-html-4"') : undefined),
    };
    await assert.rejects(built(code, newer), /is not as expected: .* lacks createPolicy/);
  });
});
