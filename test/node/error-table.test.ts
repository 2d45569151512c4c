import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { checkMetadata, type RawConfiguration } from '../../src/configuration.js';
import { checkPrice } from '../../src/consent.js';
import { ERRORS, PaymentError, type ErrorOutcome, type PaymentErrorCode } from '../../src/errors.js';
import { DEFAULT_FIELDS } from '../../src/fields.js';
import { failureKey } from '../../src/messages.js';
import { ALL_ENGLISH } from '../support/english.js';
import { PaymentFlow, type AcceptedPayment, type FlowHost } from '../../src/payment-flow.js';
import { serializeRequest } from '../../src/payment/serialize.js';
import { createMemoryStore } from '../../src/proxy/stores/memory.js';
import { Setup } from '../../src/setup.js';
import { newKey, testProxy } from '../support/node-proxy.js';
import { rsaPair } from '../support/encryption-keys.js';
import { gate } from '../support/node-servers.js';
import { samplePayment } from '../support/sample-payment.js';

/**
 * The README's table of errors, held against the code: each code is brought about, by the page, by a proxy of somebody
 * else or by ours, and its row has to say what became of the money, whether one may try again, and what was read.
 */

const PROXY_URL = 'https://shop.example/pay';
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const section = /^### Errors\n([^]*?)^### /m.exec(readme)?.[1] ?? '';
const rows = [...section.matchAll(/^\| `(\w+)` .*\|$/gm)].map(([line, code]) => ({ code, cells: cellsOf(line) }));

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

const quotesOf = (text: string): string[] => [...text.matchAll(/“([^”]+)”/g)].map(([, quote]) => quote ?? '');

/** What an error has come to. */
interface Seen {
  readonly error: PaymentError;
  /** The text that the widget shows, if it shows any. */
  readonly reads: string | undefined;
}

type Way = (t: TestContext) => Seen | Promise<Seen>;
/** Answers a payment, in the place of a proxy. */
type Answer = (request: Request) => Response | Promise<Response>;

const SETTINGS: RawConfiguration = {
  proxyUrl: PROXY_URL,
  amount: 4999,
  minAmount: undefined,
  maxAmount: undefined,
  currency: 'EUR',
  currencyExponents: undefined,
  reference: 'order-1042',
  description: undefined,
  fields: DEFAULT_FIELDS,
  requestTimeout: 55_000,
  metadata: undefined,
  prefill: undefined,
  messages: undefined,
  baseURI: 'https://shop.example/',
};

/** The settings of the page are so. */
const settings =
  (change: Partial<RawConfiguration>, mode?: string): Way =>
  () => {
    const setup = new Setup(() => undefined);
    setup.expectedMode = mode;
    setup.check({ ...SETTINGS, ...change });
    return see(setup);
  };

function see(setup: Setup): Seen {
  assert.ok(setup.error, 'the settings are right');
  return { error: setup.error, reads: ALL_ENGLISH.configuration_title };
}

/** Pays with a page and a proxy that are so. */
async function attempt(t: TestContext, answer: Answer, page: Partial<FlowHost> = {}, timeout = 55_000): Promise<Seen> {
  t.mock.method(globalThis, 'fetch', async (input: string, init?: RequestInit) =>
    init?.method === 'POST' ? answer(new Request(input, init)) : new Response(null, { status: 404 }),
  );
  const order = { amount: 4999, currency: 'EUR', reference: 'order-1042' };
  const payment: AcceptedPayment = { order, proxyUrl: PROXY_URL, payment: samplePayment(), timeout };
  const flow = new PaymentFlow(
    {
      order: () => order,
      accept: () => Promise.resolve(payment),
      interpretResponse: () => undefined,
      phaseChanged: () => undefined,
      requestUpdate: () => undefined,
      dispatchEvent: () => true,
      ...page,
    },
    new Setup(() => undefined),
  );
  const outcome = await flow.submit();
  flow.wait.stop();
  assert.ok('error' in outcome, outcome.outcome);
  const { failure, phase } = flow;
  const reads = phase === 'unknown' ? ALL_ENGLISH.unknown_title : failure && ALL_ENGLISH[failureKey(failure)];
  return { error: outcome.error, reads };
}

const unsent: Answer = () => assert.fail('it was sent');

/** The page, or the form, refuses to pay. */
const refused =
  (refuse: () => unknown): Way =>
  (t) =>
    attempt(t, unsent, { accept: () => Promise.resolve(refuse() as never) });

