import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Credential, Overview } from '../../src/sandbox/console-api.js';
import { end, startDemoProcess, type DemoProcess } from '../support/demo-process.js';
import { samplePayment } from '../support/sample-payment.js';
import { OwnScope } from '../support/scope.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { times } from './effort.js';

const KILLS = times(4);

/** @returns a function that starts the demo, always with the same data */
async function demoIn(
  t: TestContext,
  env: Record<string, string> = {},
): Promise<(...args: string[]) => Promise<DemoProcess>> {
  const scope = new OwnScope(); // ends the demos before their folder is deleted
  t.after(() => scope.end());
  const folder = await temporaryFolder(scope);
  return async (...args) => {
    const demo = await startDemoProcess({ ...env, SANDBOX_DATA: folder }, args);
    scope.after(() => end(demo, 'SIGKILL'));
    return demo;
  };
}

interface Paid {
  readonly status: number;
  readonly id?: string;
}

/** Pays at the service. Default: with the printed Test key. */
async function payAtService({ printed }: DemoProcess, key = printed('Test key')): Promise<Paid> {
  const response = await fetch(`${printed('Service')}/v1/payments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify(samplePayment()),
  });
  const { id } = (await response.json()) as { id?: string };
  return { status: response.status, ...(id !== undefined && { id }) };
}

/** Pays the order of the script-tag page at the shop's proxy. */
async function payAtShop(demo: DemoProcess, attempt: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': attempt.repeat(43) };
  return fetch(`${demo.printed('Proxy')}/v1/payments`, {
    method: 'POST',
    headers: { ...headers, 'Order-Token': await orderToken(demo) },
    body: JSON.stringify(samplePayment({ amount: 4999 })),
  });
}

/** The order token of the script-tag page. */
async function orderToken({ printed }: DemoProcess): Promise<string> {
  const page = await (await fetch(printed('Script tag'))).text();
  return /order-token="([^"]+)"/.exec(page)?.[1] ?? assert.fail(page);
}

async function askConsole<T>({ printed }: DemoProcess, path: string): Promise<T> {
  return (await (await fetch(`${printed('Console')}api/${path}`)).json()) as T;
}

async function ledger({ printed }: DemoProcess): Promise<{ id: string }[]> {
  return (await (await fetch(printed('Ledger'))).json()) as { id: string }[];
}

describe('a demo that is killed and restarted', () => {
  it(`has every payment that it answered with 200, after ${KILLS} kills`, async (t) => {
    const start = await demoIn(t);
    const answered: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const demo = await start();
      const paying = Array.from({ length: 4 }, async () => {
        for (;;) {
          const { id } = await payAtService(demo).catch((): Partial<Paid> => ({}));
          if (id === undefined) return; // it was killed
          answered.push(id);
          if (answered.length % 20 === 0) demo.child.kill('SIGKILL');
        }
      });
      await Promise.all(paying);
      await end(demo, 'SIGKILL');
    }
    const kept = new Set((await ledger(await start())).map(({ id }) => id));
    assert.ok(answered.length >= KILLS * 20, String(answered.length));
    assert.deepEqual(
      answered.filter((id) => !kept.has(id)),
      [],
    );
  });

  it('accepts its API keys, except revoked ones', async (t) => {
    const start = await demoIn(t);
    const before = await start();
    const key = before.printed('Test key');
    await end(before, 'SIGKILL');
    const between = await start();
    const { status } = await payAtService(between, key);
    const { id } =
      (await askConsole<Credential[]>(between, 'keys')).find(({ kind }) => kind === 'test') ?? assert.fail();
    await fetch(`${between.printed('Console')}api/keys/${id}`, { method: 'DELETE' });
    await end(between, 'SIGKILL');
    const after = await start();
    const statuses = [status, (await payAtService(after, key)).status, (await payAtService(after)).status];
    assert.deepEqual(statuses, [200, 401, 200]);
  });

  it('counts the requests of the day', async (t) => {
    const start = await demoIn(t);
    const before = await start();
    await payAtService(before);
    await end(before, 'SIGKILL');
    const { requestsToday, recentRequests } = await askConsole<Overview>(await start(), 'overview');
    assert.deepEqual([requestsToday, recentRequests.length], [1, 1]);
  });

  it('replays the payment of a paid order', async (t) => {
    const start = await demoIn(t);
    const before = await start();
    const first = await payAtShop(before, 'a');
    await end(before, 'SIGKILL');
    const after = await start();
    const again = await payAtShop(after, 'b');
    assert.deepEqual(
      [first.status, again.status, again.headers.get('Idempotency-Replayed'), (await ledger(after)).length],
      [200, 200, 'true', 1],
    );
  });

  it('continues the order numbers', async (t) => {
    const start = await demoIn(t);
    const order = async ({ printed }: DemoProcess) =>
      ((await (await fetch(`${printed('Shop')}orders`, { method: 'POST' })).json()) as { reference: string }).reference;
    const before = await start();
    const first = await order(before);
    await end(before, 'SIGKILL');
    const numbers = [first, await order(await start())].map((reference) => reference.split('-')[1]);
    assert.deepEqual(numbers, ['1043', '1044']);
  });

  it('starts empty with --fresh', async (t) => {
    const start = await demoIn(t);
    const before = await start();
    await payAtService(before);
    const key = before.printed('Test key');
    await end(before, 'SIGINT');
    const after = await start('--fresh');
    assert.deepEqual([(await ledger(after)).length, after.printed('Test key') === key], [0, false]);
  });

  it('refuses to start twice with the same data, and explains why', async (t) => {
    const start = await demoIn(t);
    await start();
    const second = await start();
    assert.equal(second.child.exitCode, 1);
    assert.match(second.output(), /is in use by process \d+\. Stop that process or set SANDBOX_DATA to another folder/);
  });
});
