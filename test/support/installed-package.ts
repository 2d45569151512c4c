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
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** An empty project with this package and its dependencies installed. */
export interface Project {
  readonly folder: string;
  /** The packed file. */
  readonly tarball: string;
  /** The package.json as it was packed. */
  readonly manifest: Manifest;
  /** Writes a file. @returns its path */
  write(name: string, code: string): Promise<string>;
  /** Runs something while packages are not installed. */
  without<T>(packages: readonly string[], run: () => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

/** Packs the build as `npm publish` would. @returns the name of the file in the folder */
export async function pack(folder: string): Promise<string> {
  const shell = process.platform === 'win32'; // there npm is npm.cmd
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    shell,
  });
  const [{ filename = '' } = {}] = JSON.parse(stdout) as { filename?: string }[];
  return filename;
}

/** Installs the build in an empty project, without a registry. */
export async function installPackage(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'payment-widget-project-'));
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  const filename = await pack(folder);
  await run('tar', ['-xzf', filename], { cwd: folder });
  const installed = join(modules, 'payment-widget');
  await rename(join(folder, 'package'), installed);
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Manifest;
  // Only these, so that imports of anything else fail.
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
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
    tarball: join(folder, filename),
    manifest,
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

/** All specifiers that the export map allows, with its pattern expanded for each language. */
export function entriesOf({ exports }: Manifest, locales: readonly string[]): string[] {
  return Object.keys(exports)
    .flatMap((entry) => (entry.endsWith('*') ? locales.map((tag) => entry.replace('*', tag)) : entry))
    .map((entry) => entry.replace(/^\./, 'payment-widget'));
}
