import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { AttemptStore } from 'payment-widget-proxy';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import {
  assertProblem,
  newKey,
  payAs,
  paymentRequest,
  readReply,
  startMerchant,
  testProxy,
} from '../../support/node-proxy.js';
import { answer } from '../../support/node-servers.js';

const LIMIT = 64 * 1024;
const HTML = { 'Content-Type': 'text/html' };

/** JSON of a length. The character takes two bytes. */
const jsonOf = (bytes: number) => `"é${'x'.repeat(bytes - 4)}"`;

const TOO_LARGE = [
  ['of more than 64 KiB', jsonOf(LIMIT + 1)],
  ['of more than 64 KiB that is not whole JSON', `"${'x'.repeat(LIMIT)}`],
  ['of more than 1,000 values', `[1${',1'.repeat(1000)}]`],
  ['of more than 100 levels', '['.repeat(101) + ']'.repeat(101)],
] as const;

type Settings = Parameters<typeof startMerchant>[1];

async function pay(t: TestContext, settings: Settings, ...response: Parameters<typeof answer>): Promise<Response> {
  const { proxyUrl } = await startMerchant(t, settings, answer(...response));
  return payAs(proxyUrl);
}

describe('response of the service', () => {
  it('of 64 KiB is passed on', async (t) => {
    assert.equal(await (await pay(t, {}, 200, jsonOf(LIMIT))).text(), jsonOf(LIMIT));
  });

  for (const [what, body] of TOO_LARGE) {
    it(`${what} is passed on as its status alone, which interpretResponse cannot judge`, async (t) => {
      const response = await pay(t, {}, 402, body);
      assert.deepEqual([response.status, await response.text()], [402, '']);
      const judged = await pay(t, { interpretResponse: () => undefined }, 402, body);
      await assertProblem(judged, 502, 'unreadable_answer', 'unknown');
    });
  }

  it('without end is read up to the limit and cancelled', async () => {
    let bytes = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(1024).fill(32));
        bytes += 1024;
      },
      cancel() {
        isCancelled = true;
      },
    });
    const proxy = testProxy({ fetch: () => Promise.resolve(new Response(endless)) });
    const { status } = await proxy(paymentRequest('https://shop.example/pay'));
    assert.deepEqual([status, isCancelled, bytes <= LIMIT + 2 * 1024], [200, true, true]);
  });

  it('of more than 64 KiB that is JSON, declared as HTML, is passed on as its status alone', async (t) => {
    const response = await pay(t, {}, 200, `{"id":${jsonOf(LIMIT)}}`, HTML);
    assert.deepEqual([response.status, await response.text()], [200, '']);
  });

  it('that is JSON, declared as HTML, is passed on as JSON', async (t) => {
    const response = await pay(t, {}, 402, '{"error":"declined"}', HTML);
    assert.deepEqual([response.headers.get('Content-Type'), await response.text()], ['application/json', '{"error":"declined"}']); // prettier-ignore
  });

  for (const [what, body, headers] of [
    ['by its type', 'x'.repeat(LIMIT + 1), HTML],
    ['by its text', `<!doctype html>${' '.repeat(LIMIT)}`, { 'Content-Type': 'text/plain' }],
  ] as const) {
    it(`of more than 64 KiB that is an HTML page ${what} leaves the outcome unknown`, async (t) => {
      await assertProblem(await pay(t, {}, 200, body, headers), 502, 'unreadable_answer', 'unknown');
    });
  }
});

describe('answerFields', () => {
  const answerFields = ['status', 'id'];
  const body = JSON.stringify({ id: 'pay_1', customer: { name: 'Ada', id: 7 }, status: 'ok', outcome: 'unknown' });
  const picked = '{"id":"pay_1","status":"ok"}';

  for (const status of [200, 422]) {
    it(`are the only members of a ${status} that the page gets`, async (t) => {
      const response = await pay(t, { answerFields }, status, body);
      assert.deepEqual([response.status, await response.text()], [status, picked]);
    });
  }

  it('are the only members that the store gets', async (t) => {
    const kept: string[] = [];
    const memory = createMemoryStore();
    const store: AttemptStore = {
      ...memory,
      volatile: false,
      swap: (changes) => {
        kept.push(JSON.stringify(changes));
        return memory.swap(changes);
      },
    };
    const { proxyUrl } = await startMerchant(t, { answerFields, store }, answer(200, body));
    const key = newKey();
    await payAs(proxyUrl, key);
    assert.doesNotMatch(kept.join(), /customer|Ada/);
    assert.deepEqual(await readReply(await payAs(proxyUrl, key)), [200, picked, true]);
  });

  it('do not limit what interpretResponse gets', async (t) => {
    const seen: unknown[] = [];
    const interpretResponse = (given: { readonly body: unknown }) => {
      seen.push(given.body);
      return 'not_charged' as const;
    };
    const response = await pay(t, { answerFields, interpretResponse }, 200, body);
    assert.deepEqual([response.status, await response.text(), seen], [402, picked, [JSON.parse(body)]]);
  });

  it('leave nothing of a list', async (t) => {
    assert.equal(await (await pay(t, { answerFields }, 200, '[{"id":1}]')).text(), '');
  });
});
