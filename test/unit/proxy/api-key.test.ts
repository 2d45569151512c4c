import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { ApiKey } from '../../../src/proxy/service/upstream.js';
import { Attempts } from '../../../src/proxy/attempts/attempts.js';
import { createFingerprint } from '../../../src/proxy/attempts/fingerprint.js';
import { createPaymentProxy, type AttemptStore } from '../../../src/proxy/index.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import {
  API_KEY,
  assertProblem,
  captureLog,
  newKey,
  payAs,
  skipPauses,
  startMerchant,
  testProxy,
} from '../../support/node-proxy.js';
import { answer, inTurn, reset, type Behaviour, type ReceivedRequest } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

const OLD = API_KEY;
const NEW = 'sk_test_new_1a2b3c4d5e';
const apiKey = [NEW, OLD] as const;
type Keys = string | readonly [string, string];

/** A service that takes one key and answers 401 to any other. */
const takesOnly =
  (key: string, otherwise: Behaviour = answer(200, '{}')): Behaviour =>
  (response, request) => {
    const isRight = request.headers.authorization === `Bearer ${key}`;
    (isRight ? otherwise : answer(401, '{}'))(response, request);
  };

const keysOf = (requests: readonly ReceivedRequest[]) =>
  requests.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));

describe('API key is not printed', () => {
  const holders: readonly (readonly [what: string, holder: unknown])[] = [
    ['a key', new ApiKey(API_KEY)],
    ['a pair of keys', [new ApiKey(API_KEY), new ApiKey(NEW)]],
    ['an object with a key', { service: { keys: [new ApiKey(API_KEY), new ApiKey(NEW)] } }],
    ['an error with a key', new Error('failed', { cause: { key: new ApiKey(API_KEY) } })],
    ['a proxy', testProxy()],
    ['a proxy with two keys', testProxy({ apiKey })],
  ];
  const ways: Readonly<Record<string, (holder: unknown) => string>> = {
    String: (holder) => String(holder),
    'JSON.stringify': (holder) => JSON.stringify({ holder }),
    'util.inspect': (holder) => inspect(holder),
    'util.inspect with hidden members': (holder) =>
      inspect(holder, { showHidden: true, getters: true, depth: Infinity, showProxy: true }),
  };
  for (const [what, holder] of holders) {
    for (const [way, print] of Object.entries(ways)) {
      it(`${what}, by ${way}`, () => {
        assert.doesNotMatch(print(holder), new RegExp(`${API_KEY}|${NEW}`));
      });
    }
  }

  it('in an error about a pair of keys', () => {
    const options = { baseUrl: 'https://service.example', mode: 'test', resolvePayment: () => null } as const;
    assert.throws(
      () => createPaymentProxy({ ...options, apiKey: [API_KEY, `${NEW} `] }),
      (error) => !inspect(error, { showHidden: true }).includes(API_KEY) && !inspect(error).includes(NEW),
    );
  });
});

