import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { verifyWebhook } from 'payment-widget-proxy';
import { openSandbox } from 'payment-widget-testing/sandbox/open-sandbox';
import { startSandbox, type RunningSandbox, type SandboxOptions } from 'payment-widget-testing';
import { FakeClock } from '../../support/fake-clock.js';
import { samplePayment } from '../../support/sample-payment.js';
import { answer, startRecorder } from '../../support/node-servers.js';
import type { Scope } from '../../support/scope.js';
import { until } from '../../support/until.js';

const DECLINED_CARD = '4000000000000002';

async function sandboxFor(t: Scope, options?: SandboxOptions): Promise<RunningSandbox> {
  const sandbox = await startSandbox(options);
  t.after(() => sandbox.close());
  return sandbox;
}

interface Payment {
  readonly reference?: string;
  readonly number?: string;
}

/** Pays as the proxy of a shop does. */
async function pay({ baseUrl, apiKey }: RunningSandbox, { reference = 'order-1', number }: Payment = {}) {
  const { status } = await fetch(`${baseUrl}/v1/payments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(samplePayment({ reference, amount: 4999, ...(number && { card: { number } }) })),
  });
  return status;
}

describe('startSandbox', () => {
  it('lists the charges of an order, and the requests without card number and key', async (t) => {
    const sandbox = await sandboxFor(t);
    for (const reference of ['order-1', 'order-2', 'order-1']) await pay(sandbox, { reference });
    await pay(sandbox, { number: DECLINED_CARD });
    const charges = sandbox.ledger('order-1').map(({ amount, currency }) => [amount, currency]);
    assert.deepEqual(charges, [
      [4999, 'EUR'],
      [4999, 'EUR'],
    ]);
    const requests = sandbox.requests().map(({ endpoint, status }) => [endpoint, status]);
    assert.deepEqual(requests.slice(0, 2), [
      ['POST /v1/payments', '402 Payment Required'],
      ['POST /v1/payments', '200 OK'],
    ]);
    assert.doesNotMatch(JSON.stringify(sandbox.requests()), new RegExp(`${DECLINED_CARD}|${sandbox.apiKey}`));
  });

  it('applies a scenario to every card, until the card number chooses again', async (t) => {
    const sandbox = await sandboxFor(t, { scenario: 'http_500' });
    const statuses = [await pay(sandbox)];
    sandbox.scenario('declined');
    statuses.push(await pay(sandbox));
    sandbox.scenario();
    statuses.push(await pay(sandbox), await pay(sandbox, { number: DECLINED_CARD }));
    assert.deepEqual(statuses, [500, 402, 200, 402]);
  });

  for (const [rateLimit, shown, last] of [
    [2, '2/min', 429],
    [false, 'none', 200],
  ] as const) {
    it(`answers the third request with ${last} at the limit ${rateLimit}`, async (t) => {
      const sandbox = await sandboxFor(t, { rateLimit });
      const statuses = [await pay(sandbox), await pay(sandbox), await pay(sandbox)];
      const overview = (await (await fetch(`${sandbox.consoleUrl}api/overview`)).json()) as { rateLimit: string };
      assert.deepEqual([overview.rateLimit, statuses], [shown, [200, 200, last]]);
    });
  }

  it('takes at least its latency for a response', async (t) => {
    const clock = new FakeClock();
    const sandbox = await openSandbox({ latency: 150 }, clock);
    t.after(() => sandbox.close());
    const paying = pay(sandbox);
    await until(() => clock.waiting.includes(150));
    await clock.advance(150);
    await paying;
    assert.equal(sandbox.requests()[0]?.latency, '150 ms');
  });

  it('sends signed webhooks to its webhookUrl', async (t) => {
    const recorder = await startRecorder(t, answer(204));
    const clock = new FakeClock({ start: Date.now() });
    const sandbox = await openSandbox({ webhookUrl: `${recorder.url}/webhooks` }, clock);
    t.after(() => sandbox.close());
    await pay(sandbox);
    await clock.advance(2000);
    await until(() => recorder.requests.length > 0);
    const { headers, body = '' } = recorder.requests[0] ?? {};
    const request = new Request(recorder.url, { method: 'POST', headers: headers as Record<string, string>, body });
    const { payload } = await verifyWebhook(request, sandbox.webhookSecret);
    assert.equal((payload as { type: string }).type, 'payment.succeeded');
  });

  it('accepts no host name but those of this machine', async (t) => {
    const { port } = new URL((await sandboxFor(t)).baseUrl);
    const request = get({ port, path: '/sandbox/requests', headers: { Host: 'evil.example' } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 421);
  });

  it('closes open connections', async () => {
    const sandbox = await startSandbox({ scenario: 'timeout' });
    const paying = assert.rejects(pay(sandbox));
    await until(() => sandbox.ledger().length > 0);
    await sandbox.close();
    await paying;
  });

  it('forgets charges, requests and the chosen scenario at reset(), and keeps the API key', async (t) => {
    const sandbox = await sandboxFor(t, { rateLimit: 1, scenario: 'declined' });
    sandbox.scenario('success');
    await pay(sandbox);
    await sandbox.reset();
    assert.deepEqual([sandbox.ledger(), sandbox.requests(), await pay(sandbox)], [[], [], 402]);
  });

  const wrong: readonly Record<string, unknown>[] = [
    { port: -1 },
    { latency: 1.5 },
    { webhookUrl: '/webhooks' },
    { rateLimit: 0 },
    { scenario: 'declind' },
    { scenario: 'offline' },
    { prot: 1 },
  ];
  for (const options of wrong) {
    it(`rejects ${JSON.stringify(options)}, and names the option`, async () => {
      await assert.rejects(startSandbox(options), {
        name: 'TypeError',
        message: new RegExp(Object.keys(options)[0] ?? ''),
      });
    });
  }

  it('rejects an unknown scenario that is chosen later', async (t) => {
    const sandbox = await sandboxFor(t);
    assert.throws(() => {
      sandbox.scenario('declind' as never);
    }, TypeError);
  });
});