const fails = (error: Error) => () => {
  throw error;
};

/** The browser is so. */
const browser =
  (navigator: object): Way =>
  async (t) => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator') ?? { value: undefined, configurable: true };
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: navigator });
    t.after(() => Object.defineProperty(globalThis, 'navigator', before));
    return attempt(t, unsent);
  };

/** Any proxy answers so. */
const answered =
  (status: number, body: string | null = null, type = 'application/json'): Way =>
  (t) =>
    attempt(t, () => new Response(body, { status, headers: { 'Content-Type': type } }));

type Options = Parameters<typeof testProxy>[0];

/** Our proxy answers, with a service that does so. */
const byProxy =
  (service: () => Response | Promise<Response>, options: Options = {}): Way =>
  (t) => {
    const proxy = testProxy({ fetch: () => Promise.resolve().then(service), ...options });
    return attempt(t, proxy);
  };

interface Earlier extends Pick<NonNullable<Options>, 'limits'> {
  readonly key?: string;
  readonly reference?: string;
  readonly resolved?: boolean;
}

/** Our proxy answers the second of two payments; the first differs so, and the service answered it so. */
const after =
  (status: number, { key, reference = 'order-1042', resolved = false, ...options }: Earlier = {}): Way =>
  (t) => {
    const proxy = testProxy({ fetch: () => Promise.resolve(new Response('{}', { status })), ...options });
    return attempt(t, async (request) => {
      const idempotencyKey = key ?? request.headers.get('Idempotency-Key') ?? '';
      await proxy(
        new Request(request.url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
          body: JSON.stringify(samplePayment({ reference })),
        }),
      );
      if (resolved) await proxy.resolve(idempotencyKey, 'failed');
      return proxy(request);
    });
  };

const status = (number: number) => () => new Response('{}', { status: number });
const breaks = (code: string) => fails(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) }));
const redirects = () => new Response(null, { status: 302, headers: { Location: 'https://elsewhere.example/' } });
const noStore = () => Promise.reject(new Error('no store'));

const modeMismatch: Way = (t) => {
  t.mock.method(globalThis, 'fetch', () => Promise.resolve(new Response(null, { status: 404 })));
  const setup = new Setup(() => undefined);
  setup.expectedMode = 'test';
  setup.check(SETTINGS);
  setup.learnMode('live');
  setup.check(SETTINGS);
  return see(setup);
};

/** The proxy, one of its own for each key, gives this key. */
const keyOfProxy =
  (name: string, key: unknown, settings: Partial<RawConfiguration> = {}): Way =>
  async (t) => {
    t.mock.method(globalThis, 'fetch', () => Promise.resolve(Response.json({ encryption_key: key })));
    const told = gate();
    const setup = new Setup(() => {
      check();
      if (setup.error) told.open();
    });
    const check = () => {
      setup.check({ ...SETTINGS, ...settings, proxyUrl: `https://${name}.example/pay` });
    };
    check();
    await told.opened;
    return see(setup);
  };

/** The page is at a proxy that holds a Live key, and the window is so. */
const livePage =
  (window: object): Way =>
  (t) => {
    const names = Object.keys(window);
    Object.assign(globalThis, window);
    t.after(() => {
      names.forEach((name) => Reflect.deleteProperty(globalThis, name));
    });
    return settings({}, 'live')(t);
  };

const keyInPage: Way = () => {
  const setup = new Setup(() => undefined);
  setup.refuseKey('api-key');
  setup.check(SETTINGS);
  return see(setup);
};

const keyInAnswer: Way = (t) => {
  t.mock.method(console, 'error', () => undefined);
  const setup = new Setup(() => undefined);
  setup.onLeak('api_key');
  setup.check(SETTINGS);
  return see(setup);
};

/** The store fails when a payment has been sent of which nobody knows the end. */
const storeLost: Way = (t) => {
  const store = createMemoryStore();
  let isLost = false;
  const proxy = testProxy({
    fetch: () => Promise.resolve(status(500)()),
    store: {
      read: (names) => (isLost ? noStore() : store.read(names)),
      swap: (changes) => (isLost ? noStore() : store.swap(changes)),
    },
  });
  return attempt(t, async (request) => {
    await proxy(request.clone());
    isLost = true;
    return proxy(request);
  });
};

