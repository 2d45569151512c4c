import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { BUILT_INTO, builtIn, type Sbom } from '../../../tools/sbom.js';

const ROOT = process.cwd();
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
}

const { '': itself, ...locked } = (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> })
  .packages;
const text = read('dist/sbom.cdx.json');
const sbom = JSON.parse(text) as Sbom;
const files = builtIn(join(ROOT, 'dist'));

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
const packages = Object.entries(locked).map(([place, entry]) => ({
  ...entry,
  place,
  ref: `${nameOf(place)}@${entry.version}`,
}));
const refs = sbom.components.map((component) => component['bom-ref']);

describe('dist/sbom.cdx.json', () => {
  it('lists exactly the locked packages that merchants install or that are built in', () => {
    const shipped = packages.filter(({ place, dev }) => !dev || files.has(place)).map(({ ref }) => ref);
    assert.deepEqual([...refs].sort(), [...new Set(shipped)].sort());
  });

  it('names the files that contain a built-in package', () => {
    const listed = sbom.components.flatMap(({ name, properties = [] }) =>
      properties.filter((one) => one.name === BUILT_INTO).map(({ value }) => `${name} in ${value}`),
    );
    const real = [...files].flatMap(([place, names]) => names.map((file) => `${nameOf(place)} in ${file}`));
    assert.deepEqual(listed.sort(), real.sort());
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

describe('dist/THIRD-PARTY.txt', () => {
  it('contains the licence of every built-in package', () => {
    const notices = read('dist/THIRD-PARTY.txt');
    const licences = [...files.keys()].map((place) =>
      readdirSync(join(ROOT, place))
        .filter((name) => /^licen[cs]e/i.test(name))
        .map((name) => read(`${place}/${name}`).trim()),
    );
    assert.deepEqual(
      licences.map((texts) => texts.filter((licence) => notices.includes(licence)).length),
      licences.map(() => 1),
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
