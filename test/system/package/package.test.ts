import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { build } from 'esbuild';

/** Packages that a built module imports, by when they are loaded. */
async function packagesOf(entry: string): Promise<{ atOnce: string[]; onDemand: string[] }> {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    tsconfigRaw: '{}', // without the paths to sources
    splitting: true,
    outdir: 'dist',
    platform: 'node',
    format: 'esm',
  });
  const imports = Object.values(metafile.outputs).flatMap((output) =>
    output.imports.filter(({ external }) => external),
  );
  const names = (isDynamic: boolean) =>
    imports
      .filter(({ kind }) => (kind === 'dynamic-import') === isDynamic)
      .map(({ path }) => path)
      .filter((path) => !path.startsWith('node:'))
      .map((path) => path.split('/')[0] ?? '');
  return { atOnce: [...new Set(names(false))].sort(), onDemand: [...new Set(names(true))].sort() };
}

describe('the npm package', () => {
  for (const entry of ['dist/index.js', 'dist/define.js']) {
    it(`imports Lit in ${entry}, so that an app with Lit has one copy`, async () => {
      const { atOnce, onDemand } = await packagesOf(entry);
      assert.deepEqual([...new Set([...atOnce, ...onDemand])].sort(), ['lit']);
    });
  }

  it('imports only zod when the proxy starts', async () => {
    const onDemand = ['jose', 'lmdb'];
    assert.deepEqual(await packagesOf('packages/proxy/dist/index.js'), { atOnce: ['payment-widget', 'zod'], onDemand });
  });
});

describe('the script for a script tag', () => {
  const code = readFileSync('dist/browser/payment-widget.js', 'utf8');

  for (const text of ['createPaymentProxy', 'Bearer ']) {
    it(`contains no server code: "${text}"`, () => {
      assert.equal(code.includes(text), false);
    });
  }
});

describe('the built files', () => {
  const files = ['dist', 'packages/proxy/dist', 'packages/testing/dist'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(js|map|json|ts)$/.test(name))
      .map((name) => join(folder, name)),
  );

  for (const [what, pattern] of [
    ['key', /\b(?:[rs]k_(?:live|test)_|sandbox_(?:live|test)_)\w{6}|PRIVATE KEY-----\W{1,4}[A-Za-z0-9+/]{16}/],
    ['path of the machine that built them', /["'`(]file:\/|[A-Z]:\\\\Users|\/(?:home|Users|root|tmp|work)\/\w/],
  ] as const) {
    it(`contain no ${what}`, () => {
      const found = files.filter((name) => pattern.test(readFileSync(name, 'utf8')));
      assert.deepEqual(found, []);
    });
  }
});
