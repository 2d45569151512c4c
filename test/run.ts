import { exec } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findChromium } from './runner/chromium.js';
import { BY_ENGINE } from './runner/engines/engine.js';
import { installPackages } from './runner/install-packages.js';
import { begin, end, errorIn, fail } from './runner/report.js';
import { runInBrowser, runInNode } from './runner/test-files.js';

/** Runs tiers of tests: `run.ts --tier unit [--tier system] [part of a path]...` */

const { values, positionals: filters } = parseArgs({
  options: { tier: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
});
const TIERS: Readonly<Record<string, () => Promise<void>>> = { check, unit, system, soak };
const RECIPES = 'demo/proxies';
const builds: Partial<Record<string, Promise<boolean>>> = {};

process.execArgv.length = 0; // else each test process would load tsx again
process.env.NODE_OPTIONS = '--enable-source-maps --disable-warning=ExperimentalWarning'; // mocked timers
process.env.UV_THREADPOOL_SIZE = '1'; // see idle()

for (const tier of values.tier) await TIERS[tier]?.().catch((error: unknown) => fail(`--tier ${tier}`, String(error)));
end();

/** What need not be checked before each commit. */
async function check(): Promise<void> {
  for (const name of ['lint', 'check:docs', 'docs:build']) await command(`npm run ${name}`);
  await command('npx prettier --check .');
}

/** `npm test` */
async function unit(): Promise<void> {
  const inChromium = testFiles('test/element');
  await Promise.all([
    filters.length === 0 && command('npx tsc -p .').then(() => build('build:demo')),
    runInNode(testFiles('test/unit'), 2),
    inChromium.length > 0 && findChromium(), // may be installed meanwhile
  ]);
  await runInBrowser(inChromium);
  await runBuilt('build:demo', testFiles('test/end-to-end'));
}

async function system(): Promise<void> {
  const files = testFiles('test/system');
  if (files.some((file) => file.includes('recipes'))) {
    installPackages(RECIPES);
    const link = `${RECIPES}/node_modules/payment-widget`;
    if (!existsSync(link)) symlinkSync(process.cwd(), link, 'junction');
  }
  await runBuilt('build:all', files);
  const sample = testFiles('test/element').filter((file) => BY_ENGINE.includes(file));
  for (const engine of ['firefox', 'webkit'] as const) await runInBrowser(sample, engine);
}

async function soak(): Promise<void> {
  const inChromium = testFiles('test/soak/element');
  const files = testFiles('test/soak').filter((file) => !inChromium.includes(file));
  await runInNode(testFiles('test/simulation'), 1);
  await runBuilt('build:all', files);
  await runInBrowser(inChromium);
}

/** Test files of a folder, narrowed to paths that contain one of the words on the command line. */
function testFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => filters.length === 0 || filters.some((word) => path.includes(word)))
    .sort();
}

/** Builds at most once per run. */
function build(name: string): Promise<boolean> {
  return (builds[name] ??= command(`npm run ${name}`));
}

async function runBuilt(name: string, files: readonly string[]): Promise<void> {
  if (files.length > 0 && (await build(name))) await runInNode(files, 3);
}

/** Shows the output of a command only when it fails. */
function command(line: string): Promise<boolean> {
  const start = performance.now();
  begin(line);
  return new Promise((resolve) => {
    exec(line, { maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (error) fail(line, `${errorIn(stdout + stderr)}\n${stdout}${stderr}`);
      else process.stdout.write(`✔ ${line} (${Math.round((performance.now() - start) / 1000)} s)\n`);
      resolve(!error);
    });
  });
}
