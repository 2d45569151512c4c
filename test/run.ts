import { spawn } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startSharedBrowser } from './support/browser.js';
import { findChromium } from './runner/chromium.js';
import { runInBrowser } from './runner/element-tests.js';
import { BY_ENGINE, type Engine } from './runner/engines/engine.js';
import { installPackages } from './runner/install-packages.js';
import { runInNode, type NodeOptions } from './runner/node-tests.js';
import { fail, results } from './runner/results.js';

/**
 * Runs tiers of tests and ends with one list of failures: `run.ts --tier unit [--tier system] [part of a path]...`.
 * `node --test` and @web/test-runner do the work. Neither knows the other, type checking, lint or the build, hence this file.
 */

process.execArgv.length = 0; // else each test process would load tsx again

const { values, positionals: filters } = parseArgs({
  options: { tier: { type: 'string', multiple: true } },
  allowPositionals: true,
});
const TIERS: Readonly<Record<string, () => Promise<void>>> = { check, unit, system, soak };
const RECIPES = 'demo/proxies';
const builds = new Map<string, Promise<boolean>>();

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
for (const tier of values.tier ?? []) await TIERS[tier]?.();
if (results.passed + results.failures.length === 0)
  fail(`"${filters.join(' ')}"`, '', 'No test file has this in its path.');
end();

/** What need not be checked before each commit. */
async function check(): Promise<void> {
  for (const name of ['lint', 'check:docs', 'docs:build']) await command('npm', 'run', name);
  await command('npx', 'prettier', '--check', '.');
}

/** `npm test` */
async function unit(): Promise<void> {
  const inChromium = testFiles('test/element');
  const endToEnd = testFiles('test/end-to-end');
  await Promise.all([
    filters.length === 0 && command('npx', 'tsc', '-p', '.').then(() => build('build:demo')),
    node(testFiles('test/unit'), { concurrency: 2, filesPerProcess: 10 }),
    inChromium.length > 0 && findChromium(), // may be installed meanwhile
  ]);
  await element(inChromium);
  await built('build:demo', endToEnd, { concurrency: 1 });
}

async function system(): Promise<void> {
  const files = testFiles('test/system');
  const some = (folder: string) => files.some((file) => file.startsWith(`test/system/${folder}/`));
  if (some('recipes') || some('quick-start')) {
    installPackages(RECIPES);
    const link = `${RECIPES}/node_modules/payment-widget`;
    if (!existsSync(link)) symlinkSync(process.cwd(), link, 'junction');
  }
  await built('build:all', files, { concurrency: 3 });
  const byEngine = testFiles('test/element').filter((file) => BY_ENGINE.includes(file));
  for (const engine of ['firefox', 'webkit'] as const) await element(byEngine, engine);
}

async function soak(): Promise<void> {
  const [inChromium, files] = [testFiles('test/soak/element'), testFiles('test/soak')];
  await built(
    'build:all',
    files.filter((file) => !inChromium.includes(file)),
    { concurrency: 3 },
  );
  await element(inChromium);
}

/** Test files of a folder, narrowed to paths that contain one of the words on the command line. */
function testFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => filters.length === 0 || filters.some((word) => path.includes(word)))
    .sort();
}

function node(files: readonly string[], options: NodeOptions): Promise<void> {
  return step(files, () => runInNode(files, options));
}

function element(files: readonly string[], engine: Engine = 'chromium'): Promise<void> {
  return step(files, () => runInBrowser(files, engine));
}

/** For files that test the built files: they share one browser. @web/test-runner starts its own. */
async function built(name: string, files: readonly string[], options: NodeOptions): Promise<void> {
  if (files.length === 0 || !(await build(name))) return;
  const browser = await startSharedBrowser();
  await node(files, options);
  await browser.close();
}

/** Builds at most once per run. */
function build(name: string): Promise<boolean> {
  const started = builds.get(name) ?? command('npm', 'run', name);
  builds.set(name, started);
  return started;
}

async function step(files: readonly string[], run: () => Promise<void>): Promise<void> {
  if (files.length > 0) await run().catch((error: unknown) => fail(files.join(', '), '', String(error)));
}

/** Shows the output of a command only when it fails. */
async function command(program: string, ...args: readonly string[]): Promise<boolean> {
  const start = performance.now();
  const child = spawn(program, args, { shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const error = output.split('\n').find((line) => /\berror\b|\[warn\]/.test(line));
  const line = [program, ...args].join(' ');
  process.stdout.write(`${code === 0 ? '✔' : '✖'} ${line} (${Math.round((performance.now() - start) / 1000)} s)\n`);
  if (code !== 0) fail(line, error ?? '', output);
  return code === 0;
}

function stop(): void {
  for (const file of ['The run', ...results.running()]) fail(file, '', 'was stopped.');
  end();
}

function end(): void {
  const slowest = [...results.durations].sort(([, a], [, b]) => b - a).slice(0, 10);
  for (const [file, ms] of slowest) process.stdout.write(`${(ms / 1000).toFixed(1)} s  ${file}\n`);
  const { passed, failures } = results;
  if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.map((line) => `  ${line}\n`).join('')}`);
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
  process.exit(failures.length === 0 ? 0 : 1);
}
