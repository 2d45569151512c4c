import { execSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes `sbom.cdx.json` (CycloneDX) into the `dist` of each package: what `npm sbom` lists of the lock, limited to what the package
 * installs, and without time and serial number, so that the build is reproducible. `--omit=dev` of npm would leave out what the
 * build needs too, such as Lit.
 */

interface Component {
  readonly 'bom-ref': string;
}

interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '..');
const listed = execSync('npm sbom --sbom-format cyclonedx --package-lock-only --offline --include=dev', {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const { components, dependencies, metadata, ...document } = JSON.parse(listed) as Sbom;
const graph = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
const folders = ['.', 'packages/proxy', 'packages/testing'];
const own = new Map(folders.map((folder) => [readManifest(folder), folder]));

for (const { name, version, dependencies = {}, optionalDependencies = {} } of own.keys()) {
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  const ref = `${name}@${version}`;
  const isShipped = (one: string) => names.includes(one.slice(0, one.lastIndexOf('@')));
  graph.set(ref, (graph.get(ref) ?? []).filter(isShipped));
}
for (const [{ name, version }, folder] of own) {
  const ref = `${name}@${version}`;
  const refs = new Set([ref]);
  for (const one of refs) for (const dependency of graph.get(one) ?? []) refs.add(dependency);
  const all = [metadata.component, ...components];
  const sbom = {
    ...document,
    serialNumber: undefined,
    metadata: { component: { ...all.find((one) => one['bom-ref'] === ref), name } }, // npm uses the name of the folder
    components: all.filter((one) => one['bom-ref'] !== ref && refs.has(one['bom-ref'])),
    dependencies: [...refs].map((one) => ({ ref: one, dependsOn: graph.get(one) ?? [] })),
  };
  writeFileSync(join(root, folder, 'dist/sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}
