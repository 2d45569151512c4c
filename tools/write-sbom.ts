import { execSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { name } from '../package.json' with { type: 'json' };

/**
 * Writes `dist/sbom.cdx.json` (CycloneDX): what `npm sbom` lists of the lock, without development dependencies and without
 * time and serial number, so that the build is reproducible. Without development dependencies, as after a build by Vite, npm would leave
 * out what both need, such as Lit.
 */

interface Component {
  readonly 'bom-ref': string;
  readonly properties: readonly { readonly name: string }[];
}

interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const root = join(import.meta.dirname, '..');
const listed = execSync(
  'npm sbom --sbom-format cyclonedx --package-lock-only --offline --workspaces=false --include=dev',
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const { metadata, components, dependencies, ...document } = JSON.parse(listed) as Sbom;
const shipped = components.filter(
  ({ properties }) => !properties.some((one) => one.name === 'cdx:npm:package:development'),
);
const refs = new Set([metadata.component, ...shipped].map((one) => one['bom-ref']));
const sbom = {
  ...document,
  serialNumber: undefined,
  metadata: { component: { ...metadata.component, name } }, // npm uses the name of the folder
  components: shipped,
  dependencies: dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
};
writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
