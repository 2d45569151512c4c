import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = process.cwd();
const run = promisify(execFile);

/** The parts of a package.json that tests read. */
export interface Manifest {
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages, and their folders. */
export const PACKAGES = {
  'payment-widget': '.',
  'payment-widget-proxy': 'packages/proxy',
  'payment-widget-testing': 'packages/testing',
} as const;

export type PackageName = keyof typeof PACKAGES;

/** An empty project with the packages and their dependencies installed. */
export interface Project {
  readonly folder: string;
  /** The package.json of each package as it was packed. */
  readonly manifests: Readonly<Record<PackageName, Manifest>>;
  /** Writes a file. @returns its path */
  write(name: string, code: string): Promise<string>;
  /** Runs something while packages are not installed. */
  without<T>(packages: readonly string[], run: () => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

/** Packs the built packages as `npm publish` would, as `payment-widget.tgz` and so on in a folder. */
export async function pack(folder: string): Promise<void> {
  const shell = process.platform === 'win32'; // there npm is npm.cmd
  for (const [name, path] of Object.entries(PACKAGES)) {
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const { stdout } = await run('npm', args, { cwd: join(ROOT, path), shell });
    const [{ filename = '' } = {}] = JSON.parse(stdout) as { filename?: string }[];
    await rename(join(folder, filename), join(folder, `${name}.tgz`));
  }
}

/** Installs packages in an empty project, without a registry. @param names - default: all */
export async function installPackages(names = Object.keys(PACKAGES) as readonly PackageName[]): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'payment-widget-project-'));
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  await pack(folder);
  const manifests = {} as Record<PackageName, Manifest>;
  for (const name of names) {
    await run('tar', ['-xzf', `${name}.tgz`], { cwd: folder });
    await rename(join(folder, 'package'), join(modules, name));
    manifests[name] = JSON.parse(await readFile(join(modules, name, 'package.json'), 'utf8')) as Manifest;
  }
  const needed = Object.values(manifests).flatMap(({ dependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...optionalDependencies }),
  );
  // Only these, so that imports of anything else fail.
  for (const name of new Set(needed)) {
    if (name in PACKAGES) continue;
    await mkdir(dirname(join(modules, name)), { recursive: true }); // of a scope
    await symlink(join(ROOT, 'node_modules', name), join(modules, name), 'junction');
  }
  const write = async (name: string, code: string) => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
    return path;
  };
  await write('package.json', '{ "private": true, "type": "module" }');
  return {
    folder,
    manifests,
    write,
    without: async (packages, run) => {
      for (const name of packages) await rename(join(modules, name), join(folder, name));
      try {
        return await run();
      } finally {
        for (const name of packages) await rename(join(folder, name), join(modules, name));
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** All public specifiers of the export maps, with their patterns expanded for each language. */
export function entriesOf(
  manifests: Readonly<Record<string, Pick<Manifest, 'exports'>>>,
  locales: readonly string[],
): string[] {
  return Object.entries(manifests).flatMap(([name, { exports }]) =>
    Object.keys(exports)
      .filter((entry) => entry !== './internal')
      .flatMap((entry) => (entry.endsWith('*') ? locales.map((tag) => entry.replace('*', tag)) : entry))
      .map((entry) => entry.replace(/^\./, name)),
  );
}
