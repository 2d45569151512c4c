import { execFile } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { needProgram } from '../../support/debian-package.js';

/** Finds or installs what the recipes need. */

const run = promisify(execFile);
const ROOT = process.cwd();

/** Installs the dependencies of the recipes for Node, and links this package. */
export async function needNodeModules(folder: string): Promise<void> {
  const shell = process.platform === 'win32'; // there npm is npm.cmd
  if (!existsSync(join(folder, 'node_modules'))) {
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, shell });
  }
  const link = join(folder, 'node_modules/payment-widget');
  if (!existsSync(link)) symlinkSync(ROOT, link, 'junction');
}

/** PHP with curl. */
export async function needPhp(): Promise<void> {
  await needProgram('php', 'php-cli');
  await needModule('php -r "exit(function_exists(\'curl_init\') ? 0 : 1);"', 'php-curl');
}

/** Debian's Python with the libraries of the recipes. */
export async function needPython(): Promise<void> {
  const modules = ['flask', 'fastapi', 'uvicorn', 'httpx'];
  for (const name of modules) await needModule(`/usr/bin/python3 -c "import ${name}"`, `python3-${name}`);
}

/** Like `needProgram`, for libraries. `test` succeeds if the library is installed. */
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
