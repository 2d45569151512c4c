import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createPaymentProxy, type AttemptStore, type LogEntry, type PaymentProxy } from '../../../src/proxy/index.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { API_KEY, newKey, paymentRequest } from '../../support/node-proxy.js';
import { PAN } from '../../support/sample-payment.js';
import { answerCase, type AnswerCase } from './answers.js';
import { expectHeaders, expectLog, expectRefusal, expectValid } from './expectations.js';
import { requestCase, SHOP, toRequest, type RequestCase } from './requests.js';

/** A generator of random cases, with a check for each case. */
export interface Fuzz {
  readonly name: string;
  readonly run: (options: FuzzOptions) => Promise<void>;
}

export interface FuzzOptions {
  readonly cases: number;
  /** Called after every case. */
  readonly onCase?: (() => void) | undefined;
}

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

async function check<T>(
  cases: fc.Arbitrary<T>,
  checkOne: (one: T) => Promise<void>,
  { cases: numRuns, onCase }: FuzzOptions,
): Promise<void> {
  const property = fc.asyncProperty(cases, async (one) => {
    await checkOne(one);
    onCase?.();
  });
  await fc.assert(property, { numRuns });
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
    limits: { requestsPerMinute: false, attemptsPerReference: false, attemptsPerClient: false },
    fetch,
    logger,
  });
}

/** One proxy for all cases, so that leftovers of earlier ones show, but a new store for each. */
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
  const current: AttemptStore = {
    read: (names) => store.read(names),
    swap: (changes) => store.swap(changes),
    list: (prefix, options) => store.list(prefix, options),
  };
  const proxy = createProxy(service, (entry) => lines.push(entry), current);

  return async (one) => {
    store = createMemoryStore(); // else the first valid payment would be replayed for later ones
    sent.length = lines.length = 0;
    const response = await proxy(toRequest(one));
    const text = await response.text();
    expectHeaders(response);
    const [body, ...more] = sent;
    assert.equal(more.length, 0, 'sent more than once');
    if (body !== undefined) expectValid(one, body);
    if (response.status >= 400) expectRefusal(response, text);
    expectLog(lines);
  };
}

/** Secrets in responses of the service are redacted, and the outcome is not changed. */
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
    const report = await proxy(new Request('http://localhost/pay/attempts', { headers: { 'Idempotency-Key': key } }));
    told.push(await report.text(), JSON.stringify(lines));
    for (const secret of [API_KEY, PAN, ...secrets]) {
      const written = JSON.stringify(secret).slice(1, -1);
      assert.ok(!told.some((text) => text.includes(secret) || text.includes(written)), `it repeats ${secret}`);
    }
  };
}
