import { spawn, type SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, findHeadlessShell } from './chromium.js';
import { DEMO_PAGES } from './support/demo-pages.js';
import { ENGINES, type Engine } from './support/engines/engine.js';
import type { Counts } from './support/runner.js';

/**
 * `npm test` checks, builds and runs the tests in Node and those of the element in Chromium, whatever fails on the way; its last
 * lines tell what failed and why, and how many passed. The last three of these are apart from it.
 * `npm test -- node` runs one part, `npm test -- browser card` only its files with "card" in their name or path.
 * `npm run test:frameworks` is the part that installs and builds `demo/frameworks`; `npm run test:frameworks -- vue` only that one.
 * `npm run test:proxies` holds the recipes for other back ends against the contract.
 * `npm run test:browsers` is the part that needs more browsers than one; `npm run test:browsers -- firefox card` narrows it.
 */

const TIME_LIMIT = 28 * 60_000;
const NOTHING: Counts = { passed: 0, failed: 0 };
const failedAs = (name: string): Counts => ({ passed: 0, failed: 1, failures: [name] });

/** What runs when no part is named, some of it side by side. */
const ALL = [['check', 'build'], ['node'], ['browser']];

const parts: Readonly<Record<string, () => Promise<Counts>>> = {
  check: () => script('check'),
  build: async () => {
    const built = await script('build');
    return built.failed === 0 ? script('build:pages') : built;
  },
  node: async () => {
    await hasChromium();
    return runner('node-tests.ts'); // without a browser only some of them fail
  },
  browser: async () => ((await hasChromium()) ? runner('browser-tests.ts') : failedAs('the search for a browser')),
  browsers: otherBrowsers,
  frameworks: async () => {
    if (!existsSync('dist/custom-elements.json')) await parts.build?.(); // what is packed
    process.env.FRAMEWORK = filter;
    await hasChromium();
    return runner('node-tests.ts', 'chromium', '', 'frameworks');
  },
  proxies: proxyRecipes,
};

let search: Promise<boolean> | undefined;

const [part, ...words] = process.argv.slice(2);
const [filter = ''] = words.filter((word) => !isEngine(word));
const total = { passed: 0, failed: 0, failures: [] as string[] };
for (const names of part === undefined ? ALL : [[part]]) {
  for (const { passed, failed, failures = [] } of await Promise.all(names.map(run))) {
    total.passed += passed;
    total.failed += failed;
    total.failures.push(...failures);
  }
}
process.exitCode = total.failed === 0 ? 0 : 1;
if (total.failed > 0) process.stdout.write(`\nFailed:\n${total.failures.map((failure) => `  ${failure}\n`).join('')}`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);

function run(name: string): Promise<Counts> {
  return (parts[name] ?? unknownPart)();
}

async function script(name: string): Promise<Counts> {
  const shell = process.platform === 'win32'; // there npm is npm.cmd
  const { code } = await start('npm', ['run', name], { shell, stdio: 'inherit' });
  return code === 0 ? NOTHING : failedAs(`npm run ${name}`);
}

/** The element's tests and the end-to-end payment, in the engines that `npm test` does not use. */
async function otherBrowsers(): Promise<Counts> {
  if (!existsSync(DEMO_PAGES)) await parts.build?.(); // what the end-to-end payment opens
  const total = { passed: 0, failed: 0, failures: [] as string[] };
  for (const engine of words.some(isEngine) ? words.filter(isEngine) : ENGINES.slice(1)) {
    for (const run of [
      ...('engines'.includes(filter) ? [() => runner('node-tests.ts', engine, 'engines.test')] : []),
      ...(filter === 'engines' ? [] : [() => runner('browser-tests.ts', engine)]),
    ]) {
      const { passed, failed, failures = [] } = await run();
      total.passed += passed;
      total.failed += failed;
      total.failures.push(...failures.map((name) => `${engine}: ${name}`));
    }
  }
  return total;
}

/** The recipes of demo/proxies, against the checks. They take the package as it is built. */
async function proxyRecipes(): Promise<Counts> {
  const built = existsSync('dist/proxy.js') ? NOTHING : await script('build');
  return built.failed === 0 ? runner('node-tests.ts', 'chromium', filter, 'proxies') : built;
}

/** Runs one of the test runners. One that crashes, or runs no test, has failed. */
async function runner(file: string, engine: Engine = 'chromium', only = filter, folder = 'node'): Promise<Counts> {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'support', file), only, folder];
  const { code, counts } = await start(process.execPath, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ENGINE: engine },
  });
  const found = counts ?? NOTHING;
  const failedAsAWhole = found.failed === 0 && (code !== 0 || found.passed === 0);
  const name = only && found.passed === 0 ? `${file}: no test ran of a file with "${only}" in its name` : file;
  return failedAsAWhole ? { ...failedAs(name), passed: found.passed } : found;
}

function isEngine(word: string): word is Engine {
  return (ENGINES as readonly string[]).includes(word);
}

/** Searches once, which can mean a long download. */
function hasChromium(): Promise<boolean> {
  search ??= chooseChromium();
  return search;
}

/** Tells every test by CHROME_PATH which browser to use. Where nobody has chosen one, some may use a quicker one. */
async function chooseChromium(): Promise<boolean> {
  try {
    const shell = process.env.CHROME_PATH ? undefined : await findHeadlessShell();
    if (shell) process.env.HEADLESS_SHELL_PATH = shell;
    process.env.CHROME_PATH = await findChromium();
    return true;
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    return false;
  }
}

function unknownPart(): Promise<Counts> {
  process.stderr.write(
    `There is no such part: say ${Object.keys(parts).join(', ')}, or nothing for ${ALL.flat().join(', ')}.\n`,
  );
  return Promise.resolve(failedAs('the call'));
}

interface Ending {
  readonly code: number | null;
  readonly counts?: Counts | undefined;
}

/** Runs a program to its end. Test runners send their counts before that. */
function start(program: string, args: string[], options: SpawnOptions): Promise<Ending> {
  return new Promise((resolve) => {
    let counts: Counts | undefined;
    const child = spawn(program, args, { ...options, timeout: TIME_LIMIT });
    child.on('message', (message) => {
      counts = message as Counts;
    });
    child.on('error', (error) => {
      process.stderr.write(`${String(error)}\n`);
      resolve({ code: null });
    });
    child.on('close', (code) => {
      resolve({ code, counts });
    });
  });
}
