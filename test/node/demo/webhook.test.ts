import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Database } from '../../../demo/data/database.js';
import { createSandbox } from '../../../demo/sandbox/sandbox.js';
import { Account } from '../../../demo/shop/account.js';
import { createWebhook, type PaymentEvent } from '../../../demo/shop/webhook.js';
import { createPaymentProxy } from '../../../src/proxy/proxy.js';
import { createMemoryStore } from '../../../src/proxy/stores/memory.js';
import { gate } from '../../support/node-servers.js';
import { IDEMPOTENCY_KEY, samplePayment } from '../../support/sample-payment.js';

const ADDRESS = 'http://localhost:4242/webhooks/payments';
const HOUR = 3600;
const silent = { logger: () => undefined };

type Mode = 'test' | 'live';

interface Shop {
  /** Pays through the proxy: the service's answer says nothing about the money. */
  readonly pay: () => Promise<unknown>;
  /** The service has been asked to charge. */
  readonly asked: Promise<void>;
  /** Lets the service answer, where it is held. */
  readonly answer: () => void;
  readonly send: (event: unknown, signing?: Signing) => Promise<Response>;
  readonly settled: readonly PaymentEvent[];
  /** What the page is told of the attempt. */
  readonly told: () => Promise<unknown>;
}

interface Signing {
  readonly mode?: Mode;
  readonly secret?: string;
  /** In seconds; before now. */
  readonly age?: number;
  /** Changes the body behind the signature. */
  readonly tamper?: (body: string) => string;
}

const succeeded = (key: string | null = IDEMPOTENCY_KEY) => ({
  type: 'payment.succeeded',
  data: { id: 'pay_1', idempotency_key: key, reference: 'order-1042' },
});
const failed = { ...succeeded(), type: 'payment.failed' };

/** @param options.isHeld - the service answers only when it is told to */
async function shop({ isHeld = false } = {}): Promise<Shop> {
  const held = gate();
  if (!isHeld) held.open();
  const asked = gate();
  const database = Database.inMemory();
  const account = new Account(database);
  await account.listenTo(createSandbox(), 'http://localhost:4242');
  const proxy = createPaymentProxy({
    ...silent,
    baseUrl: 'https://service.example',
    apiKey: 'test-key',
    mode: 'test',
    store: createMemoryStore(),
    trustBrowserAmount: true,
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
    told: async () =>
      (await (await proxy(new Request(`http://localhost:4242/pay/attempts/${IDEMPOTENCY_KEY}`))).json()) as unknown,
  };
}

const stateOf = async ({ told }: Shop) => ((await told()) as { state: string }).state;

describe("the shop's webhook", () => {
  it('settles an attempt in doubt as paid, with the payment', async () => {
    const here = await shop();
    await here.pay();
    const { status } = await here.send(succeeded());
    const { state, payment } = (await here.told()) as { state: string; payment: object };
    assert.deepEqual([status, state, payment], [204, 'succeeded', { id: 'pay_1', reference: 'order-1042' }]);
  });

  it('settles an attempt in doubt as failed: not charged', async () => {
    const here = await shop();
    await here.pay();
    await here.send(failed);
    const { state, error } = (await here.told()) as { state: string; error: { outcome: string } };
    assert.deepEqual([state, error.outcome], ['failed', 'not_charged']);
  });

  it('asks for the event again while the answer may still come, and settles nothing', async () => {
    const here = await shop({ isHeld: true });
    const paying = here.pay();
    await here.asked;
    const { status } = await here.send(succeeded());
    const state = await stateOf(here);
    here.answer();
    await paying;
    assert.deepEqual([status, state], [503, 'processing']);
  });

  it('takes it when it comes again after that', async () => {
    const here = await shop({ isHeld: true });
    const paying = here.pay();
    await here.asked;
    await here.send(succeeded());
    here.answer();
    await paying;
    assert.deepEqual([(await here.send(succeeded())).status, await stateOf(here)], [204, 'succeeded']);
  });

  it('takes an event about what is settled, and changes nothing', async () => {
    const here = await shop();
    await here.pay();
    await here.send(succeeded());
    const { status } = await here.send(failed);
    assert.deepEqual([status, await stateOf(here), here.settled.length], [204, 'succeeded', 1]);
  });

  for (const [what, event, signing] of [
    ['an attempt that it never made', succeeded('x'.repeat(43)), {}],
    ['no attempt', succeeded(null), {}],
    ['a payment with a key of which it has no proxy', succeeded(), { mode: 'live' }],
  ] as const) {
    it(`takes an event about ${what}, so that it does not come for ever`, async () => {
      assert.equal((await (await shop()).send(event, signing)).status, 204);
    });
  }

  it('tells whoever wants to know of what was settled', async () => {
    const here = await shop();
    await here.pay();
    await here.send(succeeded());
    assert.deepEqual(
      here.settled.map(({ type, data }) => [type, data.reference]),
      [['payment.succeeded', 'order-1042']],
    );
  });

  for (const [what, signing] of [
    ['signed by somebody else', { secret: `whsec_${Buffer.alloc(32).toString('base64')}` }],
    ['from an hour ago', { age: HOUR }],
    ['from an hour ahead', { age: -HOUR }],
    ['that was changed on its way', { tamper: (body: string) => body.replace('pay_1', 'pay_2') }],
  ] as const) {
    it(`refuses an event ${what}, and settles nothing`, async () => {
      const here = await shop();
      await here.pay();
      const { status } = await here.send(succeeded(), signing);
      assert.deepEqual([status, await stateOf(here)], [401, 'unknown']);
    });
  }

  it('settles no attempt with a Test key by an event about Live ones', async () => {
    const here = await shop();
    await here.pay();
    await here.send(succeeded(), { mode: 'live' });
    assert.equal(await stateOf(here), 'unknown');
  });

  it('refuses what is signed, but no event', async () => {
    assert.equal((await (await shop()).send({ type: 'refund', data: {} })).status, 400);
  });
});
