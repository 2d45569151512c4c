import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Database } from '../../../src/sandbox/database.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { Account } from '../../../demo/shop/account.js';
import { createWebhook, type PaymentEvent } from '../../../demo/shop/webhook.js';
import { createPaymentProxy } from '../../../src/proxy/index.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { gate } from '../../support/node-servers.js';
import { IDEMPOTENCY_KEY, samplePayment } from '../../support/sample-payment.js';

const ADDRESS = 'http://localhost:4242/webhooks/payments';
const HOUR = 3600;
const silent = { logger: () => undefined };

type Mode = 'test' | 'live';

interface Shop {
  /** Pays through the proxy. The service responds with 500: outcome unknown. */
  readonly pay: () => Promise<unknown>;
  /** Resolves when the request has reached the service. */
  readonly asked: Promise<void>;
  /** Lets a held service respond. */
  readonly answer: () => void;
  readonly send: (event: unknown, signing?: Signing) => Promise<Response>;
  readonly settled: readonly PaymentEvent[];
  /** The attempt as the proxy reports it to the page. */
  readonly attempt: () => Promise<unknown>;
}

interface Signing {
  readonly mode?: Mode;
  readonly secret?: string;
  /** In seconds. */
  readonly age?: number;
  /** Changes the signed body. */
  readonly tamper?: (body: string) => string;
}

const succeeded = (key: string | null = IDEMPOTENCY_KEY) => ({
  type: 'payment.succeeded',
  data: { id: 'pay_1', idempotency_key: key, reference: 'order-1042' },
});
const failed = { ...succeeded(), type: 'payment.failed' };

/** @param options.isHeld - the service responds only after `answer()` */
async function shop({ isHeld = false } = {}): Promise<Shop> {
  const held = gate();
  if (!isHeld) held.open();
  const asked = gate();
  const database = new Database();
  const account = new Account(database);
  await account.listenTo(createSandbox(), 'http://localhost:4242');
  const proxy = createPaymentProxy({
    ...silent,
    baseUrl: 'https://service.example',
    apiKey: 'test-key',
    mode: 'test',
    store: createMemoryStore(),
    trustBrowserAmount: true,
    limits: { attemptsPerClient: false },
    fetch: async () => {
      asked.open();
      await held.opened;
      return Response.json({}, { status: 500 });
    },
  });
  const settled: PaymentEvent[] = [];
  const handle = createWebhook({
    account,
    proxyOf: (mode) => (mode === 'test' ? proxy : undefined),
    pathOf: () => '/pay',
    onSettled: (event) => settled.push(event),
  });
  return {
    settled,
    asked: asked.opened,
    answer: held.open,
    pay: () =>
      proxy(
        new Request('http://localhost:4242/pay/v1/payments', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': IDEMPOTENCY_KEY },
          body: JSON.stringify(samplePayment()),
        }),
      ),
    send: (
      event,
      { mode = 'test', secret = account.webhookSecret(mode) ?? '', age = 0, tamper = (body: string) => body } = {},
    ) => {
      const body = JSON.stringify(event);
      const at = new Date(Date.now() - age * 1000);
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
      };
      return handle(new Request(ADDRESS, { method: 'POST', headers, body: tamper(body) }));
    },
    attempt: async () =>
      (await (
        await proxy(
          new Request('http://localhost:4242/pay/attempts', { headers: { 'Idempotency-Key': IDEMPOTENCY_KEY } }),
        )
      ).json()) as unknown,
  };
}

const stateOf = async ({ attempt }: Shop) => ((await attempt()) as { state: string }).state;

describe("the shop's webhook", () => {
  it('settles an unknown attempt as paid', async () => {
    const here = await shop();
    await here.pay();
    const { status } = await here.send(succeeded());
    const { state, payment } = (await here.attempt()) as { state: string; payment: object };
    assert.deepEqual([status, state, payment], [204, 'succeeded', { id: 'pay_1', reference: 'order-1042' }]);
  });

  for (const [code, expected] of [
    ['card_declined', 'declined'],
    ['confirmation_expired', 'proxy_error'],
  ] as const) {
    it(`settles an attempt that has failed with ${code} as ${expected}`, async () => {
      const here = await shop();
      await here.pay();
      await here.send({ ...failed, data: { ...failed.data, error: { code } } });
      const { error } = (await here.attempt()) as { error: { code: string; outcome: string } };
      assert.deepEqual([error.code, error.outcome], [expected, 'not_charged']);
    });
  }

  it('responds with 503 while the payment is in progress and settles nothing', async () => {
    const here = await shop({ isHeld: true });
    const paying = here.pay();
    await here.asked;
    const { status } = await here.send(succeeded());
    const state = await stateOf(here);
    here.answer();
    await paying;
    assert.deepEqual([status, state], [503, 'processing']);
  });

  it('ignores an event about a settled attempt', async () => {
    const here = await shop();
    await here.pay();
    await here.send(succeeded());
    const { status } = await here.send(failed);
    assert.deepEqual([status, await stateOf(here), here.settled.length], [204, 'succeeded', 1]);
  });

  for (const [what, event, signing] of [
    ['an unknown attempt', succeeded('x'.repeat(43)), {}],
    ['no attempt', succeeded(null), {}],
    ['a mode without a proxy', succeeded(), { mode: 'live' }],
  ] as const) {
    it(`accepts an event about ${what}, so that it is not resent`, async () => {
      assert.equal((await (await shop()).send(event, signing)).status, 204);
    });
  }

  for (const [what, signing] of [
    ['signed with another secret', { secret: `whsec_${Buffer.alloc(32).toString('base64')}` }],
    ['that is an hour old', { age: HOUR }],
    ['dated an hour ahead', { age: -HOUR }],
    ['with a changed body', { tamper: (body: string) => body.replace('pay_1', 'pay_2') }],
  ] as const) {
    it(`rejects an event ${what} and settles nothing`, async () => {
      const here = await shop();
      await here.pay();
      const { status } = await here.send(succeeded(), signing);
      assert.deepEqual([status, await stateOf(here)], [401, 'unknown']);
    });
  }

  it('does not settle a Test attempt by a Live event', async () => {
    const here = await shop();
    await here.pay();
    await here.send(succeeded(), { mode: 'live' });
    assert.equal(await stateOf(here), 'unknown');
  });
});
