import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../../tools/install-packages.js';
import { SITE } from './folders.js';

/** `npm run docs:build`: installs the packages of the site if they are missing, and builds the site. */

process.chdir(join(import.meta.dirname, '../..'));
installPackages(import.meta.dirname);
if (!existsSync('dist/browser/payment-widget.js')) {
  const { status } = spawnSync('npm', ['run', 'build:browser'], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32', // npm is npm.cmd on Windows
  });
  if (status !== 0) throw new Error('npm run build:browser failed. Check its output above.');
}
const { buildSite } = await import('./generator/site.js'); // imports the packages
const start = performance.now();
await buildSite();
console.log(`${SITE} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
