import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it, type TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { createRedisStore } from '../../../src/proxy/attempts/stores/redis.js';
import { assertProblem, newKey, payAs, startProxy, testProxy } from '../../support/node-proxy.js';
import { answer, inTurn, startRecorder, type Behaviour, type TestServer } from '../../support/node-servers.js';
import { startProcess } from '../../support/processes.js';
import { startRedisServer, type RedisServer } from '../../support/redis-server.js';
import { samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

const MINUTE = 60_000;
const PAID = '{"id":"pay_1"}';

let redis: RedisServer;
before(async () => {
  redis = await startRedisServer();
});
after(() => redis.stop());

let orders = 0;
/** A payment for a new order. */
const newPayment = () => samplePayment({ reference: `order-${++orders}` });

interface Shop {
  readonly proxyUrl: string;
  /** Its own connection to Redis. */
  readonly client: Redis;
}

/** Two merchant's servers, each with its own connection to the same Redis. */
async function startTwo(t: TestContext, behaviour: Behaviour): Promise<[Shop, Shop, TestServer]> {
  const service = await startRecorder(t, behaviour);
  const start = async (): Promise<Shop> => {
    const client = new Redis({ port: redis.port, maxRetriesPerRequest: 0, retryStrategy: () => 50 });
    client.on('error', () => undefined); // each command reports it
    const proxy = testProxy({ baseUrl: service.url, store: createRedisStore(client) });
    t.after(async () => {
      await proxy.close(); // it may still have to write an outcome
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

/** The proxy retries to write an outcome. */
const untilSucceeded = (proxyUrl: string, key: string) =>
  until(async () => (await stateOf(proxyUrl, key)) === 'succeeded');

describe('two proxies over one Redis that receive the same payment at once', () => {
  it('send it once and give the same answer, under one key', async (t) => {
    const [one, other, service] = await startTwo(t, answer(200, PAID));
    const [key, payment] = [newKey(), newPayment()];
    const answers = await Promise.all([one, other, one, other].map(({ proxyUrl }) => payAs(proxyUrl, key, payment)));
    const bodies = await Promise.all(answers.map((each) => each.text()));
    assert.deepEqual([new Set(bodies), service.requests.length], [new Set([PAID]), 1]);
  });

  it('send it once and never answer not_charged, under two keys', async (t) => {
    const [one, other, service] = await startTwo(t, answer(200, PAID));
    const payment = newPayment();
    const answers = await Promise.all([one, other].map(({ proxyUrl }) => payAs(proxyUrl, newKey(), payment)));
    const outcomes = await Promise.all(
      answers.map(async (each) => ((await each.json()) as { outcome?: string }).outcome),
    );
    assert.deepEqual([outcomes.includes('not_charged'), service.requests.length], [false, 1]);
  });
});

describe('after one of two proxies over Redis was killed during a payment, the other one', () => {
  /** Starts a merchant's server in its own process. */
  async function startShop(t: TestContext, args: readonly string[]) {
    const child = startProcess('proxy-over-redis.ts', args);
    t.after(() => child.kill('SIGKILL'));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, proxyUrl: line.toString().trim() };
  }

  /** A payment during which the process was killed. The service would answer the next one. */
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

  it('does not resend it, and answers attempt_unknown', async (t) => {
    const { service, key, payment, args } = await killed(t);
    const { proxyUrl } = await startShop(t, [...args, String(MINUTE)]);
    await assertProblem(await payAs(proxyUrl, key, payment), 502, 'attempt_unknown', 'unknown');
    assert.equal(service.requests.length, 1);
  });

  it('refuses another payment for the order', async (t) => {
    const { service, payment, args } = await killed(t);
    const { proxyUrl } = await startShop(t, args);
    await assertProblem(await payAs(proxyUrl, newKey(), payment), 409, 'conflict', 'unknown');
    assert.equal(service.requests.length, 1);
  });
});

describe('a proxy that loses Redis during a payment', () => {
  /** The service answers when the first proxy's connection is lost. */
  async function startLosing(t: TestContext) {
    const shops = await startTwo(t, (response, request) => {
      shops[0].client.disconnect();
      answer(200, PAID)(response, request);
    });
    return shops;
  }

  it('still answers with the outcome', async (t) => {
    const [one] = await startLosing(t);
    const { status } = await payAs(one.proxyUrl, newKey(), newPayment());
    await one.client.connect(); // else it keeps trying
    assert.equal(status, 200);
  });

  it('leaves the order locked for other proxies', async (t) => {
    const [one, other, service] = await startLosing(t);
    const payment = newPayment();
    await payAs(one.proxyUrl, newKey(), payment);
    await assertProblem(await payAs(other.proxyUrl, newKey(), payment), 409, 'conflict', 'unknown');
    await one.client.connect();
    assert.equal(service.requests.length, 1);
  });

  it('does not answer not_charged to a second request', async (t) => {
    const [one, , service] = await startLosing(t);
    const [key, payment] = [newKey(), newPayment()];
    await payAs(one.proxyUrl, key, payment);
    await assertProblem(await payAs(one.proxyUrl, key, payment), 503, 'store_unavailable', 'unknown');
    await one.client.connect();
    assert.equal(service.requests.length, 1);
  });

  it('writes the outcome for all proxies when it has reconnected', async (t) => {
    const [one, other] = await startLosing(t);
    const key = newKey();
    await payAs(one.proxyUrl, key, newPayment());
    await one.client.connect();
    await untilSucceeded(other.proxyUrl, key);
  });
});

describe('when Redis is stopped', () => {
  it('before a payment, proxies answer 503 unknown and send nothing', async (t) => {
    const [one, other, service] = await startTwo(t, answer(200, PAID));
    await redis.kill();
    const payment = newPayment();
    const answers = await Promise.all([one, other].map(({ proxyUrl }) => payAs(proxyUrl, newKey(), payment)));
    await redis.startAgain();
    for (const each of answers) await assertProblem(each, 503, 'store_unavailable', 'unknown');
    assert.equal(service.requests.length, 0);
  });

  it('and restarted during a payment, it is sent once and succeeds for all proxies', async (t) => {
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
