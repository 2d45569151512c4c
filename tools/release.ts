import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../package.json' with { type: 'json' };
import { packPhp } from './pack-php.js';

/** `node --import tsx tools/release.ts`: checks, builds, tests and packs what would be published, into `release/`. Publishes nothing. */

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'release');

/** Runs an npm command, and stops if it fails. */
function npm(...args: readonly string[]): void {
  const shell = process.platform === 'win32'; // there npm is npm.cmd
  const { status } = spawnSync('npm', args, { cwd: ROOT, shell, stdio: 'inherit' });
  if (status !== 0) stop(`npm ${args.join(' ')} failed.`);
}

function stop(reason: string): never {
  console.error(`\nNo release: ${reason}`);
  process.exit(1);
}

/** Whether the changelog has an entry for a version, and something in it. */
function hasEntry(version: string): boolean {
  const sections = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  return sections.some((section) => section.startsWith(`[${version}]`) && /^- /m.test(section));
}

const isClean = () => execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' }) === '';

if (!isClean()) stop('the work tree has uncommitted changes.');
if (hasEntry('Unreleased')) stop('CHANGELOG.md has entries under [Unreleased].');
if (!hasEntry(version)) stop(`CHANGELOG.md has no entries under [${version}].`);
npm('run', 'check');
npm('run', 'test:system', '--', 'system/package/'); // this builds first
if (!isClean()) stop('the build has changed files that are in git.');

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
npm('pack', '.', './packages/proxy', './packages/testing', '--ignore-scripts', '--pack-destination', 'release');
const packages = ['payment-widget', 'payment-widget-proxy', 'payment-widget-testing'].map(
  (name) => `${name}-${version}.tgz`,
);
for (const tarball of [...packages, packPhp(ROOT, OUT)]) {
  const sha512 = createHash('sha512')
    .update(readFileSync(join(OUT, tarball)))
    .digest('hex');
  writeFileSync(join(OUT, `${tarball}.sha512`), `${sha512}  ${tarball}\n`);
  console.log(`release/${tarball} is ready. Its SHA-512 is ${sha512}`);
}

console.log(`
Nothing is published. By hand:
  1. npm test && npm run test:system && npm run test:soak
  2. git tag v${version} && git push --tags
  3. npm publish release/payment-widget-${version}.tgz, then that of the proxy, then that of testing
  4. unpack the archive for PHP into the repository that Packagist reads, and tag it v${version}`);
