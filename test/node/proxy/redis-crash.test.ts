import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createRedisStore } from '../../../src/proxy/stores/redis.js';
import { assertProblem, newKey, payAs, startProxy, testProxy } from '../../support/node-proxy.js';
import { answer, inTurn, startRecorder, type Behaviour, type TestServer } from '../../support/node-servers.js';
import { startProcess } from '../../support/processes.js';
import { startRedisServer, type RedisServer } from '../../support/redis-server.js';
import { samplePayment } from '../../support/sample-payment.js';

const MINUTE = 60_000;
const PAID = '{"id":"pay_1"}';

let redis: RedisServer;
before(async () => {
  redis = await startRedisServer();
});
after(() => redis.stop());

let orders = 0;
/** A payment for an order that nobody has paid. */
const newPayment = () => samplePayment({ reference: `order-${++orders}` });

interface Shop {
  readonly proxyUrl: string;
  /** Its own connection to Redis. */
  readonly client: Redis;
}

/** Two merchant's servers, each with a connection of its own to the same Redis. */
async function startTwo(t: TestContext, behaviour: Behaviour): Promise<[Shop, Shop, TestServer]> {
  const service = await startRecorder(t, behaviour);
  const start = async (): Promise<Shop> => {
    const client = new Redis({ port: redis.port, maxRetriesPerRequest: 0, retryStrategy: () => 50 });
    client.on('error', () => undefined); // that it is away is told by each command
    const proxy = testProxy({ baseUrl: service.url, store: createRedisStore(client) });
    t.after(async () => {
      await proxy.close(); // it may have something to write down still
      client.disconnect();
    });
    return { client, proxyUrl: await startProxy(t, proxy) };
  };
  return [await start(), await start(), service];
}

async function stateOf(proxyUrl: string, key: string): Promise<string> {
  const report = (await (await fetch(`${proxyUrl}/attempts/${key}`)).json()) as { state?: string };
  return String(report.state);
}

/** What could not be written down at once is written a little later. */
async function untilSucceeded(proxyUrl: string, key: string): Promise<void> {
  while ((await stateOf(proxyUrl, key)) !== 'succeeded') await wait(50);
}

describe('two proxies over one Redis get the same payment at once', () => {
  it('under one key: it is sent once, and both tell the same', async (t) => {
    const [one, other, service] = await startTwo(t, answer(200, PAID));
    const [key, payment] = [newKey(), newPayment()];
    const answers = await Promise.all([one, other, one, other].map(({ proxyUrl }) => payAs(proxyUrl, key, payment)));
    const bodies = await Promise.all(answers.map((each) => each.text()));
    assert.deepEqual([new Set(bodies), service.requests.length], [new Set([PAID]), 1]);
  });

  it('under two keys: it is sent once, and nobody is told that nothing was charged', async (t) => {
    const [one, other, service] = await startTwo(t, answer(200, PAID));
    const payment = newPayment();
    const answers = await Promise.all([one, other].map(({ proxyUrl }) => payAs(proxyUrl, newKey(), payment)));
    const outcomes = await Promise.all(
      answers.map(async (each) => ((await each.json()) as { outcome?: string }).outcome),
    );
    assert.deepEqual([outcomes.includes('not_charged'), service.requests.length], [false, 1]);
  });
});

