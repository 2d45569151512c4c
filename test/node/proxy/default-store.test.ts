import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertProblem, newKey, payAs, testProxy, told, startProxy } from '../../support/node-proxy.js';
import { answer, inTurn, stall, startRecorder } from '../../support/node-servers.js';
import { runInProcesses, startProcess } from '../../support/processes.js';
import { temporaryFolder } from '../../support/stores.js';

const MINUTE = 60_000;

/** Starts a merchant's server as a process of its own. */
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

describe('a proxy that is killed while it sends', () => {
  /** A shop that has died between "sent" and the answer; its service would answer the next one. */
  async function dead(t: TestContext) {
    const storePath = await temporaryFolder(t);
    const service = await startRecorder(t, inTurn(stall, answer(200, '{}')));
    const shop = await startShop(t, [service.url, storePath]);
    const key = newKey();
    const lost = assert.rejects(payAs(shop.proxyUrl, key));
    while (service.requests.length === 0) await wait(10);
    await shop.kill();
    await lost;
    return { key, service, args: [service.url, storePath] };
  }

  it('leaves an unknown attempt, which the next process does not send again', async (t) => {
    const { key, service, args } = await dead(t);
    const next = await startShop(t, [...args, String(MINUTE)]);
    await assertProblem(await payAs(next.proxyUrl, key), 502, 'attempt_unknown', 'unknown');
    assert.equal(service.requests.length, 1);
  });

  it('leaves an order that nobody else can pay, from the first moment on', async (t) => {
    const { service, args } = await dead(t);
    const next = await startShop(t, args);
    await assertProblem(await payAs(next.proxyUrl), 409, 'conflict', 'unknown');
    assert.equal(service.requests.length, 1);
  });

  it('leaves an answer to whoever asks what became of it', async (t) => {
    const { key, args } = await dead(t);
    const next = await startShop(t, [...args, String(MINUTE)]);
    const { state } = (await (await fetch(`${next.proxyUrl}/attempts/${key}`)).json()) as { state: string };
    assert.equal(state, 'unknown');
  });
});

describe('two processes over one store', () => {
  it('send a payment that comes to both once, and answer both', async (t) => {
    const storePath = await temporaryFolder(t);
    const service = await startRecorder(t, answer(200, '{}'));
    const shops = await Promise.all([1, 2].map(() => startShop(t, [service.url, storePath])));
    const key = newKey();
    const answers = await Promise.all(shops.map(({ proxyUrl }) => payAs(proxyUrl, key)));
    assert.deepEqual([answers.map(({ status }) => status), service.requests.length], [[200, 200], 1]);
  });
});

describe('the default store', () => {
  it('is made on the first payment, not before, and remembers after close()', async (t) => {
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
      [before, await told(await payAs(await startProxy(t, next), key))],
      [false, [200, '{"id":1}', true]],
    );
  });

  for (const [mode, result] of [
    ['live', { statuses: [503, 503], sent: 0, events: ['store_failed', 'store_failed'] }],
    ['test', { statuses: [200, 200], sent: 1, events: ['store_forgets'] }],
  ] as const) {
    it(`that cannot be loaded, with a ${mode} key: ${result.statuses.join()}, sent ${result.sent} times, logs ${result.events.join()}`, async () => {
      const [output = ''] = await runInProcesses(1, 'without-lmdb.ts', [mode]);
      assert.deepEqual(JSON.parse(output), result);
    });
  }
});
