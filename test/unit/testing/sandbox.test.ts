import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { verifyWebhook } from '../../../src/proxy/index.js';
import { openSandbox } from '../../../src/testing/open-sandbox.js';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../../../src/testing/index.js';
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
  const payment = samplePayment({ reference, amount: 4999 });
  const { card } = payment.payment_method;
  const body = { ...payment, payment_method: { type: 'card', card: { ...card, ...(number && { number }) } } };
  const { status } = await fetch(`${baseUrl}/v1/payments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return status;
}

describe('startSandbox', () => {
  it('accepts payments with its API key', async (t) => {
    assert.equal(await pay(await sandboxFor(t)), 200);
  });

  it('lists the charges of an order', async (t) => {
    const sandbox = await sandboxFor(t);
    for (const reference of ['order-1', 'order-2', 'order-1']) await pay(sandbox, { reference });
    const charges = sandbox.ledger('order-1').map(({ reference, amount, currency }) => [reference, amount, currency]);
    assert.deepEqual(charges, [
      ['order-1', 4999, 'EUR'],
      ['order-1', 4999, 'EUR'],
    ]);
  });

  it('lists requests, the newest first', async (t) => {
    const sandbox = await sandboxFor(t);
    await pay(sandbox);
    await pay(sandbox, { number: DECLINED_CARD });
    assert.deepEqual(
      sandbox.requests().map(({ endpoint, status }) => [endpoint, status]),
      [
        ['POST /v1/payments', '402 Payment Required'],
        ['POST /v1/payments', '200 OK'],
      ],
    );
  });

  it('lists requests without the card number and the key', async (t) => {
    const sandbox = await sandboxFor(t);
    await pay(sandbox, { number: DECLINED_CARD });
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

  it('answers with 429 above its rate limit', async (t) => {
    const sandbox = await sandboxFor(t, { rateLimit: 2 });
    assert.deepEqual([await pay(sandbox), await pay(sandbox), await pay(sandbox)], [200, 200, 429]);
  });

  it('has no rate limit with rateLimit: false', async (t) => {
    const sandbox = await sandboxFor(t, { rateLimit: false });
    const overview = (await (await fetch(`${sandbox.consoleUrl}api/overview`)).json()) as { rateLimit: string };
    assert.deepEqual([overview.rateLimit, await pay(sandbox)], ['none', 200]);
  });

  it('takes at least its latency for a response', async (t) => {
    const clock = new FakeClock();
    const sandbox = await openSandbox({ latency: 150 }, { clock });
    t.after(() => sandbox.close());
    const paying = pay(sandbox);
    await until(() => clock.waiting.includes(150));
    await clock.advance(150);
    await paying;
    assert.deepEqual(
      sandbox.requests().map(({ latency }) => latency),
      ['150 ms'],
    );
  });

  it('rejects when the port is in use', async (t) => {
    const port = Number(new URL((await sandboxFor(t)).baseUrl).port);
    await assert.rejects(startSandbox({ port }), { code: 'EADDRINUSE' });
  });

  it('sends signed webhooks to its webhookUrl', async (t) => {
    const recorder = await startRecorder(t, answer(204));
    const sandbox = await sandboxFor(t, { webhookUrl: `${recorder.url}/webhooks` });
    await sandbox.reset(); // keeps the webhook
    await pay(sandbox);
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
});

describe('reset of a sandbox', () => {
  it('removes charges and requests, and keeps the API key', async (t) => {
    const sandbox = await sandboxFor(t, { rateLimit: 1 });
    await pay(sandbox);
    await sandbox.reset();
    assert.deepEqual([sandbox.ledger(), sandbox.requests(), await pay(sandbox)], [[], [], 200]);
  });

  it('restores the scenario of the options', async (t) => {
    const sandbox = await sandboxFor(t, { scenario: 'declined' });
    sandbox.scenario('success');
    await sandbox.reset();
    assert.equal(await pay(sandbox), 402);
  });
});

describe('options of startSandbox', () => {
  const cases: readonly [SandboxOptions | Record<string, unknown>, RegExp][] = [
    [{ port: -1 }, /^port is -1\. Expected an integer from 0 to 65535\.$/],
    [{ latency: 1.5 }, /^latency is 1\.5\. Expected milliseconds from 0 to 20000\.$/],
    [{ webhookUrl: '/webhooks' }, /^webhookUrl is "\/webhooks"\. Expected a URL, /],
    [{ rateLimit: 0 }, /^rateLimit is 0\. Expected a positive integer, or false\.$/],
    [{ scenario: 'declind' }, /^scenario is "declind"\. Expected one of success, /],
    [{ scenario: 'offline' }, /^scenario is "offline"\. Expected a scenario of the service: success, /],
    [{ prot: 1 }, /^prot is not an option\. Expected one of port, latency, /],
  ];
  for (const [options, message] of cases) {
    it(`rejects ${JSON.stringify(options)}`, async () => {
      await assert.rejects(startSandbox(options), (error) => error instanceof TypeError && message.test(error.message));
    });
  }

  it('rejects an unknown scenario that is chosen later', async (t) => {
    const sandbox = await sandboxFor(t);
    assert.throws(() => {
      sandbox.scenario('declind' as never);
    }, /^TypeError: scenario is "declind"/);
  });
});
