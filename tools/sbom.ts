import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly hashes?: readonly { readonly content: string }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** What is read here of a CycloneDX document, and the rest of it. */
export interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
}

/** The property that names a file of `dist` which holds a part of the package. */
export const BUILT_INTO = 'payment-widget:built-into';

const DEVELOPMENT = 'cdx:npm:package:development';

/** A package's place in package-lock.json, in the path of one of its files. */
const PLACE = /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/;

/** Files of `dist` by the place in package-lock.json of what is built into them, as their source maps tell. */
export function builtIn(dist: string): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const map of readdirSync(dist, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!map.endsWith('.js.map')) continue;
    const { sources } = JSON.parse(readFileSync(join(dist, map), 'utf8')) as { sources: string[] };
    const places = sources.map((source) => PLACE.exec(source)?.[0]);
    for (const place of new Set(places)) {
      if (place) files.set(place, [...(files.get(place) ?? []), map.replaceAll('\\', '/').replace(/\.map$/, '')]);
    }
  }
  return files;
}

/**
 * Of what npm lists out of package-lock.json, that which merchants get: what is installed with this package, and what is
 * built into its files, though it is there for development only. Without the time and a random number, so that a build
 * can be repeated.
 */
export function select({ metadata: { component }, components, dependencies, ...document }: Sbom, root: string): object {
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string };
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const files = new Map(
    [...builtIn(join(root, 'dist'))].map(([place, names]) => {
      const { version } = lock.packages[place] ?? {};
      if (!version) throw new Error(`${place} is built in and is not in package-lock.json.`);
      return [`${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`, names];
    }),
  );
  const isForDevelopment = ({ properties = [] }: Component) => properties.some((one) => one.name === DEVELOPMENT);
  const shipped = components.filter((one) => files.has(one['bom-ref']) || !isForDevelopment(one));
  const refs = new Set([component, ...shipped].map((one) => one['bom-ref']));
  return {
    ...document,
    serialNumber: undefined,
    metadata: { component: { ...component, name, properties: undefined } }, // npm calls it by its folder
    components: shipped.map((one) => {
      const properties = files.get(one['bom-ref'])?.map((value) => ({ name: BUILT_INTO, value }));
      return { ...one, ...(properties && { scope: 'required' }), properties };
    }),
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}
