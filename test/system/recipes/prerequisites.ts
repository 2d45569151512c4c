import { execFile } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackages } from '../../../tools/install-packages.js';
import { needProgram } from '../../support/debian-package.js';

/** Finds or installs what the recipes need. */

const run = promisify(execFile);
const ROOT = process.cwd();

const RECIPES = join(ROOT, 'demo/proxies');

/** Installs the dependencies of the recipes for Node, and links this package. Call it before test files run side by side. */
export function installRecipes(): void {
  installPackages(RECIPES);
  const link = join(RECIPES, 'node_modules/payment-widget');
  if (!existsSync(link)) symlinkSync(ROOT, link, 'junction');
}

/** PHP with SQLite, and Laravel. */
export async function needShopsInPhp(): Promise<void> {
  await needProgram('php', 'php-cli');
  await needModule('php -r "exit(extension_loaded(\'pdo_sqlite\') ? 0 : 1);"', 'php-sqlite3');
  await needModule('ls /usr/sbin/php-fpm*', 'php-fpm');
  await needModule('test -f /usr/share/php/Illuminate/autoload.php', 'php-laravel-framework');
}

/** Debian's Python with the libraries of the recipes. */
export async function needPython(): Promise<void> {
  const modules = ['flask', 'fastapi', 'uvicorn'];
  for (const name of modules) await needModule(`/usr/bin/python3 -c "import ${name}"`, `python3-${name}`);
}

/** Like `needProgram`, for libraries. `test` succeeds if the library is installed. */
export async function needModule(test: string, debianPackage: string): Promise<void> {
  const isThere = () =>
    run('sh', ['-c', test]).then(
      () => true,
      () => false,
    );
  if (await isThere()) return;
  await needProgram(`no-such-program-but-${debianPackage}`, debianPackage, 'install it as your system does');
  if (!(await isThere())) throw new Error(`These tests need ${debianPackage}: "apt-get install ${debianPackage}".`);
}
