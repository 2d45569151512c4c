import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Database } from '../../../demo/data/database.js';
import type { Delivery } from '../../../demo/sandbox/console-api.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../demo/sandbox/sandbox.js';
import { sendExample } from '../../../demo/sandbox/webhooks/example.js';
import { deliveryThat, isOver } from '../../support/deliveries.js';
import {
  answer,
  closedAddress,
  gate,
  inTurn,
  redirectTo,
  reset,
  startRecorder,
  type Behaviour,
  type TestServer,
} from '../../support/node-servers.js';
import { payAt } from '../../support/sandbox-payment.js';
import { IDEMPOTENCY_KEY, samplePayment } from '../../support/sample-payment.js';

const HOUR = 60 * 60 * 1000;
/** Two more tries, at once. */
const QUICK = [0, 0];

async function sandboxFor(t: TestContext, options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = createSandbox({ retryAfter: QUICK, ...options });
  t.after(() => sandbox.close());
  await sandbox.settings.change({ ...sandbox.settings.current, webhookDelayMs: 0 });
  return sandbox;
}

interface Heard {
  readonly sandbox: Sandbox;
  readonly endpoint: TestServer;
  readonly secret: string;
}

/** A sandbox that tells an endpoint, which does as it is told, about payments with Test keys. */
async function start(t: TestContext, behave: Behaviour = answer(204), options?: SandboxOptions): Promise<Heard> {
  const sandbox = await sandboxFor(t, options);
  const endpoint = await startRecorder(t, behave);
  const { secret } = await sandbox.endpoints.set('test', `${endpoint.url}/hook`);
  return { sandbox, endpoint, secret };
}

/** The delivery of one payment, when it is over. */
async function deliver({ sandbox }: Heard): Promise<Delivery> {
  await payAt(sandbox);
  return deliveryThat(sandbox, isOver);
}

const statuses = ({ tries }: Delivery) => tries.map(({ status }) => status);

describe('a payment event', () => {
  it('goes to the endpoint of its environment, as JSON by POST', async (t) => {
    const heard = await start(t);
    await deliver(heard);
    const { method, url, headers } = heard.endpoint.requests[0] ?? assert.fail();
    assert.deepEqual([method, url, headers['content-type']], ['POST', '/hook', 'application/json']);
  });

  it('has the payment as it is in the ledger, with its idempotency key', async (t) => {
    const heard = await start(t);
    await deliver(heard);
    const { type, data } = JSON.parse(heard.endpoint.requests[0]?.body ?? '') as { type: string; data: object };
    const entry = JSON.parse(JSON.stringify(heard.sandbox.ledger.entries()[0])) as { charged_at: string };
    const { charged_at, ...payment } = entry; // the ledger's own
    assert.deepEqual([type, data], ['payment.succeeded', payment]);
  });

  it('names the attempt that it is about', async (t) => {
    const heard = await start(t);
    const { payload } = await deliver(heard);
    assert.equal((payload as { data: { idempotency_key: string } }).data.idempotency_key, IDEMPOTENCY_KEY);
  });

  it('is signed by the Standard Webhooks scheme', async (t) => {
    const heard = await start(t);
    await deliver(heard);
    const { headers, body } = heard.endpoint.requests[0] ?? assert.fail();
    assert.doesNotThrow(() => new Webhook(heard.secret).verify(body, headers as Record<string, string>));
  });

  it('is signed with a secret of 32 bytes', async (t) => {
    const { secret } = await start(t);
    assert.deepEqual([secret.slice(0, 6), Buffer.from(secret.slice(6), 'base64').length], ['whsec_', 32]);
  });

  it('comes after a charge that the answer did not tell of', async (t) => {
    const heard = await start(t);
    await payAt(heard.sandbox, { payment: samplePayment({ card: { number: '4000000000000119' } }) });
    assert.equal((await deliveryThat(heard.sandbox, isOver)).type, 'payment.succeeded');
  });

  it('comes for nothing that was refused', async (t) => {
    const { sandbox } = await start(t);
    await payAt(sandbox, { payment: samplePayment({ card: { number: '4000000000000002' } }) });
    assert.deepEqual(sandbox.deliveries.list(), []);
  });

  it('comes for no payment of the other environment', async (t) => {
    const { sandbox } = await start(t);
    await payAt(sandbox, { key: sandbox.keys.live });
    assert.deepEqual(sandbox.deliveries.list(), []);
  });

  it('waits as long as the settings say', async (t) => {
    const { sandbox } = await start(t);
    await sandbox.settings.change({ ...sandbox.settings.current, webhookDelayMs: 60_000 });
    const before = Date.now();
    await payAt(sandbox);
    const { nextAt, state } = sandbox.deliveries.list()[0] ?? assert.fail();
    assert.deepEqual([state, Date.parse(nextAt ?? '') - before >= 60_000], ['waiting', true]);
  });

  it('has no card number and no security code', async (t) => {
    const heard = await start(t);
    const { payload } = await deliver(heard);
    assert.doesNotMatch(JSON.stringify(payload), /4242424242424242|cvc/);
  });
});

