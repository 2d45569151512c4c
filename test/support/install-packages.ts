import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Installs the packages of a folder with a lock file of its own, if they are missing or outdated. They are not dependencies
 * of the package.
 * @throws if the installation fails
 */
export function installPackages(folder: string): void {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const lock = join(folder, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  const name = relative('.', folder).replaceAll('\\', '/');
  process.stderr.write(`Installing the packages of ${name} ...\n`);
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32', // npm is npm.cmd on Windows
  });
  if (status !== 0) throw new Error(`npm ci failed in ${name}. Check its output above.`);
}