describe('two API keys', () => {
  it('a 401 for the first key sends the same payment with the second', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, takesOnly(OLD));
    assert.equal((await payAs(proxyUrl)).status, 200);
    const [first, second] = service.requests;
    assert.deepEqual(keysOf(service.requests), [NEW, OLD]);
    assert.deepEqual(
      [second?.body, second?.headers['idempotency-key']],
      [first?.body, first?.headers['idempotency-key']],
    );
  });

  it('the key that worked comes first from then on', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, takesOnly(OLD));
    for (const order of ['a', 'b']) await payAs(proxyUrl, newKey(), samplePayment({ reference: order }));
    assert.deepEqual(keysOf(service.requests), [NEW, OLD, OLD]);
  });

  it('the first key is used again when the service rejects the second', async (t) => {
    let right = OLD;
    const changing: Behaviour = (...args) => {
      takesOnly(right)(...args);
    };
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, changing);
    await payAs(proxyUrl, newKey(), samplePayment({ reference: 'a' }));
    right = NEW;
    assert.equal((await payAs(proxyUrl, newKey(), samplePayment({ reference: 'b' }))).status, 200);
    assert.deepEqual(keysOf(service.requests), [NEW, OLD, OLD, NEW]);
  });

  it('a 401 for both keys is not charged and leaves the order payable', async (t) => {
    const refusals = inTurn(answer(401, '{}'), answer(401, '{}'), answer(200, '{}'));
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, refusals);
    assert.deepEqual([(await payAs(proxyUrl)).status, service.requests.length], [401, 2]);
    assert.equal((await payAs(proxyUrl)).status, 200);
  });

  for (const [what, behaviour] of [
    ['200', answer(200, '{}')],
    ['400', answer(400, '{}')],
    ['402', answer(402, '{}')],
    ['403', answer(403, '{}')],
    ['500', answer(500, '{}')],
    ['a broken connection', reset],
  ] as const) {
    it(`${what} for the first key does not use the second`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, { apiKey }, behaviour);
      await payAs(proxyUrl);
      assert.deepEqual(keysOf(service.requests), [NEW]);
    });
  }

  it('an unknown outcome with the second key is not retried with the first', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, takesOnly(OLD, reset));
    await assertProblem(await payAs(proxyUrl), 502, 'connection_lost', 'unknown');
    assert.deepEqual(keysOf(service.requests), [NEW, OLD]);
  });

  it('a 401 after an unknown outcome leaves it unknown and does not use the other key', async (t) => {
    skipPauses(t);
    const honours = { apiKey, upstreamHonoursIdempotency: true };
    const { proxyUrl, service } = await startMerchant(t, honours, inTurn(reset, answer(401, '{}')));
    await assertProblem(await payAs(proxyUrl), 502, 'connection_lost', 'unknown');
    assert.deepEqual(keysOf(service.requests), [NEW, NEW]);
  });

  it('a request with the second key counts against requestsPerMinute', async (t) => {
    const limits = { requestsPerMinute: 1 };
    const { proxyUrl, service } = await startMerchant(t, { apiKey, limits }, takesOnly(OLD));
    assert.deepEqual([(await payAs(proxyUrl)).status, service.requests.length], [401, 1]);
  });

  it('a repeated attempt gets the stored response, sends nothing', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, takesOnly(OLD));
    const key = newKey();
    await payAs(proxyUrl, key);
    assert.equal((await payAs(proxyUrl, key)).headers.get('Idempotency-Replayed'), 'true');
    assert.equal(service.requests.length, 2);
  });

  it('a rejected key is logged once', async (t) => {
    const { logger, lines } = captureLog();
    const { proxyUrl } = await startMerchant(t, { apiKey, logger }, takesOnly(OLD));
    for (const order of ['a', 'b']) await payAs(proxyUrl, newKey(), samplePayment({ reference: order }));
    assert.deepEqual(
      lines.map(({ event }) => event),
      ['second_key_taken'],
    );
  });

  for (const [name, before, remedy] of [
    ['first', [NEW, OLD], 'Keep the second one until the service accepts the first.'],
    ['second', [OLD, NEW], 'Remove it.'],
  ] as const) {
    it(`the log names the rejected key: the ${name}`, async (t) => {
      const { logger, lines } = captureLog();
      let accepted = before[1];
      const service: Behaviour = (response, request) => {
        takesOnly(accepted)(response, request);
      };
      const { proxyUrl } = await startMerchant(t, { apiKey: before, logger }, service);
      const pay = (reference: string) => payAs(proxyUrl, newKey(), samplePayment({ reference }));
      await pay('a');
      if (name === 'second') {
        accepted = before[0]; // the service has changed over: the proxy tries the second one first
        await pay('b');
      }
      const ending = new RegExp(`The ${name} key in apiKey was rejected\\. ${remedy.replaceAll('.', '\\.')}$`);
      assert.match(lines.at(-1)?.message ?? '', ending);
    });
  }

  it('neither key reaches the page when the service repeats both', async (t) => {
    const echo = answer(401, JSON.stringify({ message: `Neither ${NEW} nor ${OLD}` }));
    const { proxyUrl } = await startMerchant(t, { apiKey }, echo);
    assert.equal(await (await payAs(proxyUrl)).text(), '{"message":"Neither [masked] nor [masked]"}');
  });
});

describe('payment made before the keys changed', () => {
  async function paidBefore(t: TestContext, before: Keys, after: Keys) {
    const store = createMemoryStore();
    const key = newKey();
    await payAs((await startMerchant(t, { store, apiKey: before })).proxyUrl, key);
    return { key, ...(await startMerchant(t, { store, apiKey: after })) };
  }

  for (const [what, before, after] of [
    ['one key replaced by another', OLD, NEW],
    ['a new key added in front', OLD, [NEW, OLD]],
    ['a new key added behind', OLD, [OLD, NEW]],
    ['the old key removed', [OLD, NEW], NEW],
    ['a proxy with the old key beside one with both', [NEW, OLD], OLD],
  ] as const) {
    it(`${what}: the repeated attempt sends nothing`, async (t) => {
      const { proxyUrl, service, key } = await paidBefore(t, before, after);
      const response = await payAs(proxyUrl, key);
      assert.deepEqual([response.status, service.requests.length], [200, 0]);
    });

    it(`${what}: another payment with the same attempt key is rejected`, async (t) => {
      const { proxyUrl, key } = await paidBefore(t, before, after);
      const response = await payAs(proxyUrl, key, samplePayment({ description: 'another' }));
      await assertProblem(response, 422, 'idempotency_key_reused', 'unknown');
    });
  }
});

describe('fingerprint secret', () => {
  it('is the same for concurrent users of a store', async () => {
    const store = createMemoryStore();
    const secrets = await Promise.all([1, 2, 3].map(() => fingerprintIn(store)));
    assert.equal(new Set(secrets).size, 1);
  });

  it('differs between stores', async () => {
    const secrets = await Promise.all([1, 2].map(() => fingerprintIn(createMemoryStore())));
    assert.notEqual(secrets[0], secrets[1]);
  });

  it('is read again after a failure of the store', async () => {
    const store = createMemoryStore();
    let fails = true;
    const attempts = new Attempts({
      ...store,
      read: (names) => (fails ? Promise.reject(new Error('away')) : store.read(names)),
    });
    await assert.rejects(attempts.secret());
    fails = false;
    assert.equal((await attempts.secret()).type, 'secret');
  });
});

/** The fingerprint of the sample payment with the secret of a store. */
async function fingerprintIn(store: AttemptStore): Promise<string> {
  return createFingerprint(samplePayment(), await new Attempts(store).secret());
}
