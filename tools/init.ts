import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../package.json' with { type: 'json' };
import { checkFolder } from 'payment-widget-testing/command/init';

/**
 * `npm run init -- ../my-shop` packs the packages, and lets `payment-widget-testing init` write a shop that has them installed.
 * With `--built`, it does not build them before.
 */

const ROOT = join(import.meta.dirname, '..');
const { INIT_CWD = process.cwd() } = process.env; // npm was called there

function npm(cwd: string, ...args: readonly string[]): void {
  const shell = process.platform === 'win32'; // there npm is npm.cmd
  execFileSync('npm', args, { cwd, shell, stdio: 'inherit' });
}

async function createShop(folder: string, isBuilt: boolean): Promise<void> {
  await checkFolder(folder);
  if (!isBuilt) npm(ROOT, 'run', 'build');
  execFileSync(process.execPath, ['packages/testing/dist/cli.js', 'init', folder], { cwd: ROOT });
  const packed = join(folder, 'packages');
  mkdirSync(packed);
  const packages = ['.', './packages/proxy', './packages/testing'];
  npm(ROOT, 'pack', ...packages, '--silent', '--ignore-scripts', `--pack-destination=${packed}`);
  const manifest = join(folder, 'package.json');
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, text.replace(/"(payment-widget.*)": ".*"/g, `"$1": "file:packages/$1-${version}.tgz"`));
  console.log('Installing …');
  npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund');
  console.log(`
The shop is ready. To start it:

  cd ${relative(INIT_CWD, folder)}
  npm start

Then open http://localhost:3000 and pay with card 4242 4242 4242 4242, any future date, any three digits and any name.
`);
}

const { values, positionals } = parseArgs({ options: { built: { type: 'boolean' } }, allowPositionals: true });
try {
  await createShop(resolve(INIT_CWD, positionals[0] ?? '../my-shop'), values.built === true);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
