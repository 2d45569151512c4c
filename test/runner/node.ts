import { once } from 'node:events';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { bundle, bundled } from './bundle.js';
import { HANG_MS } from './limits.js';
import { errorIn, fail, pass, say } from './report.js';

/** Runs test files as `node --test` does, each in a process of its own. */
export async function runInNode(files: readonly string[], concurrency: number): Promise<void> {
  if (files.length === 0) return;
  say(`… Test files in Node: ${files.length}`);
  await bundle(files, { platform: 'node', packages: 'external', inject: ['test/support/node-setup.ts'] });
  const waiting = files.values();
  const runNext = async (): Promise<void> => {
    for (const file of waiting) await runFile(file);
  };
  await Promise.all(Array.from({ length: concurrency }, runNext));
}

async function runFile(file: string): Promise<void> {
  const path = bundled(file); // what happens outside of tests has this name
  const titles: string[] = []; // the title of a test follows those of its suites
  const running = new Set<string>();
  let output = '';
  const titleOf = (nesting: number) => [file, ...titles.slice(0, nesting + 1)].join(' › ');
  const tests = run({ files: [path], timeout: HANG_MS });
  tests.on('test:stderr', ({ message }) => {
    output += message;
    if (message.startsWith('SKIPPED')) say(message); // this machine cannot run the test
  });
  tests.on('test:diagnostic', ({ message }) => (output += message.startsWith('Error:') ? message : ''));
  tests.on('test:dequeue', ({ name }) => running.add(name));
  tests.on('test:complete', ({ name }) => running.delete(name));
  tests.on('test:start', ({ name, nesting }) => (titles[nesting] = name));
  tests.on('test:pass', ({ name, nesting, details, skip, todo }) => {
    if (name === path) fail(file, 'The file contains no test.');
    else if ((skip ?? todo) !== undefined) fail(titleOf(nesting), 'It is skipped.');
    else if (details.type !== 'suite') pass();
  });
  tests.on('test:fail', ({ name, nesting, details: { error } }) => {
    const { failureType, cause } = error as { failureType?: string; cause?: unknown };
    const reason = cause instanceof Error ? String(cause.stack) : inspect(cause);
    if (name === path) fail(file, `${reason} ${[...running].join(' › ')} ${errorIn(output)}\n${output}`);
    else if (failureType !== 'subtestsFailed') fail(titleOf(nesting), reason);
  });
  await once(tests.resume(), 'end');
}
