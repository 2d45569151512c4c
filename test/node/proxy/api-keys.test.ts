import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { ApiKey, ApiKeys } from '../../../src/proxy/api-keys.js';
import { Attempts } from '../../../src/proxy/attempts.js';
import { createFingerprint } from '../../../src/proxy/fingerprint.js';
import { createPaymentProxy, type AttemptStore } from '../../../src/proxy/proxy.js';
import { createMemoryStore } from '../../../src/proxy/stores/memory.js';
import { API_KEY, assertProblem, keepLog, newKey, payAs, startMerchant, testProxy } from '../../support/node-proxy.js';
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

describe('a key that is printed is not shown', () => {
  const holders: readonly (readonly [what: string, holder: unknown])[] = [
    ['a key', new ApiKey(API_KEY)],
    ['a pair of keys', new ApiKeys([API_KEY, NEW])],
    ['an object with a key', { service: { keys: new ApiKeys([API_KEY, NEW]) } }],
    ['an error with a key', new Error('failed', { cause: { key: new ApiKey(API_KEY) } })],
    ['a proxy', testProxy()],
    ['a proxy with two keys', testProxy({ apiKey })],
  ];
  const ways: Readonly<Record<string, (holder: unknown) => string>> = {
    String: (holder) => String(holder),
    'JSON.stringify': (holder) => JSON.stringify({ holder }),
    'util.inspect': (holder) => inspect(holder),
    'util.inspect with all that is hidden': (holder) =>
      inspect(holder, { showHidden: true, getters: true, depth: Infinity, showProxy: true }),
  };
  for (const [what, holder] of holders) {
    for (const [way, print] of Object.entries(ways)) {
      it(`${what}, by ${way}`, () => {
        assert.doesNotMatch(print(holder), new RegExp(`${API_KEY}|${NEW}`));
      });
    }
  }

  it('in no error of an option, for a pair of keys of which one is wrong', () => {
    const options = { baseUrl: 'https://service.example', mode: 'test', trustBrowserAmount: true } as const;
    assert.throws(
      () => createPaymentProxy({ ...options, apiKey: [API_KEY, `${NEW} `] }),
      (error) => !inspect(error, { showHidden: true }).includes(API_KEY) && !inspect(error).includes(NEW),
    );
  });
});

describe('two keys, while one takes the place of the other', () => {
  it('401 for the first: the same payment is sent with the second', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, takesOnly(OLD));
    assert.equal((await payAs(proxyUrl)).status, 200);
    const [first, second] = service.requests;
    assert.deepEqual(keysOf(service.requests), [NEW, OLD]);
    assert.deepEqual(
      [second?.body, second?.headers['idempotency-key']],
      [first?.body, first?.headers['idempotency-key']],
    );
  });

  it('from then on the second comes first', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, takesOnly(OLD));
    for (const order of ['a', 'b']) await payAs(proxyUrl, newKey(), samplePayment({ reference: order }));
    assert.deepEqual(keysOf(service.requests), [NEW, OLD, OLD]);
  });

  it('and when the service changes its mind, the first again', async (t) => {
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

  it('401 for both: not charged, and the order can be paid later', async (t) => {
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
    it(`${what} for the first: the second is not tried`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, { apiKey }, behaviour);
      await payAs(proxyUrl);
      assert.deepEqual(keysOf(service.requests), [NEW]);
    });
  }

  it('a doubt with the second stays one, and is not sent with the first', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, takesOnly(OLD, reset));
    await assertProblem(await payAs(proxyUrl), 502, 'connection_lost', 'unknown');
    assert.deepEqual(keysOf(service.requests), [NEW, OLD]);
  });

  it('401 after a doubt leaves the doubt: with the other key the service might charge once more', async (t) => {
    const honours = { apiKey, upstreamHonoursIdempotency: true };
    const { proxyUrl, service } = await startMerchant(t, honours, inTurn(reset, answer(401, '{}')));
    await assertProblem(await payAs(proxyUrl), 502, 'connection_lost', 'unknown');
    assert.deepEqual(keysOf(service.requests), [NEW, NEW]);
  });

  it('what is sent with the second counts against the limit of the service, too', async (t) => {
    const limits = { requestsPerMinute: 1 };
    const { proxyUrl, service } = await startMerchant(t, { apiKey, limits }, takesOnly(OLD));
    assert.deepEqual([(await payAs(proxyUrl)).status, service.requests.length], [401, 1]);
  });

  it('whoever sends the attempt again gets its answer, and nothing is sent', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, takesOnly(OLD));
    const key = newKey();
    await payAs(proxyUrl, key);
    assert.equal((await payAs(proxyUrl, key)).headers.get('Idempotency-Replayed'), 'true');
    assert.equal(service.requests.length, 2);
  });

  it('the log says that one of them is not taken any more, once', async (t) => {
    const { logger, lines } = keepLog();
    const { proxyUrl } = await startMerchant(t, { apiKey, logger }, takesOnly(OLD));
    for (const order of ['a', 'b']) await payAs(proxyUrl, newKey(), samplePayment({ reference: order }));
    assert.deepEqual(
      lines.map(({ event }) => event),
      ['second_key_taken'],
    );
  });

  it('neither reaches the page, though the service repeats both', async (t) => {
    const echo = answer(401, JSON.stringify({ message: `Neither ${NEW} nor ${OLD}` }));
    const { proxyUrl } = await startMerchant(t, { apiKey }, echo);
    assert.equal(await (await payAs(proxyUrl)).text(), '{"message":"Neither [masked] nor [masked]"}');
  });
});

describe('a payment that was made before the keys changed', () => {
  async function paidBefore(t: TestContext, before: Keys, after: Keys) {
    const store = createMemoryStore();
    const key = newKey();
    await payAs((await startMerchant(t, { store, apiKey: before })).proxyUrl, key);
    return { key, ...(await startMerchant(t, { store, apiKey: after })) };
  }

  for (const [what, before, after] of [
    ['one by another', OLD, NEW],
    ['one by two, the new one first', OLD, [NEW, OLD]],
    ['one by two, the old one first', OLD, [OLD, NEW]],
    ['two by the new one', [OLD, NEW], NEW],
    ['one by another while a proxy with the old one goes on', [NEW, OLD], OLD],
  ] as const) {
    it(`${what}: is recognised, and nothing is sent`, async (t) => {
      const { proxyUrl, service, key } = await paidBefore(t, before, after);
      const response = await payAs(proxyUrl, key);
      assert.deepEqual([response.status, service.requests.length], [200, 0]);
    });

    it(`${what}: another payment under its key is still told apart`, async (t) => {
      const { proxyUrl, key } = await paidBefore(t, before, after);
      const response = await payAs(proxyUrl, key, samplePayment({ description: 'another' }));
      await assertProblem(response, 422, 'idempotency_key_reused', 'unknown');
    });
  }
});

describe('the secret by which payments are told apart', () => {
  it('is the same for all who use a store, though they ask at once', async () => {
    const store = createMemoryStore();
    const secrets = await Promise.all([1, 2, 3].map(() => fingerprintIn(store)));
    assert.equal(new Set(secrets).size, 1);
  });

  it('is another in another store', async () => {
    const secrets = await Promise.all([1, 2].map(() => fingerprintIn(createMemoryStore())));
    assert.notEqual(secrets[0], secrets[1]);
  });

  it('is asked for again after the store has failed', async () => {
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

/** What all who use a store make of the same payment. */
async function fingerprintIn(store: AttemptStore): Promise<string> {
  return createFingerprint(samplePayment(), await new Attempts(store).secret());
}
