import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly hashes?: readonly { readonly content: string }[];
}

interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string }[];
}

const ROOT = process.cwd();
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
}

const { '': itself, ...locked } = (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> })
  .packages;
const text = read('dist/sbom.cdx.json');
const sbom = JSON.parse(text) as Sbom;

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
/** Without the workspaces, which are part of the repository. */
const installed = Object.entries(locked).filter(([place, { link }]) => place.startsWith('node_modules/') && !link);
const packages = installed.map(([place, entry]) => ({
  ...entry,
  place,
  ref: `${nameOf(place)}@${entry.version}`,
}));
const refs = sbom.components.map((component) => component['bom-ref']);

describe('dist/sbom.cdx.json', () => {
  it('lists exactly the locked packages that merchants install', () => {
    const shipped = packages.filter(({ dev }) => !dev).map(({ ref }) => ref);
    assert.deepEqual([...refs].sort(), [...new Set(shipped)].sort());
  });

  it('has the hash of every package from package-lock.json', () => {
    const hashes = sbom.components.map((one) => [one['bom-ref'], one.hashes?.map(({ content }) => content)]);
    const hexOf = (integrity = '') => Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    const known = new Map(packages.map(({ ref, integrity }) => [ref, [hexOf(integrity)]]));
    assert.deepEqual(
      hashes,
      refs.map((ref) => [ref, known.get(ref)]),
    );
  });

  it('has a dependency entry for every package and for this one', () => {
    const { component } = sbom.metadata;
    assert.deepEqual([component.name, component.version], ['payment-widget', itself?.version]);
    assert.deepEqual(sbom.dependencies.map(({ ref }) => ref).sort(), [component['bom-ref'], ...refs].sort());
  });

  it('is reproducible: no time, serial number, path or host', () => {
    assert.doesNotMatch(text, /"timestamp"|"serialNumber"|registry\.|localhost|"\/|[A-Z]:\\\\/);
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

  it('is complete with the packages that merchants install', () => {
    assert.deepEqual(
      [...builtIn].filter((name) => !sbom.components.some((component) => component.name === name)),
      [],
    );
  });
});

describe('package-lock.json', () => {
  it('has the hash of every package', () => {
    assert.deepEqual(
      packages.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ place }) => place),
      [],
    );
  });

  it('names no registry', () => {
    assert.deepEqual(
      packages.filter(({ resolved }) => resolved !== undefined).map(({ place }) => place),
      [],
    );
  });
});
