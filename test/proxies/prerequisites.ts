import { execFile } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { needProgram } from '../support/debian-package.js';

/** What the recipes need to be run: found, or installed. */

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** Installs what the recipes for Node need, and this package as it is built. */
export async function needNodeModules(folder: string): Promise<void> {
  const shell = process.platform === 'win32'; // there npm is npm.cmd
  if (!existsSync(join(folder, 'node_modules'))) {
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, shell });
  }
  const link = join(folder, 'node_modules/payment-widget');
  if (!existsSync(link)) symlinkSync(ROOT, link, 'junction');
}

/** PHP with its client for HTTP. */
export async function needPhp(): Promise<void> {
  await needProgram('php', 'php-cli');
  await needModule('php -r "exit(function_exists(\'curl_init\') ? 0 : 1);"', 'php-curl');
}

/** Debian's Python with the libraries of the recipes. */
export async function needPython(): Promise<void> {
  const modules = ['flask', 'fastapi', 'uvicorn', 'httpx'];
  for (const name of modules) await needModule(`/usr/bin/python3 -c "import ${name}"`, `python3-${name}`);
}

/** As `needProgram`, for what is no program of its own: `test` finds out whether it is there. */
async function needModule(test: string, debianPackage: string): Promise<void> {
  const isThere = () =>
    run('sh', ['-c', test]).then(
      () => true,
      () => false,
    );
  if (await isThere()) return;
  await needProgram(`no-such-program-but-${debianPackage}`, debianPackage, 'install it as your system does');
  if (!(await isThere())) throw new Error(`These tests need ${debianPackage}: "apt-get install ${debianPackage}".`);
}
