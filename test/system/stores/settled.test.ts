import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import { inMode } from 'payment-widget-proxy/stores/store';
import { countWaiting } from 'payment-widget-proxy/attempts/list-attempts';
import { openLmdbStore } from 'payment-widget-proxy/stores/lmdb';
import { newKey, payAs } from '../../support/node-proxy.js';
import { answer, startRecorder } from '../../support/node-servers.js';
import { startProcess } from '../../support/processes.js';
import { samplePayment } from '../../support/sample-payment.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { until } from '../../support/until.js';

/** Longer than a lease, in ms. */
const AHEAD = 100_000;

/** Starts a proxy in a process of its own. */
async function start(t: TestContext, args: readonly string[]) {
  const child = startProcess('settled-over-lmdb.ts', args);
  t.after(() => child.kill('SIGKILL'));
  const [proxyUrl] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    proxyUrl,
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const linesOf = async (file: string) => (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);

describe('onSettled after a killed process', () => {
  it('is called by the next one, until it has accepted', async (t) => {
    const folder = await temporaryFolder(t);
    const [store, file] = [join(folder, 'attempts'), join(folder, 'settled.txt')];
    const service = await startRecorder(t, answer(200, '{"id":"pay_1"}'));
    const first = await start(t, [service.url, store, file, 'hang']);
    assert.equal((await payAs(first.proxyUrl)).status, 200);
    await until(async () => (await linesOf(file)).length === 1);
    await first.kill();

    const second = await start(t, [service.url, store, file, 'accept', String(AHEAD)]);
    await until(async () => (await linesOf(file)).length === 2);
    const records = await openLmdbStore({ path: store });
    t.after(() => records.close?.());
    await until(async () => (await countWaiting(inMode('test', records))) === 0);
    await second.kill();
    const third = await start(t, [service.url, store, file, 'accept', String(2 * AHEAD)]);
    await payAs(third.proxyUrl, newKey(), samplePayment({ reference: 'order-2' }));
    await until(async () => (await linesOf(file)).includes('order-2 paid'));
    assert.deepEqual(await linesOf(file), ['order-1042 paid', 'order-1042 paid', 'order-2 paid']);
  });
});