describe('a delivery', () => {
  for (const status of [200, 202, 204]) {
    it(`has arrived with ${status}`, async (t) => {
      const delivery = await deliver(await start(t, answer(status)));
      assert.deepEqual([delivery.state, delivery.nextAt, statuses(delivery)], ['delivered', null, [status]]);
    });
  }

  for (const status of [400, 401, 404, 500, 503]) {
    it(`is tried again after ${status}`, async (t) => {
      const delivery = await deliver(await start(t, inTurn(answer(status), answer(204))));
      assert.deepEqual([delivery.state, statuses(delivery)], ['delivered', [status, 204]]);
    });
  }

  it('is tried again after a broken connection', async (t) => {
    const { tries } = await deliver(await start(t, inTurn(reset, answer(204))));
    assert.deepEqual(
      tries.map(({ status, error }) => [status, error]),
      [
        [null, 'ECONNRESET'],
        [204, undefined],
      ],
    );
  });

  it('follows no redirect', async (t) => {
    const elsewhere = await startRecorder(t, answer(204));
    const delivery = await deliver(await start(t, redirectTo(elsewhere.url)));
    assert.deepEqual([delivery.state, elsewhere.requests.length], ['failed', 0]);
  });

  it('has failed when all tries have', async (t) => {
    const delivery = await deliver(await start(t, answer(500)));
    assert.deepEqual([delivery.state, delivery.nextAt, statuses(delivery)], ['failed', null, [500, 500, 500]]);
  });

  it('says why there was no answer', async (t) => {
    const sandbox = await sandboxFor(t);
    await sandbox.endpoints.set('test', await closedAddress());
    await payAt(sandbox);
    assert.equal((await deliveryThat(sandbox, isOver)).tries[0]?.error, 'ECONNREFUSED');
  });

  it('has the same id at every try, and a signature of its own', async (t) => {
    const heard = await start(t, answer(500));
    const { id } = await deliver(heard);
    const ids = heard.endpoint.requests.map(({ headers }) => headers['webhook-id']);
    const { headers, body } = heard.endpoint.requests[2] ?? assert.fail();
    assert.deepEqual(ids, [id, id, id]);
    assert.doesNotThrow(() => new Webhook(heard.secret).verify(body, headers as Record<string, string>));
  });

  it('is tried after 1 s, 5 s, 10 s, 30 s, 2 min and 10 min, unless a test says otherwise', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const sandbox = createSandbox();
    await sandbox.endpoints.set('test', 'http://127.0.0.1:1/'); // a port that fetch itself refuses
    await sendExample(sandbox, 'test');
    const waits: number[] = [];
    for (let delivery = sandbox.deliveries.list()[0]; delivery && !isOver(delivery);) {
      const { tries, nextAt } = delivery;
      if (tries.length > 0) waits.push((Date.parse(nextAt ?? '') - Date.now()) / 1000);
      const next = deliveryThat(sandbox, (later) => later.tries.length > tries.length);
      await new Promise(setImmediate); // the timer is set when the delivery is written
      t.mock.timers.tick(Math.max(0, Date.parse(nextAt ?? '') - Date.now()));
      delivery = await next;
    }
    assert.deepEqual(waits, [1, 5, 10, 30, 120, 600]);
  });

  it('goes to where the endpoint is now, when that was changed while it waited', async (t) => {
    const heard = await start(t, answer(500), { retryAfter: [HOUR] });
    await payAt(heard.sandbox);
    const { id } = await deliveryThat(heard.sandbox, ({ tries }) => tries.length === 1);
    const mended = await startRecorder(t, answer(204));
    await heard.sandbox.endpoints.set('test', mended.url);
    await heard.sandbox.deliveries.sendAgain(id);
    assert.equal((await deliveryThat(heard.sandbox, isOver)).url, mended.url);
  });

  it('fails when the endpoint was removed while it waited', async (t) => {
    const heard = await start(t, answer(500), { retryAfter: [HOUR] });
    await payAt(heard.sandbox);
    const { id } = await deliveryThat(heard.sandbox, ({ tries }) => tries.length === 1);
    await heard.sandbox.endpoints.remove('test');
    await heard.sandbox.deliveries.sendAgain(id);
    const { tries } = await deliveryThat(heard.sandbox, ({ tries }) => tries.length === 2);
    assert.equal(tries[1]?.error, 'there is no endpoint');
  });

  it('can be sent again when it has arrived', async (t) => {
    const heard = await start(t);
    const { id } = await deliver(heard);
    await heard.sandbox.deliveries.sendAgain(id);
    await deliveryThat(heard.sandbox, (delivery) => isOver(delivery) && delivery.tries.length === 2);
    assert.deepEqual(
      heard.endpoint.requests.map(({ headers }) => headers['webhook-id']),
      [id, id],
    );
  });

  it('has all its tries again when it is sent again', async (t) => {
    const heard = await start(t, inTurn(answer(500), answer(500), answer(500), answer(500), answer(204)));
    const { id } = await deliver(heard);
    await heard.sandbox.deliveries.sendAgain(id);
    const delivery = await deliveryThat(heard.sandbox, ({ state }) => state === 'delivered');
    assert.deepEqual(statuses(delivery), [500, 500, 500, 500, 204]);
  });

  it('is not sent twice at the same time', async (t) => {
    const held = gate();
    const asked = gate();
    const heard = await start(t, (response) => {
      asked.open();
      void held.opened.then(() => response.writeHead(204).end());
    });
    await payAt(heard.sandbox);
    await asked.opened;
    const again = await heard.sandbox.deliveries.sendAgain(heard.sandbox.deliveries.list()[0]?.id ?? '');
    held.open();
    await deliveryThat(heard.sandbox, isOver);
    assert.deepEqual([again, heard.endpoint.requests.length], [undefined, 1]);
  });
});

