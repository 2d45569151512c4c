import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = process.cwd();
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Locked {
  readonly version: string;
  readonly link?: boolean;
  readonly dev?: boolean;
}

describe('dist/sbom.cdx.json', () => {
  it('lists exactly the locked packages that merchants install', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
    const { components } = JSON.parse(read('dist/sbom.cdx.json')) as { components: { 'bom-ref': string }[] };
    const shipped = Object.entries(packages)
      .filter(([place, { link, dev }]) => place.startsWith('node_modules/') && !link && !dev)
      .map(([place, { version }]) => `${place.slice(place.lastIndexOf('node_modules/') + 13)}@${version}`);
    assert.deepEqual(components.map((one) => one['bom-ref']).sort(), [...new Set(shipped)].sort());
  });
});

describe('dist/browser/THIRD-PARTY.txt', () => {
  /** Packages with a file in a source map. */
  const builtIn = new Set(
    readdirSync(join(ROOT, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js.map'))
      .flatMap((file) => (JSON.parse(read(`dist/${file}`)) as { sources: string[] }).sources)
      .flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(source)?.[1] ?? []),
  );

  it('contains the licence of every built-in package', () => {
    const notices = read('dist/browser/THIRD-PARTY.txt');
    const missing = [...builtIn].filter((name) => {
      const file = readdirSync(join(ROOT, 'node_modules', name)).find((one) => /^licen[cs]e/i.test(one));
      return !file || !notices.includes(read(`node_modules/${name}/${file}`).trim());
    });
    assert.deepEqual([builtIn.has('lit-html'), missing], [true, []]);
  });
});
