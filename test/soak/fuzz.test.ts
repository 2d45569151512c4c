import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { isPaymentErrorCode } from 'payment-widget/contract/errors';
import type { LogEntry, PaymentProxy } from 'payment-widget-proxy';
import { API_KEY, newKey, paymentRequest, testProxy } from '../support/node-proxy.js';
import { CVC, IDEMPOTENCY_KEY, PAN, samplePayment } from '../support/sample-payment.js';
import { times } from './effort.js';

/** Hostile requests and answers. The rules are written independently of the code of the proxy. */

if (process.env.SOAK) fc.resetConfigureGlobal(); // by hand it explores, CI repeats

const CASES = times(800);
/** Part of every random text, to search for in responses. */
const CANARY = 'zq7x';
const SHOP = 'https://shop.example';
const SECRETS = [API_KEY, PAN, CVC, CANARY, IDEMPOTENCY_KEY];
const VALID = samplePayment({
  reference: `${CANARY}-order`,
  description: `${CANARY} ${PAN}`,
  customer: { name: `${CANARY} Lovelace`, email: `${CANARY}@shop.example` },
  metadata: { cart: `${CANARY}-77` },
});

/** Each character of a body is a byte. */
const bytesOf = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const byte = fc.oneof(
  fc.constantFrom(...Array.from('{}[]",:\\/0123456789eE+-.tfn \t\r\n')),
  fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
);

const hostileName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', '', 'amount', 'apiKey', 'cvc', 'reference', CANARY, PAN),
  fc.string().map((text) => CANARY + text),
);
const hostileValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(null, -1, 0, 49.99, 1e300, '', [], {}, PAN, CVC, 'eur', 'x'.repeat(2000), '9'.repeat(2000)),
);

/** A payment with some members replaced, added or removed, at any depth. */
const changedJson = fc
  .array(fc.tuple(fc.nat(), hostileName, fc.option(hostileValue, { nil: undefined })), { minLength: 1, maxLength: 3 })
  .map((changes) => {
    const payment = structuredClone(VALID) as unknown as Record<string, unknown>;
    for (const [at, name, value] of changes) {
      const objects = [payment];
      for (const object of objects)
        for (const part of Object.values(object))
          if (typeof part === 'object' && part !== null) objects.push(part as Record<string, unknown>);
      const chosen = objects[at % objects.length] ?? payment;
      const names = [...Object.keys(chosen), name];
      Object.defineProperty(chosen, names[at % names.length] ?? name, {
        // A value of its own: in itself it would have no end.
        ...{ value: structuredClone(value), enumerable: true, configurable: true, writable: true },
      });
    }
    return bytesOf(JSON.stringify(payment));
  });

/** A payment's JSON with some bytes replaced: malformed, or with duplicate names. */
const changedBytes = fc
  .array(
    fc.tuple(
      fc.nat(),
      fc.nat({ max: 4 }),
      fc.oneof(fc.string({ unit: byte, maxLength: 6 }), fc.constant('"amount":1,')),
    ),
    {
      ...{ minLength: 1, maxLength: 3 },
    },
  )
  .map((edits) =>
    edits.reduce(
      (text, [at, length, put]) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + put + text.slice(start + length);
      },
      bytesOf(JSON.stringify(VALID)),
    ),
  );

const nested = fc
  .tuple(fc.constantFrom('[', '{"a":', '"\\"', '"', '[[]', '9', '{"metadata":{'), fc.nat({ max: 17_000 }))
  .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length)));

const headerText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)) }),
  fc.nat({ max: 9000 }).map((length) => CANARY.repeat(Math.ceil(length / 4))),
);
const hostileHeaders = fc.record(
  {
    'Content-Type': fc.oneof(fc.constantFrom('', 'text/plain', 'application/json, text/plain'), headerText),
    'Idempotency-Key': fc.oneof(fc.constantFrom('', 'k'.repeat(21), 'k'.repeat(256), PAN.repeat(2)), headerText),
    Origin: fc.oneof(fc.constantFrom(SHOP, 'null', `${SHOP}.evil.example`, `${SHOP}/`, 'http://localhost'), headerText),
    'Sec-Fetch-Site': fc.constantFrom('same-origin', 'same-site', 'cross-site', 'none', 'SAME-ORIGIN', ''),
    Authorization: headerText,
    Cookie: headerText,
    'Order-Token': headerText,
    'X-HTTP-Method-Override': headerText,
  },
  { requiredKeys: [] },
);

