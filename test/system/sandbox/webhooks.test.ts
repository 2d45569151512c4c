import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Database } from '../../../src/sandbox/database.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/sandbox.js';
import {
  answer,
  inTurn,
  redirectTo,
  reset,
  startRecorder,
  type Behaviour,
  type TestServer,
} from '../../support/node-servers.js';
import { payAt } from '../../support/sandbox-payment.js';
import { samplePayment } from '../../support/sample-payment.js';
import { StepClock } from '../../support/step-clock.js';
import { until } from '../../support/until.js';

const HOUR = 60 * 60 * 1000;
/** Two more tries without a delay. */
const QUICK = [0, 0];

async function sandboxFor(t: TestContext, options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = createSandbox({ retryAfter: QUICK, ...options });
  t.after(() => sandbox.close());
  await sandbox.settings.change({ ...sandbox.settings.current, webhookDelayMs: 0 });
  return sandbox;
}

interface Connected {
  readonly sandbox: Sandbox;
  readonly endpoint: TestServer;
  readonly secret: string;
}

/** A sandbox that sends Test events to an endpoint with the given behaviour. */
async function start(t: TestContext, behave: Behaviour = answer(204), options?: SandboxOptions): Promise<Connected> {
  const sandbox = await sandboxFor(t, options);
  const endpoint = await startRecorder(t, behave);
  const { secret } = await sandbox.endpoints.set('test', `${endpoint.url}/hook`);
  return { sandbox, endpoint, secret };
}

/** Resolves when no event waits for a try. */
const isOver = ({ sandbox }: Pick<Connected, 'sandbox'>) => until(() => sandbox.deliveries.list().length === 0);

/** Pays, and resolves when the event was delivered, or has failed. */
async function deliver(shop: Connected): Promise<void> {
  await payAt(shop.sandbox);
  await isOver(shop);
}

describe('a payment event', () => {
  it('contains the payment as in the ledger', async (t) => {
    const shop = await start(t);
    await deliver(shop);
    const { type, data } = JSON.parse(shop.endpoint.requests[0]?.body ?? '') as { type: string; data: object };
    const entry = JSON.parse(JSON.stringify(shop.sandbox.ledger.entries()[0])) as { charged_at: string };
    const { charged_at, ...payment } = entry; // only in the ledger
    assert.deepEqual([type, data], ['payment.succeeded', payment]);
  });

  it('is signed according to Standard Webhooks', async (t) => {
    const shop = await start(t);
    await deliver(shop);
    const { headers, body } = shop.endpoint.requests[0] ?? assert.fail();
    assert.doesNotThrow(() => new Webhook(shop.secret).verify(body, headers as Record<string, string>));
  });

  it('is not sent for a declined payment', async (t) => {
    const { sandbox } = await start(t);
    await payAt(sandbox, { payment: samplePayment({ card: { number: '4000000000000002' } }) });
    assert.deepEqual(sandbox.deliveries.list(), []);
  });

  it('is not sent for a payment of the other mode', async (t) => {
    const { sandbox } = await start(t);
    await payAt(sandbox, { key: sandbox.keys.live });
    assert.deepEqual(sandbox.deliveries.list(), []);
  });

  it('is delayed by the settings', async (t) => {
    const clock = new StepClock();
    const { sandbox } = await start(t, answer(204), { clock });
    await sandbox.settings.change({ ...sandbox.settings.current, webhookDelayMs: 60_000 });
    await payAt(sandbox);
    const { nextAt } = sandbox.deliveries.list()[0] ?? assert.fail();
    assert.equal(Date.parse(nextAt) - clock.now(), 60_000);
  });

  it('contains neither card number nor security code', async (t) => {
    const shop = await start(t);
    await deliver(shop);
    assert.doesNotMatch(shop.endpoint.requests[0]?.body ?? assert.fail(), /4242424242424242|cvc/);
  });
});

describe('a delivery', () => {
  it('is retried until it succeeds', async (t) => {
    const shop = await start(t, inTurn(answer(404), reset, answer(204)), { retryAfter: [0, 0, 0, 0] });
    await deliver(shop);
    assert.equal(shop.endpoint.requests.length, 3);
  });

  it('does not follow redirects', async (t) => {
    const elsewhere = await startRecorder(t, answer(204));
    const shop = await start(t, redirectTo(elsewhere.url));
    await deliver(shop);
    assert.deepEqual([shop.endpoint.requests.length, elsewhere.requests.length], [3, 0]);
  });

  it('has the same id and a new signature in every try', async (t) => {
    const shop = await start(t, answer(500));
    await deliver(shop);
    const ids = shop.endpoint.requests.map(({ headers }) => headers['webhook-id']);
    const { headers, body } = shop.endpoint.requests[2] ?? assert.fail();
    assert.deepEqual([ids.length, new Set(ids).size], [3, 1]);
    assert.doesNotThrow(() => new Webhook(shop.secret).verify(body, headers as Record<string, string>));
  });

  it('is retried after 1 s, 5 s, 10 s, 30 s, 2 min and 10 min by default', async (t) => {
    const clock = new StepClock();
    const sandbox = createSandbox({ clock, settings: { latencyMs: 0, webhookDelayMs: 0 } });
    t.after(() => sandbox.close());
    await sandbox.endpoints.set('test', 'http://127.0.0.1:1/'); // a port that fetch blocks
    await payAt(sandbox);
    const waits: number[] = [];
    for (;;) {
      const waiting = () => sandbox.deliveries.list()[0];
      await until(() => waiting()?.failures !== waits.length);
      const { nextAt } = waiting() ?? {};
      if (nextAt === undefined) break;
      const wait = Date.parse(nextAt) - clock.now();
      waits.push(wait / 1000);
      clock.move(wait);
    }
    assert.deepEqual(waits, [1, 5, 10, 30, 120, 600]);
  });

  it('uses the current endpoint', async (t) => {
    const clock = new StepClock();
    const shop = await start(t, answer(500), { retryAfter: [HOUR], clock });
    await payAt(shop.sandbox);
    await until(() => shop.sandbox.deliveries.list()[0]?.failures === 1);
    const replacement = await startRecorder(t, answer(204));
    await shop.sandbox.endpoints.set('test', replacement.url);
    clock.move(HOUR);
    await isOver(shop);
    assert.deepEqual([shop.endpoint.requests.length, replacement.requests.length], [1, 1]);
  });
});

describe('a restart of the sandbox', () => {
  it('continues waiting deliveries', async (t) => {
    const database = new Database();
    const clock = new StepClock();
    const shop = await start(t, answer(204), { database, clock });
    await shop.sandbox.settings.change({ ...shop.sandbox.settings.current, webhookDelayMs: 300 });
    await payAt(shop.sandbox);
    await shop.sandbox.close();
    const again = await sandboxFor(t, { database, clock });
    clock.move(300);
    await isOver({ sandbox: again });
    assert.equal(shop.endpoint.requests.length, 1);
  });
});
