import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { translate } from '../../support/processes.js';

/** Writes each test that failed as a line: its title and its message. */
const REPORTER = `data:text/javascript,${encodeURIComponent(`export default async function* (events) {
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.details.type === 'suite') continue;
    yield data.name + ': ' + String(data.details.error?.cause ?? '').split('\\n')[0] + '\\n';
  }
}`)}`;

/** Runs the tests of a store with a fault. Returns what fails. */
async function failuresOf(fault: string): Promise<string> {
  const module = pathToFileURL(translate('test/support/open-stores/faulty.ts')).href;
  const [file, program] = [
    'test/support/processes/test-store.ts',
    'packages/testing/src/store-tests/store-process.ts',
  ].map(translate);
  const args = ['--test-reporter', REPORTER, file ?? '', module, program ?? ''];
  const { PATH } = process.env; // without the variables of the outer test runner
  const env = { PATH, STORE_FAULT: fault };
  return text(spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] }).stdout);
}

describe('the tests of a store', { concurrency: 3 }, () => {
  it('pass for one without faults', async () => {
    assert.equal(await failuresOf(''), '');
  });

  for (const [fault, failure] of [
    ['lets all writers win', /rejects a change from "other"/],
    ['swaps one name after another', /writes nothing when only change/],
    ['takes seconds for milliseconds', /keeps a value until it expires/],
    ['takes an empty value for a missing one', /when the value is ""/],
    ['lists all values as lasting', /lists values that do not expire alone/],
    ['returns values in another order', /returns values in the order of the names/],
  ] as const) {
    it(`find a store that ${fault}`, async () => {
      assert.match(await failuresOf(fault), failure);
    });
  }
});
