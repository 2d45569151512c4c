import { once } from 'node:events';
import { resolve } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { bundle, bundled } from './bundle.js';
import { HANG_MS } from './limits.js';
import { errorIn, fail, pass, say } from './report.js';

/** Runs test files as `node --test` does, each in a process of its own. Node reports one file after the other. */
export async function runInNode(files: readonly string[], concurrency: number): Promise<void> {
  if (files.length === 0) return;
  say(`… Test files in Node: ${files.length}`);
  await bundle(files, { platform: 'node', packages: 'external', inject: ['test/support/node-setup.ts'] });
  const titles: string[] = []; // the title of a test follows those of its suites
  const running = new Set<string>();
  let output = ''; // of the present file
  const sources = new Map(files.flatMap((file) => [bundled(file), resolve(file)].map((path) => [path, file])));
  const titleOf = (path = '', nesting: number) =>
    [sources.get(path) ?? path, ...titles.slice(0, nesting + 1)].join(' › ');
  const tests = run({ files: files.map(bundled), concurrency, timeout: HANG_MS });
  tests.on('test:stderr', ({ message }) => {
    output += message;
    if (message.startsWith('SKIPPED')) say(message); // this machine cannot run the test
  });
  tests.on('test:diagnostic', ({ message }) => (output += message.startsWith('Error:') ? message : ''));
  tests.on('test:dequeue', ({ name }) => sources.has(name) || running.add(name));
  tests.on('test:complete', ({ name }) => running.delete(name));
  tests.on('test:start', ({ name, nesting }) => (titles[nesting] = name));
  tests.on('test:pass', ({ name, nesting, details, skip, todo, file }) => {
    if (sources.has(name)) fail(titleOf(name, -1), 'The file contains no test.');
    else if ((skip ?? todo) !== undefined) fail(titleOf(file, nesting), 'It is skipped.');
    else if (details.type !== 'suite') pass();
    if (nesting === 0) output = '';
  });
  tests.on('test:fail', ({ name, nesting, details: { error }, file }) => {
    const { failureType, cause } = error as { failureType?: string; cause?: unknown };
    const reason = cause instanceof Error ? String(cause.stack) : inspect(cause);
    if (sources.has(name))
      fail(titleOf(name, -1), `${reason} ${[...running].join(' › ')} ${errorIn(output)}\n${output}`);
    else if (failureType !== 'subtestsFailed') fail(titleOf(file, nesting), reason);
    if (nesting === 0) output = '';
  });
  await once(tests.resume(), 'end');
}