/** The merchant has come to refuse an order that is on its way. */
const stillInFlight: Way = (t) => {
  const [called, released] = [gate(), gate()];
  const orders = [{ amount: 4999, currency: 'EUR' }];
  const fetch = async () => {
    called.open();
    await released.opened;
    return status(200)();
  };
  const proxy = testProxy({ fetch, resolvePayment: () => orders.pop() });
  return attempt(t, async (request) => {
    const first = proxy(request.clone());
    await called.opened;
    const answer = await proxy(request);
    released.open();
    await first;
    return answer;
  });
};

/** How each code comes about. What it means by itself comes first. */
const WAYS: Readonly<Record<PaymentErrorCode, readonly Way[]>> = {
  missing_proxy_url: [settings({ proxyUrl: '' })],
  invalid_proxy_url: [settings({ proxyUrl: 'ftp://shop.example' })],
  invalid_amount: [settings({ amount: 49.99 })],
  invalid_amount_limits: [settings({ minAmount: 2, maxAmount: 1 })],
  invalid_currency: [settings({ currency: 'euro' })],
  invalid_currency_exponents: [settings({ currencyExponents: { EUR: 9 } })],
  invalid_reference: [settings({ reference: 'r'.repeat(256) })],
  invalid_description: [settings({ description: 'd'.repeat(1001) })],
  invalid_mode: [settings({}, 'sandbox')],
  invalid_request_timeout: [settings({ requestTimeout: -1 })],
  unknown_field: [settings({ fields: 'card-number card-number' })],
  missing_field: [settings({ fields: 'card-number' })],
  invalid_metadata: [settings({ metadata: { cart: 7 } }), refused(() => { checkMetadata({ ['n'.repeat(999)]: '' }); })], // prettier-ignore
  invalid_prefill: [settings({ prefill: { amount: '5' } })],
  invalid_messages: [settings({ messages: { pay: '' } })],
  invalid_request_body: [refused(() => serializeRequest(samplePayment(), () => undefined))],
  key_in_browser: [keyInPage, settings({ metadata: { api_key: 'k' } }), keyInAnswer],
  mode_mismatch: [modeMismatch],
  invalid_encryption_key: [keyOfProxy('small', rsaPair(1024).publicKey), keyOfProxy('none', null, { requireEncryption: true })], // prettier-ignore
  insecure_context: [livePage({ isSecureContext: false })],
  framed: [livePage({ parent: {} })],

  validation_failed: [refused(fails(new PaymentError('validation_failed', 'as the form does')))],
  submit_prevented: [(t) => attempt(t, unsent, { dispatchEvent: ({ type }) => type !== 'payment-submit' })],
  form_failed: [refused(fails(new TypeError('text.replace is not a function')))],
  disabled: [refused(fails(new PaymentError('disabled', 'as the form does')))],
  offline: [browser({ onLine: false })],
  order_in_progress: [browser({ locks: { request: (_name: string, _options: object, act: (lock: null) => unknown) => Promise.resolve(act(null)) } })], // prettier-ignore
  encryption_failed: [refused(fails(new PaymentError('encryption_failed', 'as the page does'))), byProxy(status(200), { encryptionKey: rsaPair().publicKey })], // prettier-ignore

  amount_changed: [
    byProxy(status(200), { resolvePayment: () => ({ amount: 5499, currency: 'EUR' }) }),
    refused(() => {
      const order = { currency: 'EUR', reference: undefined };
      checkPrice({ ...order, amount: 4999 }, { ...order, amount: 5499 });
    }),
  ],
  unknown_order: [byProxy(status(200), { resolvePayment: () => undefined })],
  origin_not_allowed: [
    (t) =>
      attempt(t, (request) => {
        request.headers.set('Origin', 'https://elsewhere.example');
        return testProxy()(request);
      }),
  ],
  declined: [answered(402), byProxy(status(402))],
  rate_limited: [answered(429), byProxy(status(429)), after(402, { key: newKey(), limits: { requestsPerMinute: 1 } })],
  invalid_request: [
    ...[400, 413, 415, 422].flatMap((number) => [answered(number), byProxy(status(number))]),
    (t) => attempt(t, (request) => testProxy()(new Request(request, { body: '{}' }))),
  ],
  not_authorized: [401, 403].flatMap((number) => [answered(number), byProxy(status(number))]),
  not_found: [404, 405].flatMap((number) => [answered(number), byProxy(status(number))]),
  proxy_error: [
    byProxy(status(200), { resolvePayment: () => Promise.reject(new Error('no database')) }),
    byProxy(status(200), { buildRequest: () => undefined }),
    after(500, { resolved: true }),
  ],
  store_unavailable: [byProxy(status(200), { store: { read: noStore, swap: noStore } }), storeLost],
  service_unreachable: [byProxy(breaks('CERT_HAS_EXPIRED')), byProxy(breaks('ENOTFOUND'))],

  connection_lost: [(t) => attempt(t, fails(new TypeError('fetch failed'))), byProxy(breaks('ECONNRESET'))],
  timeout: [
    (t) => attempt(t, () => new Promise(() => undefined), {}, 1000),
    answered(408),
    byProxy(fails(new DOMException('', 'TimeoutError'))),
  ],
  unreadable_answer: [answered(200, '<p>', 'text/html'), answered(200, '{"id":'), byProxy(redirects)],
  unexpected_answer: [answered(204), (t) => attempt(t, redirects)],
  conflict: [answered(409), after(500, { key: newKey() })],
  attempt_in_flight: [stillInFlight],
  attempt_unknown: [after(500)],
  idempotency_key_reused: [after(500, { reference: 'order-1' }), after(402, { reference: 'order-1' })],
  service_error: [500, 502, 503, 599].flatMap((number) => [answered(number), byProxy(status(number))]),
};