const requestCase = fc.record({
  method: fc.oneof(
    { arbitrary: fc.constant('POST'), weight: 20 },
    { arbitrary: fc.constantFrom('GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'post'), weight: 1 },
  ),
  path: fc.oneof(
    { arbitrary: fc.constantFrom('/pay/v1/payments', `/pay/v1/payments?${CANARY}=1`), weight: 20 },
    {
      arbitrary: fc.constantFrom('/pay/config', '/pay/attempts', '/pay/v1/payments/..%2fconfig', `/${CANARY}`),
      weight: 2,
    },
  ),
  headers: fc.oneof({ arbitrary: fc.constant({}), weight: 6 }, { arbitrary: hostileHeaders, weight: 4 }),
  body: fc.oneof(
    { arbitrary: changedJson, weight: 6 },
    { arbitrary: changedBytes, weight: 4 },
    { arbitrary: fc.string({ unit: byte, maxLength: 200 }), weight: 2 },
    { arbitrary: fc.constant(bytesOf(JSON.stringify(VALID))), weight: 2 },
    { arbitrary: nested, weight: 1 },
  ),
});

const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Every response has the security headers, and no header with a secret or for another origin. */
function expectHeaders({ headers }: Response): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) assert.equal(headers.get(name), value, name);
  for (const [name, value] of headers) expectNoSecret(value, name);
  assert.equal(headers.get('Set-Cookie'), null);
  assert.ok([null, SHOP].includes(headers.get('Access-Control-Allow-Origin')), 'CORS for another origin');
}

/** Hashed keys may contain the CVC by chance. */
function expectNoSecret(text: string, where: string): void {
  const written = text.replace(/\b[\da-f]{64}\b/g, '');
  for (const secret of SECRETS) assert.ok(!written.includes(secret), `${where} repeats ${secret}`);
}

/** A refusal is a short problem document with a known code that repeats nothing of the request. */
function expectRefusal({ status, headers }: Response, text: string): void {
  assert.ok(status >= 400 && status < 500, `status ${status}`);
  assert.equal(headers.get('Content-Type'), 'application/problem+json');
  assert.ok(text.length < 4096, `${text.length} characters`);
  expectNoSecret(text, 'it');
  const { code, outcome } = JSON.parse(text) as Record<string, unknown>;
  assert.ok(isPaymentErrorCode(code), String(code));
  assert.ok(outcome === 'not_charged' || outcome === 'unknown', String(outcome));
}

/** Counts colons outside of strings. */
const countNames = (json: string) => json.replace(/"(\\.|[^"\\])*"/gs, '').split(':').length - 1;

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value) as unknown[];
  return parts.reduce((sum: number, part) => sum + countMembers(part), Array.isArray(value) ? 0 : parts.length);
}

type Check = (value: unknown) => boolean;
const like =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const whole =
  (from: number, to: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** An object with these members and no others. */
const members =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every((name) => Object.hasOwn(checks, name)) &&
    Object.entries(checks).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const isPayment = members({
  amount: whole(1, Number.MAX_SAFE_INTEGER),
  currency: like(/^[A-Z]{3}$/),
  reference: optional(like(/^(?=\S)[^]{1,255}(?<=\S)$/)),
  description: optional(like(/^[^]{0,1000}$/)),
  customer: optional((value) => typeof value === 'object'),
  payment_method: members({
    type: like(/^card$/),
    card: members({
      number: like(/^\d{12,19}$/),
      exp_month: whole(1, 12),
      exp_year: whole(2000, 9999),
      cvc: like(/^\d{3,4}$/),
    }),
  }),
  metadata: optional((value) => !Object.keys(value as object).some((name) => /^(__proto__|constructor)$/.test(name))),
});

/** A payment that is sent is the one that was received, and follows the contract. */
function expectValid(one: typeof requestCase extends fc.Arbitrary<infer T> ? T : never, sent: string): void {
  const {
    'Content-Type': type = 'application/json',
    Origin: origin,
    'Sec-Fetch-Site': site,
  } = one.headers as Partial<Record<string, string>>;
  assert.match(one.method, /^post$/i);
  assert.match(one.path, /^[^?]*\/v1\/payments(\?|$)/);
  assert.match(type, /^\s*application\/json\s*(;|$)/i);
  const isOwn = site ? /^\s*(same-origin|none)\s*$/.test(site) : !origin || origin.trim() === 'http://localhost';
  assert.ok(isOwn || origin?.trim() === SHOP, 'it came from another origin');
  const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(one.body, 'latin1'));
  const payment = JSON.parse(text) as unknown;
  assert.deepEqual(JSON.parse(sent), payment);
  assert.equal(countNames(text), countMembers(payment), 'a duplicate name');
  assert.ok(isPayment(payment), 'not a payment as in the contract');
}

