import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { times } from './soak/effort.js';
import { startSharedBrowser } from './support/browser.js';
import { findChromium } from './support/chromium.js';
import { runInBrowser } from './support/element-tests.js';
import { runBundles, runInNode, type NodeOptions } from './support/node-tests.js';
import { summarize, type Results } from './support/results.js';
import { watch } from './support/watch.js';
import { installRecipes } from './system/recipes/prerequisites.js';
import { installPackages } from '../tools/install-packages.js';

/**
 * Runs tiers of tests and ends with one list of failures: `run.ts --tier unit [--tier system] [part of a path]...`.
 * `node --test` and @web/test-runner do the work. Neither knows the other, type checking, lint or the build, hence this file.
 */

process.execArgv.length = 0; // else each test process would load tsx again

const { values, positionals: filters } = parseArgs({
  options: { tier: { type: 'string', multiple: true }, watch: { type: 'boolean' } },
  allowPositionals: true,
});
const TIERS: Readonly<Record<string, () => Promise<void>>> = { unit, system, soak };

const total: Results = { passed: 0, failures: [] };
let built: Promise<boolean> | undefined;

void main();

async function main(): Promise<void> {
  if (values.watch) await watchTests();
  for (const tier of values.tier ?? []) await TIERS[tier]?.();
  const found = total.passed + total.failures.length > 0;
  if (!found) total.failures.push({ file: `"${filters.join(' ')}"`, reason: 'No test file has this in its path.' });
  listFailures(total);
  process.stdout.write(`\n${total.passed} passed, ${total.failures.length} failed\n`);
  process.exit(total.failures.length === 0 ? 0 : 1);
}

/** `npm test`. The tests wait for browsers and servers now and then, so the checks run beside them and after them. */
async function unit(): Promise<void> {
  const checks = filters.length === 0 ? ['lint', 'check:types', 'check:format'] : [];
  const remaining = async () => {
    for (let name = checks.shift(); name; name = checks.shift()) await script(name);
  };
  await Promise.all([checks.length > 0 && hasBuild().then(remaining), quickTests().then(remaining)]);
  const endToEnd = testFiles('test/end-to-end');
  await withBrowser(endToEnd, () => node('end to end', endToEnd, { concurrency: 1 }));
}

async function quickTests(): Promise<void> {
  const inChromium = testFiles('test/element');
  const browser = inChromium.length > 0 ? findChromium().catch(() => undefined) : undefined; // may be installed meanwhile
  await Promise.all([browser, node('unit', testFiles('test/unit'), { concurrency: 2, shareProcesses: true })]);
  await element(inChromium);
}

async function system(): Promise<void> {
  const files = testFiles('test/system');
  await withBrowser(files, async () => {
    const some = (folder: string) => files.some((file) => file.startsWith(`test/system/${folder}/`));
    if (some('recipes') || some('quick-start')) installRecipes();
    if (some('emulated-dom')) installPackages('test/system/emulated-dom');
    if (some('docs')) await script('docs:build');
    await node('system', files, { concurrency: 3 });
  });
  for (const engine of ['firefox', 'webkit'] as const) await element(testFiles('test/element'), engine);
}

async function soak(): Promise<void> {
  const files = testFiles('test/soak');
  const inChromium = files.filter((file) => file.startsWith('test/soak/element/'));
  const inNode = files.filter((file) => !inChromium.includes(file));
  await withBrowser(inNode, () => node('soak', inNode, { concurrency: 3, minutes: times(10), reports: true }));
  await element(inChromium);
}

async function watchTests(): Promise<void> {
  const files = [...testFiles('test/unit'), ...testFiles('test/element')];
  if (files.length === 0) return;
  await watch(files, async (changed) => {
    const inChromium = [...changed.values()].filter((file) => file.startsWith('test/element/'));
    const inNode = new Map([...changed].filter(([, file]) => !inChromium.includes(file)));
    total.failures.length = 0;
    if (inNode.size > 0) await step('unit', () => runBundles(inNode, { concurrency: 2 }));
    await element(inChromium);
    listFailures(total);
  });
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

/** For files that test the built package: they share one browser. @web/test-runner starts its own. */
async function withBrowser(files: readonly string[], run: () => Promise<void>): Promise<void> {
  if (files.length === 0 || !(await hasBuild())) return;
  try {
    const browser = await startSharedBrowser();
    await run();
    await browser.close();
  } catch (error) {
    total.failures.push({ file: 'the browser', reason: String(error) });
  }
}

/** Builds at most once per run. */
function hasBuild(): Promise<boolean> {
  built ??= script('build:all');
  return built;
}

async function step(name: string, run: () => Promise<Results>): Promise<void> {
  const start = performance.now();
  const { passed, failures } = await run().catch((error: unknown): Results => {
    return { passed: 0, failures: [{ file: name, reason: String(error) }] };
  });
  total.passed += passed;
  total.failures.push(...failures);
  print(`${failures.length === 0 ? '✔' : '✖'} ${name}: ${passed} passed, ${failures.length} failed`, start);
}

/** Runs one of npm's scripts; shows its output only when it fails. */
async function script(name: string): Promise<boolean> {
  const start = performance.now();
  const child = spawn('npm', ['run', name], { shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  print(`${code === 0 ? '✔' : '✖'} npm run ${name}`, start);
  if (code === 0) return true;
  process.stdout.write(output);
  const firstError = output.split('\n').find((line) => /\berror\b|\[warn\]/.test(line));
  total.failures.push({ file: `npm run ${name}`, reason: firstError ?? output });
  return false;
}

function print(line: string, start: number): void {
  process.stdout.write(`${line} (${((performance.now() - start) / 1000).toFixed(1)} s)\n`);
}

function listFailures({ failures }: Results): void {
  if (failures.length > 0)
    process.stdout.write(`\nFailed:\n${failures.map((failure) => `  ${summarize(failure)}\n`).join('')}`);
}
