import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What is read here of a package.json. */
export interface Manifest {
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** A project of somebody else, in which nothing is installed but this package and what it depends on. */
export interface Project {
  readonly folder: string;
  /** The packed file. */
  readonly tarball: string;
  /** The package.json as it was packed. */
  readonly manifest: Manifest;
  /** Writes a file and answers its path. */
  write(name: string, code: string): Promise<string>;
  remove(): Promise<void>;
}

/** Packs what is built as `npm publish` would, into a folder, and answers the name of the file. */
export async function pack(folder: string): Promise<string> {
  const shell = process.platform === 'win32'; // there npm is npm.cmd
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    shell,
  });
  const [{ filename = '' } = {}] = JSON.parse(stdout) as { filename?: string }[];
  return filename;
}

/** Unpacks what is built in an empty project. Needs no registry. */
export async function installPackage(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'payment-widget-project-'));
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  const filename = await pack(folder);
  await run('tar', ['-xzf', filename], { cwd: folder });
  const installed = join(modules, 'payment-widget');
  await rename(join(folder, 'package'), installed);
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Manifest;
  // Only these: what else is in the package's own node_modules has to be missing here.
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
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
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** What of the package can be imported, by the export map as it is: a pattern stands for each file that it fits. */
export function entriesOf({ exports }: Manifest, locales: readonly string[]): string[] {
  return Object.keys(exports)
    .flatMap((entry) =>
      entry === './locales/*' ? locales.flatMap((tag) => [`./locales/${tag}`, `./locales/extras/${tag}`]) : entry,
    )
    .map((entry) => entry.replace(/^\./, 'payment-widget'));
}