const limits = { requestsPerMinute: false, attemptsPerReference: false, attemptsPerClient: false } as const;
const createProxy = (fetch: (request: Request) => Promise<Response>, lines: LogEntry[]): PaymentProxy =>
  testProxy({ allowedOrigins: [SHOP], limits, fetch, logger: (entry) => void lines.push(entry) });

it(`the proxy sends valid payments only, at most once, and repeats nothing, with ${CASES} random requests`, async () => {
  const property = fc.asyncProperty(requestCase, async (one) => {
    const sent: string[] = [];
    const lines: LogEntry[] = [];
    const proxy = createProxy(async (request) => {
      const names = Array.from(request.headers.keys()).sort();
      assert.deepEqual(names, ['accept', 'authorization', 'content-type', 'idempotency-key']);
      sent.push(await request.text());
      return Response.json({ id: 'pay_1' });
    }, lines);
    const { method, path, headers, body } = one;
    const hasBody = !['GET', 'HEAD'].includes(method);
    const response = await proxy(
      new Request(`http://localhost${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': IDEMPOTENCY_KEY, ...headers },
        ...(hasBody && { body: Buffer.from(body, 'latin1') }),
      }),
    );
    const text = await response.text();
    expectHeaders(response);
    assert.ok(sent.length <= 1, 'sent more than once');
    if (sent[0] !== undefined) expectValid(one, sent[0]);
    if (response.status >= 400 && method !== 'HEAD') expectRefusal(response, text);
    // Times and hashed keys may contain the CVC by chance.
    const logged = JSON.stringify(lines).replace(/"(time":"[^"]+|[\da-f]{12})"/g, '');
    for (const secret of SECRETS) assert.ok(!logged.includes(secret), `the log repeats ${secret}`);
  });
  await fc.assert(property, { numRuns: CASES });
});

const percent = (text: string) => Array.from(text, (char) => `%${Buffer.from(char).toString('hex')}`).join('');

/** A secret in JSON or in plain text, as it may be echoed. */
const leakyBody = fc
  .tuple(fc.constantFrom(API_KEY, PAN), fc.nat({ max: 3 }), hostileName, fc.string(), fc.nat({ max: 4 }))
  .map(([secret, spelling, name, around, shape]) => {
    const hidden =
      [secret, percent(secret), secret.replace(/^\d{4}\B/, '$& '), `TypeError: ${secret}\n at pay.js`][spelling] ??
      secret;
    const spaced = `${around} ${hidden} ${around}`;
    const json = [{ [name]: hidden }, { [name]: spaced }, { [hidden]: around }, { [name]: [{ [name]: [spaced] }] }][
      shape
    ];
    return { body: json ? JSON.stringify(json) : spaced, hidden };
  });

it(`the proxy redacts secrets, and changes no outcome, with ${CASES} random answers of the service`, async () => {
  const statuses = fc.constantFrom(200, 201, 202, 400, 401, 402, 403, 409, 422, 500, 503);
  const types = fc.constantFrom('application/json', 'text/html', 'text/plain', '', PAN);
  const property = fc.asyncProperty(statuses, types, leakyBody, async (status, type, { body, hidden }) => {
    const lines: LogEntry[] = [];
    const headers = { 'Content-Type': type, 'X-Debug': API_KEY, 'Set-Cookie': PAN, Location: PAN };
    const proxy = createProxy(() => Promise.resolve(new Response(body, { status, headers })), lines);
    const key = newKey();
    const told: string[] = [];
    for (let sent = 0; sent < 2; sent++) {
      const response = await proxy(paymentRequest('http://localhost/pay', undefined, { 'Idempotency-Key': key }));
      expectHeaders(response);
      assert.ok(
        response.status < 300 ? status < 300 : response.status === status || [409, 502].includes(response.status),
      );
      told.push(await response.text());
    }
    const report = await proxy(new Request('http://localhost/pay/attempts', { headers: { 'Idempotency-Key': key } }));
    told.push(await report.text(), JSON.stringify(lines));
    for (const secret of [API_KEY, PAN, hidden, JSON.stringify(hidden).slice(1, -1)])
      assert.ok(!told.some((text) => text.includes(secret)), `it repeats ${secret}`);
  });
  await fc.assert(property, { numRuns: CASES });
});