describe('one of two proxies over Redis is killed when it has sent', () => {
  /** Starts a merchant's server as a process of its own. */
  async function startShop(t: TestContext, args: readonly string[]) {
    const child = startProcess('proxy-over-redis.ts', args);
    t.after(() => child.kill('SIGKILL'));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, proxyUrl: line.toString().trim() };
  }

  /** A payment in whose middle the process has died; its service would answer the next one. */
  async function killed(t: TestContext) {
    let arrived = () => {};
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const silent: Behaviour = () => {
      arrived();
    };
    const service = await startRecorder(t, inTurn(silent, answer(200, PAID)));
    const args = [service.url, String(redis.port)];
    const { child, proxyUrl } = await startShop(t, args);
    const [key, payment] = [newKey(), newPayment()];
    const lost = assert.rejects(payAs(proxyUrl, key, payment));
    await arrival;
    child.kill('SIGKILL');
    await lost;
    return { service, key, payment, args };
  }

  it('the other one does not send it again, and says that nobody knows', async (t) => {
    const { service, key, payment, args } = await killed(t);
    const { proxyUrl } = await startShop(t, [...args, String(MINUTE)]);
    await assertProblem(await payAs(proxyUrl, key, payment), 502, 'attempt_unknown', 'unknown');
    assert.equal(service.requests.length, 1);
  });

  it('the other one lets nobody else pay the order', async (t) => {
    const { service, payment, args } = await killed(t);
    const { proxyUrl } = await startShop(t, args);
    await assertProblem(await payAs(proxyUrl, newKey(), payment), 409, 'conflict', 'unknown');
    assert.equal(service.requests.length, 1);
  });
});

describe('one of two proxies loses its Redis while it sends', () => {
  /** The answer comes when the first one's connection is gone. */
  async function startLosing(t: TestContext) {
    const shops = await startTwo(t, (response, request) => {
      shops[0].client.disconnect();
      answer(200, PAID)(response, request);
    });
    return shops;
  }

  it('and tells the shopper the truth all the same', async (t) => {
    const [one] = await startLosing(t);
    const { status } = await payAs(one.proxyUrl, newKey(), newPayment());
    await one.client.connect(); // else it goes on trying
    assert.equal(status, 200);
  });

  it('and the other one lets nobody pay the order again', async (t) => {
    const [one, other, service] = await startLosing(t);
    const payment = newPayment();
    await payAs(one.proxyUrl, newKey(), payment);
    await assertProblem(await payAs(other.proxyUrl, newKey(), payment), 409, 'conflict', 'unknown');
    await one.client.connect();
    assert.equal(service.requests.length, 1);
  });

  it('and does not call it uncharged when it is asked again', async (t) => {
    const [one, , service] = await startLosing(t);
    const [key, payment] = [newKey(), newPayment()];
    await payAs(one.proxyUrl, key, payment);
    await assertProblem(await payAs(one.proxyUrl, key, payment), 503, 'store_unavailable', 'unknown');
    await one.client.connect();
    assert.equal(service.requests.length, 1);
  });

  it('and writes the answer down when it has it back, for both', async (t) => {
    const [one, other] = await startLosing(t);
    const key = newKey();
    await payAs(one.proxyUrl, key, newPayment());
    await one.client.connect();
    await untilSucceeded(other.proxyUrl, key);
  });
});

describe('Redis is stopped', () => {
  it('before a payment: 503, not charged, and nothing is sent', async (t) => {
    const [one, other, service] = await startTwo(t, answer(200, PAID));
    await redis.kill();
    const payment = newPayment();
    const answers = await Promise.all([one, other].map(({ proxyUrl }) => payAs(proxyUrl, newKey(), payment)));
    await redis.startAgain();
    for (const each of answers) await assertProblem(each, 503, 'store_unavailable', 'not_charged');
    assert.equal(service.requests.length, 0);
  });

  it('in the middle of a payment, and comes back: it was sent once, and both know that it was paid', async (t) => {
    const [one, other, service] = await startTwo(t, (response, request) => {
      void redis.kill().then(() => {
        answer(200, PAID)(response, request);
      });
    });
    const [key, payment] = [newKey(), newPayment()];
    const { status } = await payAs(one.proxyUrl, key, payment);
    await redis.startAgain();
    await untilSucceeded(other.proxyUrl, key);
    const again = await payAs(other.proxyUrl, key, payment);
    assert.deepEqual([status, await again.text(), service.requests.length], [200, PAID, 1]);
  });
});
