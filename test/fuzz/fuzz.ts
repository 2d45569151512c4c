import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createPaymentProxy, type AttemptStore, type LogEntry, type PaymentProxy } from '../../src/proxy/proxy.js';
import { createMemoryStore } from '../../src/proxy/stores/memory.js';
import { API_KEY, newKey, paymentRequest } from '../support/node-proxy.js';
import { PAN } from '../support/sample-payment.js';
import { answerCase, type AnswerCase } from './answers.js';
import { expectHeaders, expectRefusal, expectRight } from './expectations.js';
import { requestCase, SHOP, toRequest, type RequestCase } from './requests.js';

/** What is made up, and what has to be so for each of it. */
export interface Fuzz {
  readonly name: string;
  /** @param options - how often, from which seed; `path` repeats one case */
  readonly run: (options: FuzzOptions) => Promise<void>;
}

export interface FuzzOptions {
  readonly cases: number;
  readonly seed?: number | undefined;
  readonly path?: string | undefined;
  /** Called after every case. */
  readonly onCase?: (() => void) | undefined;
}

/** Longest that one case may take, in ms: a search that does not end is a crash as well. */
const TIME_LIMIT = 20_000;

export const FUZZES: readonly Fuzz[] = [
  {
    name: 'requests',
    run: (options) => check(requestCase, createRequestCheck(), options),
  },
  {
    name: 'answers of the service',
    run: (options) => check(answerCase, createAnswerCheck(), options),
  },
];

/** @throws with the smallest case that fails, its seed and its path */
async function check<T>(
  cases: fc.Arbitrary<T>,
  checkOne: (one: T) => Promise<void>,
  { cases: numRuns, seed, path, onCase }: FuzzOptions,
): Promise<void> {
  const property = fc.asyncProperty(cases, async (one) => {
    await checkOne(one);
    onCase?.();
  });
  await fc.assert(property, {
    numRuns,
    timeout: TIME_LIMIT,
    ...(seed !== undefined && { seed }),
    ...(path && { path }),
  });
}

type Network = (request: Request) => Promise<Response>;

function createProxy(fetch: Network, logger: (entry: LogEntry) => unknown, store = createMemoryStore()): PaymentProxy {
  return createPaymentProxy({
    baseUrl: 'https://service.example',
    apiKey: API_KEY,
    mode: 'test',
    trustBrowserAmount: true,
    allowedOrigins: [SHOP],
    store,
    limits: { requestsPerMinute: false, attemptsPerReference: false },
    fetch,
    logger,
  });
}

/** One proxy for all cases, so that what it keeps of them shows; but each has a store of its own. */
function createRequestCheck(): (one: RequestCase) => Promise<void> {
  const sent: string[] = [];
  const lines: LogEntry[] = [];
  const service: Network = async (request) => {
    assert.equal(`${request.method} ${request.url}`, 'POST https://service.example/v1/payments');
    const names = Array.from(request.headers.keys()).sort();
    assert.deepEqual(names, ['accept', 'authorization', 'content-type', 'idempotency-key']);
    sent.push(await request.text());
    return Response.json({ id: 'pay_1' });
  };
  let store = createMemoryStore();
  const current: AttemptStore = { read: (names) => store.read(names), swap: (changes) => store.swap(changes) };
  const proxy = createProxy(service, (entry) => lines.push(entry), current);

  return async (one) => {
    store = createMemoryStore(); // else the first payment that is right would answer for all that come after it
    sent.length = lines.length = 0;
    const response = await proxy(toRequest(one));
    const text = await response.text();
    expectHeaders(response);
    const [body, ...more] = sent;
    assert.equal(more.length, 0, 'sent more than once');
    if (body !== undefined) expectRight(one, body);
    if (response.status >= 400) expectRefusal(response, text);
    assert.deepEqual(lines, [], 'nothing of this is worth a line in the log');
  };
}

/** Whatever the service says, its secrets stay where they are and its word about the money is not changed. */
function createAnswerCheck(): (one: AnswerCase) => Promise<void> {
  return async ({ status, headers, body, secrets }) => {
    const lines: LogEntry[] = [];
    const bytes = Buffer.from(body, 'latin1');
    const service: Network = () =>
      Promise.resolve(
        new Response([204, 205, 304].includes(status) ? null : bytes, {
          status,
          headers,
        }),
      );
    const proxy = createProxy(service, (entry) => lines.push(entry));
    const key = newKey();
    const told: string[] = [];
    for (let times = 0; times < 2; times++) {
      const response = await proxy(
        paymentRequest('http://localhost/pay', undefined, {
          'Idempotency-Key': key,
        }),
      );
      expectHeaders(response);
      assert.ok(response.status < 300 ? status < 300 : response.status === status || response.status === 502);
      told.push(await response.text());
    }
    const report = await proxy(new Request(`http://localhost/pay/attempts/${key}`));
    told.push(await report.text(), JSON.stringify(lines));
    for (const secret of [API_KEY, PAN, ...secrets]) {
      const written = JSON.stringify(secret).slice(1, -1);
      assert.ok(!told.some((text) => text.includes(secret) || text.includes(written)), `it repeats ${secret}`);
    }
  };
}
