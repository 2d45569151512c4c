import { once, setMaxListeners } from 'node:events';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { report, testFiles, type Verdict } from './runner.js';

/** Runs the tests of the folder `test/node`, or of another one, in Node, each file in a process of its own. */

interface TestEvent {
  readonly name: string;
  readonly nesting: number;
  readonly file?: string;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly details: {
    readonly type?: string;
    readonly error?: { readonly failureType?: unknown; readonly cause?: unknown };
  };
}

const MINUTE = 60_000;

/** Files that kill processes by the dozen, or count on who speaks first: beside others they would be late. */
const ALONE = /crash|killed|fault-proxy|event-log/;

const [, , , folder = 'node'] = process.argv;
const files = testFiles(join(import.meta.dirname, '..', folder), { recursive: true });

const verdicts: Verdict[] = [];
let previous: TestEvent | undefined;

await runFiles(
  files.filter((file) => !ALONE.test(file)),
  3,
);
await runFiles(
  files.filter((file) => ALONE.test(file)),
  1,
);
report(verdicts);

async function runFiles(files: string[], concurrency: number): Promise<void> {
  if (files.length === 0) return; // none would mean all
  const signal = AbortSignal.timeout(20 * MINUTE); // for all: Node 24 does not end a file that keeps something open
  setMaxListeners(0, signal); // each file listens
  const tests = run({
    files,
    concurrency,
    timeout: (folder === 'node' ? 8 : 15) * MINUTE, // for each file
    signal,
  });
  tests.on('test:pass', (event: TestEvent) => {
    if (isSkipped(event)) verdicts.push(failureOf(event, 'It was skipped, or is still to do.'));
    else if (isFile(event)) verdicts.push(failureOf(event, 'There is no test in it.'));
    else if (!isParent(event)) verdicts.push({ ...event, passed: true });
    previous = event;
  });
  tests.on('test:fail', (event: TestEvent) => {
    if (event.details.error?.failureType !== 'subtestsFailed') verdicts.push(failureOf(event, reasonOf(event)));
    previous = event;
  });
  tests.pipe(new spec()).pipe(process.stdout, { end: false });
  await once(tests, 'end');
}

function failureOf(event: TestEvent, reason: string): Verdict {
  const file = relative(process.cwd(), event.file ?? '');
  return { name: isFile(event) ? file : `${file}: ${event.name}`, passed: false, reason };
}

function reasonOf(event: TestEvent): string {
  if (isFile(event)) return 'It ended before its tests did: see what it wrote.';
  const { cause } = event.details.error ?? {};
  if (cause instanceof Error) return cause.stack ?? cause.message;
  return typeof cause === 'string' ? cause : inspect(cause);
}

/** A skipped check is a defect, and so is one that is still to do. */
function isSkipped({ skip, todo }: TestEvent): boolean {
  return skip !== undefined || todo !== undefined;
}

/** A file is reported as a test when there was none in it. */
function isFile({ name, file }: TestEvent): boolean {
  return name === file;
}

/** A suite, or a test with tests of its own: those came just before it and are counted. */
function isParent({ details, nesting, file }: TestEvent): boolean {
  return details.type === 'suite' || (previous?.file === file && (previous?.nesting ?? 0) > nesting);
}
