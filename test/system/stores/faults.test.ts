import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { translate } from '../../support/processes.js';
import { STORE_FAULTS } from '../../support/remote-store/faults.js';
import { startRemoteStore } from '../../support/remote-store/server.js';

/** Writes each test that ran as a line of JSON. */
const REPORTER = `data:text/javascript,${encodeURIComponent(`export default async function* (events) {
  for await (const { type, data } of events) {
    if (!/^test:(pass|fail)$/.test(type) || data.details.type === 'suite' || data.skip !== undefined) continue;
    yield JSON.stringify({ title: data.name, message: String(data.details.error?.cause ?? '') }) + '\\n';
  }
}`)}`;

interface Result {
  readonly title: string;
  /** Empty if it passed. */
  readonly message: string;
}

interface Run {
  readonly fault?: string;
  /** Part of the titles of the tests that are run. */
  readonly only?: string;
  readonly processes: number;
}

/** Runs the tests of a store over TCP. */
async function run(t: { after(end: () => unknown): void }, { fault, only, processes }: Run): Promise<Result[]> {
  const port = String(await startRemoteStore(t));
  const isEndless = STORE_FAULTS.find(({ name }) => name === fault)?.isEndless;
  const pattern = only === undefined ? [] : [`--test-name-pattern=${only.replace(/[()".*+?[\]\\]/g, '\\$&')}`];
  const args = [
    ...[
      '--enable-source-maps',
      '--test-reporter',
      REPORTER,
      ...pattern,
      translate('test/support/remote-store/test.ts'),
    ],
    pathToFileURL(translate('test/support/remote-store/open.ts')).href,
    ...[translate('src/testing/store-process.ts'), port, String(processes)],
  ];
  const { PATH } = process.env; // without the variables of the outer test runner
  const child = spawn(process.execPath, args, {
    env: {
      PATH,
      STORE_PORT: port,
      ...(fault !== undefined && { STORE_FAULT: fault }),
      ...(isEndless && { STORE_LIMIT: '1000' }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = (await text(child.stdout)).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Result);
}

describe('the tests of a store', { concurrency: 3 }, () => {
  it('pass for one without faults', async (t) => {
    const results = await run(t, { processes: 8 });
    assert.deepEqual([results.filter(({ message }) => message), results.length > 80], [[], true]);
  });

  for (const { name, foundBy, says } of STORE_FAULTS) {
    it(`find a store that ${name}`, async (t) => {
      const results = await run(t, { fault: name, only: foundBy, processes: 6 });
      assert.ok(results.length > 0, 'No test has this title.');
      assert.match(results.map(({ message }) => message).join('\n'), says);
    });
  }
});
