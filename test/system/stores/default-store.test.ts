import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { assertProblem, newKey, payAs, testProxy, readReply, startProxy } from '../../support/node-proxy.js';
import { answer, gate, inTurn, startRecorder } from '../../support/node-servers.js';
import { runInProcesses, startProcess } from '../../support/processes.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const MINUTE = 60_000;

/** Starts a merchant's server as a process. */
async function startShop(t: TestContext, args: readonly string[]) {
  const child = startProcess('proxy-over-lmdb.ts', args);
  t.after(() => child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    proxyUrl: line.toString().trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

describe('proxy killed while it sends', () => {
  /** Kills a shop between sending and the answer. The service would answer the next request. */
  async function killWhileSending(t: TestContext) {
    const storePath = await temporaryFolder(t);
    const arrived = gate();
    const service = await startRecorder(t, inTurn(arrived.open, answer(200, '{}')));
    const shop = await startShop(t, [service.url, storePath]);
    const key = newKey();
    const lost = assert.rejects(payAs(shop.proxyUrl, key));
    await arrived.opened;
    await shop.kill();
    await lost;
    return { key, service, args: [service.url, storePath] };
  }

  it('leaves an unknown attempt that the next process does not send again', async (t) => {
    const { key, service, args } = await killWhileSending(t);
    const next = await startShop(t, [...args, String(MINUTE)]);
    await assertProblem(await payAs(next.proxyUrl, key), 502, 'attempt_unknown', 'unknown');
    assert.equal(service.requests.length, 1);
  });

  it('leaves the order locked from the first moment on', async (t) => {
    const { service, args } = await killWhileSending(t);
    const next = await startShop(t, args);
    await assertProblem(await payAs(next.proxyUrl), 409, 'conflict', 'unknown');
    assert.equal(service.requests.length, 1);
  });
});

describe('two processes with one store', () => {
  it('send a payment once that arrives at both, and answer both', async (t) => {
    const storePath = await temporaryFolder(t);
    const service = await startRecorder(t, answer(200, '{}'));
    const shops = await Promise.all([1, 2].map(() => startShop(t, [service.url, storePath])));
    const key = newKey();
    const answers = await Promise.all(shops.map(({ proxyUrl }) => payAs(proxyUrl, key)));
    assert.deepEqual([answers.map(({ status }) => status), service.requests.length], [[200, 200], 1]);
  });
});

describe('default store', () => {
  it('is created with the first payment and keeps attempts after close()', async (t) => {
    const storePath = join(await temporaryFolder(t), 'attempts');
    const service = await startRecorder(t, answer(200, '{"id":1}'));
    const settings = { store: undefined, storePath, baseUrl: service.url };
    const proxy = testProxy(settings);
    const before = existsSync(storePath);
    const key = newKey();
    await payAs(await startProxy(t, proxy), key);
    await proxy.close();
    const next = testProxy(settings);
    t.after(() => next.close());
    assert.deepEqual(
      [before, await readReply(await payAs(await startProxy(t, next), key))],
      [false, [200, '{"id":1}', true]],
    );
  });

  for (const [mode, result] of [
    ['live', { statuses: [503, 503], sent: 0, events: ['store_failed', 'store_failed'] }],
    ['test', { statuses: [200, 200], sent: 1, events: ['store_forgets'] }],
  ] as const) {
    it(`that cannot be loaded, with a ${mode} key: answers ${result.statuses.join()}, sends ${result.sent}, logs ${result.events.join()}`, async () => {
      const [output = ''] = await runInProcesses(1, 'without-lmdb.ts', [mode]);
      assert.deepEqual(JSON.parse(output), result);
    });
  }
});
