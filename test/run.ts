import { spawn } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startSharedBrowser } from './support/browser.js';
import { findChromium } from './support/chromium.js';
import { runInBrowser, runningInBrowser } from './support/element-tests.js';
import { BY_ENGINE } from './support/engines/engine.js';
import { installPackages } from './support/install-packages.js';
import { runInNode, runningFiles, type NodeOptions } from './support/node-tests.js';
import { summarize, type Results } from './support/results.js';
import { RUN_LIMIT_MS } from './support/run-limit.js';

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
const SLOWEST = 10;

const total: Results = { passed: 0, failures: [], durations: new Map() };
const built = new Map<string, Promise<boolean>>();

setTimeout(end, RUN_LIMIT_MS, 'reached the limit of the run.').unref();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
void main();

function stop(): void {
  end('was stopped.');
}

async function main(): Promise<void> {
  for (const tier of values.tier ?? []) await TIERS[tier]?.();
  if (total.passed + total.failures.length === 0)
    total.failures.push({ file: `"${filters.join(' ')}"`, reason: 'No test file has this in its path.' });
  end();
}

/** What need not be checked before each commit. */
async function check(): Promise<void> {
  for (const name of ['lint', 'check:docs', 'docs:build']) await script(name);
  await command('npx', 'prettier', '--check', '.');
}

/** `npm test` */
async function unit(): Promise<void> {
  const inChromium = testFiles('test/element');
  const endToEnd = testFiles('test/end-to-end');
  await Promise.all([
    filters.length === 0 && command('npx', 'tsc', '-p', '.').then(() => hasBuild('build:demo')),
    node('unit', testFiles('test/unit'), { concurrency: 2, filesPerProcess: 10 }),
    inChromium.length > 0 && findChromium(), // may be installed meanwhile
  ]);
  await element(inChromium);
  await withBrowser('build:demo', endToEnd, () => node('end to end', endToEnd, { concurrency: 1 }));
}

async function system(): Promise<void> {
  const files = testFiles('test/system');
  await withBrowser('build:all', files, async () => {
    const some = (folder: string) => files.some((file) => file.startsWith(`test/system/${folder}/`));
    if (some('recipes') || some('quick-start')) installRecipes();
    await node('system', files, { concurrency: 3 });
  });
  const byEngine = testFiles('test/element').filter((file) => BY_ENGINE.includes(file));
  for (const engine of ['firefox', 'webkit'] as const) await element(byEngine, engine);
}

async function soak(): Promise<void> {
  const files = testFiles('test/soak');
  const inChromium = files.filter((file) => file.startsWith('test/soak/element/'));
  const inNode = files.filter((file) => !inChromium.includes(file));
  await withBrowser('build:all', inNode, () => node('soak', inNode, { concurrency: 3, reports: true }));
  await element(inChromium);
}

/** Installs the dependencies of the recipes for Node, and links this package. */
function installRecipes(): void {
  const recipes = 'demo/proxies';
  installPackages(recipes);
  const link = `${recipes}/node_modules/payment-widget`;
  if (!existsSync(link)) symlinkSync(process.cwd(), link, 'junction');
}

/** Test files of a folder, narrowed to paths that contain one of the words on the command line. */
function testFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => filters.length === 0 || filters.some((word) => path.includes(word)))
    .sort();
}

async function node(name: string, files: readonly string[], options: NodeOptions): Promise<void> {
  if (files.length > 0) await step(name, () => runInNode(files, options));
}

async function element(
  files: readonly string[],
  engine: 'chromium' | 'firefox' | 'webkit' = 'chromium',
): Promise<void> {
  if (files.length > 0) await step(`element in ${engine}`, () => runInBrowser(files, engine));
}

/** For files that test the built files: they share one browser. @web/test-runner starts its own. */
async function withBrowser(build: string, files: readonly string[], run: () => Promise<void>): Promise<void> {
  if (files.length === 0 || !(await hasBuild(build))) return;
  try {
    const browser = await startSharedBrowser();
    await run();
    await browser.close();
  } catch (error) {
    total.failures.push({ file: 'the browser', reason: String(error) });
  }
}

/** Builds at most once per run. */
function hasBuild(name: string): Promise<boolean> {
  const build = built.get(name) ?? script(name);
  built.set(name, build);
  return build;
}

async function step(name: string, run: () => Promise<Results>): Promise<void> {
  const start = performance.now();
  const { passed, failures, durations } = await run().catch((error: unknown): Results => {
    return { passed: 0, failures: [{ file: name, reason: String(error) }], durations: new Map() };
  });
  total.passed += passed;
  total.failures.push(...failures);
  for (const [file, ms] of durations) total.durations.set(file, ms);
  print(`${failures.length === 0 ? '✔' : '✖'} ${name}: ${passed} passed, ${failures.length} failed`, start);
}

/** Runs one of npm's scripts. */
function script(name: string): Promise<boolean> {
  return command('npm', 'run', name);
}

/** Shows the output of a command only when it fails. */
async function command(program: string, ...args: readonly string[]): Promise<boolean> {
  const start = performance.now();
  const line = `${program} ${args.join(' ')}`;
  const child = spawn(program, args, { shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  print(`${code === 0 ? '✔' : '✖'} ${line}`, start);
  if (code === 0) return true;
  process.stdout.write(output);
  const firstError = output.split('\n').find((line) => /\berror\b|\[warn\]/.test(line));
  total.failures.push({ file: line, reason: firstError ?? output });
  return false;
}

function print(line: string, start: number): void {
  process.stdout.write(`${line} (${((performance.now() - start) / 1000).toFixed(1)} s)\n`);
}

/** @param reason - why tests that are running will not end */
function end(reason?: string): void {
  if (reason)
    for (const file of ['The run', ...runningFiles(), ...runningInBrowser()]) total.failures.push({ file, reason });
  const slowest = [...total.durations].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
  if (process.env.CI) for (const [file, ms] of slowest) process.stdout.write(`${(ms / 1000).toFixed(1)} s  ${file}\n`);
  const { passed, failures } = total;
  if (failures.length > 0)
    process.stdout.write(`\nFailed:\n${failures.map((failure) => `  ${summarize(failure)}\n`).join('')}`);
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
  process.exit(failures.length === 0 ? 0 : 1);
}
