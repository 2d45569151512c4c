import { exec } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BY_ENGINE } from './other-engines/engine.js';
import { openFirefox } from './other-engines/firefox.js';
import { openWebKit } from './other-engines/webkit-launcher.js';
import { runInBrowser } from './runner/browser.js';
import { findChromium } from './runner/chromium.js';
import { runInNode } from './runner/node.js';
import { end, errorIn, fail, say } from './runner/report.js';

/** Runs tiers of tests: `run.ts --tier unit [--tier system] [part of a path]...` */

const { values, positionals: filters } = parseArgs({
  options: { tier: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
});
const TIERS: Readonly<Record<string, () => Promise<void>>> = { check, unit, system, soak };
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
  await runBuilt('build:all', testFiles('test/system'));
  const sample = testFiles('test/element').filter((file) => BY_ENGINE.includes(file));
  await runInBrowser(sample, openFirefox);
  await runInBrowser(sample, openWebKit);
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
  say(`… ${line}`);
  return new Promise((resolve) => {
    exec(line, { maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (error) fail(line, `${errorIn(stdout + stderr)}\n${stdout}${stderr}`);
      else say(`✔ ${line} (${Math.round((performance.now() - start) / 1000)} s)`);
      resolve(!error);
    });
  });
}