/** What a row has to say of all that was seen. */
function claim(seen: readonly Seen[]) {
  const outcomes = [...new Set(seen.map(({ error }) => error.outcome))];
  const retryable = outcomes.map((outcome) =>
    [...new Set(seen.filter(({ error }) => error.outcome === outcome).map(({ error }) => error.retryable))].join(),
  );
  const texts = [...new Set(seen.flatMap(({ reads }) => reads ?? []))];
  return { outcomes, retryable, texts };
}

const MONEY: Readonly<Record<string, ErrorOutcome>> = { no: 'not_charged', maybe: 'unknown' };
const AGAIN: Readonly<Record<string, string>> = { yes: 'true', not: 'false' };

/** What a row says. In a cell with two parts each is for its case: "no; maybe where it was sent before". */
function read([, , money = '', again = '', texts = '']: readonly string[]) {
  const firstWords = (cell: string) => cell.split('; ').map((part) => /^\w+/.exec(part)?.[0] ?? '');
  return {
    outcomes: firstWords(money).map((word) => MONEY[word]),
    retryable: firstWords(again).map((word) => AGAIN[word]),
    texts: quotesOf(texts),
  };
}

describe('the table of errors in the README', () => {
  it('has one row for every code, in the order of the union', () => {
    assert.deepEqual(
      rows.map(({ code }) => code),
      Object.keys(ERRORS),
    );
  });

  it('leaves no cell empty', () => {
    assert.deepEqual(
      rows.filter(({ cells }) => cells.length !== 6 || cells.includes('')),
      [],
    );
  });

  for (const [code, ways] of Object.entries(WAYS)) {
    it(`says of ${code} what happens to the money, whether one may try again, and what is read`, async (t) => {
      const seen: Seen[] = [];
      for (const [index, way] of ways.entries()) {
        await t.test(`way ${index + 1}`, async (t) => {
          seen.push(await way(t));
          assert.equal(seen.at(-1)?.error.code, code);
        });
      }
      assert.deepEqual(read(rows.find((row) => row.code === code)?.cells ?? []), claim(seen));
    });
  }

  it('comes with the text of the panel in doubt', () => {
    const prose = section.replaceAll('\n', ' ');
    const texts = [ALL_ENGLISH.unknown_text, ALL_ENGLISH.unknown_checking_text];
    assert.deepEqual(
      texts.filter((text) => !prose.includes(`“${text}”`)),
      [],
    );
  });
});

describe('an answer that says itself what happened to the money', () => {
  it('503 with not_charged is a service_error that charged nothing', async (t) => {
    const { error, reads } = await answered(503, '{"outcome":"not_charged"}')(t);
    const prose = section.replaceAll('\n', ' ').split('An answer may say itself')[1] ?? '';
    assert.deepEqual([error.code, error.outcome, [reads]], ['service_error', 'not_charged', quotesOf(prose)]);
  });

  it('402 with unknown is in doubt', async (t) => {
    const { error, reads } = await answered(402, '{"outcome":"unknown"}')(t);
    assert.deepEqual([error.outcome, reads], ['unknown', ALL_ENGLISH.unknown_title]);
  });
});
