import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IntegrityPack } from './integrity.js';
import { hasEntry } from './changelog.js';

/**
 * `npm run release` makes what would be published, from a clean work tree, and publishes nothing: it checks, builds,
 * tests the package, packs it into `release/`, and says what is left to be done by hand.
 */

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'release');

const say = (text: string) => process.stdout.write(`${text}\n`);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };

/** Runs an npm command, and ends this one when it fails. */
function npm(...args: readonly string[]): void {
  const shell = process.platform === 'win32'; // there npm is npm.cmd
  const { status } = spawnSync('npm', args, { cwd: ROOT, shell, stdio: 'inherit' });
  if (status !== 0) stop(`npm ${args.join(' ')} failed.`);
}

function stop(reason: string): never {
  process.stderr.write(`\nNo release: ${reason}\n`);
  process.exit(1);
}

const isClean = () => execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' }) === '';

if (!isClean()) stop('the work tree has changes that are not committed.');
if (hasEntry(read('CHANGELOG.md'), 'Unreleased')) stop('CHANGELOG.md has entries under [Unreleased].');
if (!hasEntry(read('CHANGELOG.md'), version)) stop(`CHANGELOG.md has no entry "## [${version}]" with something in it.`);

npm('run', 'check');
npm('run', 'build');
npm('run', 'size');
// publint, the types and every entry of what npm packs, among others; and that the documents say what is so
for (const tests of ['package', 'integrity', 'metadata', 'types.test', 'docs.test']) npm('test', '--', 'node', tests);
if (!isClean()) stop('the build has changed files that are in git.');

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
npm('pack', '--ignore-scripts', '--pack-destination', 'release');

const tarball = `${name}-${version}.tgz`;
const hash = createHash('sha512').update(readFileSync(join(OUT, tarball)));
const sha512 = hash.digest('hex');
writeFileSync(join(OUT, `${tarball}.sha512`), `${sha512}  ${tarball}\n`);

const { files } = JSON.parse(read('dist/integrity.json')) as IntegrityPack;
const { integrity = '' } = files.find(({ file }) => file === 'payment-widget.js') ?? {};
say(`
release/${tarball} is what would be published; its sha512 is beside it:
  ${sha512}

The classic script:
  <script src="/payment-widget.js" integrity="${integrity}" crossorigin="anonymous" defer></script>

Nothing is published. By hand:
  1. npm test
  2. npm run test:system && npm run test:soak
  3. git tag v${version} && git push --tags
  4. npm publish release/${tarball}`);
