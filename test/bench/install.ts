import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Installs what is measured beside our widget, and what puts load on the proxy: no dependencies of the package. */
export function installContenders(): void {
  const installed = join(import.meta.dirname, 'node_modules/.package-lock.json');
  const lock = join(import.meta.dirname, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  process.stderr.write('Installing the contenders ...\n');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32', // there npm is npm.cmd
  });
  if (status !== 0) throw new Error('npm ci has failed in test/bench.');
}