describe('a restart', () => {
  it('goes on with what waits', async (t) => {
    const database = Database.inMemory();
    const heard = await start(t, answer(204), { database });
    await heard.sandbox.settings.change({ ...heard.sandbox.settings.current, webhookDelayMs: 300 });
    await payAt(heard.sandbox);
    await heard.sandbox.close();
    const again = await sandboxFor(t, { database });
    assert.equal((await deliveryThat(again, isOver)).state, 'delivered');
  });

  it('leaves alone what has arrived', async (t) => {
    const database = Database.inMemory();
    const heard = await start(t, answer(204), { database });
    await deliver(heard);
    await heard.sandbox.close();
    const again = await sandboxFor(t, { database });
    await sendExample(again, 'test');
    await deliveryThat(again, ({ payload }) => isExample(payload) && again.deliveries.list().every(isOver));
    assert.equal(heard.endpoint.requests.length, 2);
  });
});

const isExample = (payload: unknown) => (payload as { data: { id: string } }).data.id === 'pay_example';

describe('an example event', () => {
  it('arrives, and is about no payment', async (t) => {
    const heard = await start(t);
    await sendExample(heard.sandbox, 'test');
    const { state } = await deliveryThat(heard.sandbox, ({ payload }) => isExample(payload));
    await deliveryThat(heard.sandbox, isOver);
    assert.deepEqual([state, heard.sandbox.ledger.entries()], ['waiting', []]);
  });

  it('needs an endpoint', async (t) => {
    const heard = await start(t);
    assert.equal(await sendExample(heard.sandbox, 'live'), false);
  });
});
