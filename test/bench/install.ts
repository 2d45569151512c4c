import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the contenders. They are not dependencies of the package. */
export function installContenders(): void {
  const installed = join(import.meta.dirname, 'node_modules/.package-lock.json');
  const lock = join(import.meta.dirname, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  process.stderr.write('Installing the contenders ...\n');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32', // npm is npm.cmd on Windows
  });
  if (status !== 0) throw new Error('npm ci failed in test/bench. Check its output above.');
}
