import fc from 'fast-check';
import { CVC, IDEMPOTENCY_KEY, PAN, samplePayment } from '../../support/sample-payment.js';
import { mutate, mutation, treeOf, write } from './json-tree.js';

/** Part of every random text, to search for in responses. */
export const CANARY = 'zq7x';
export const SHOP = 'https://shop.example';

/** A request that can be printed and repeated. Each character of the body is a byte. */
export interface RequestCase {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Lengths of the body's chunks; the rest is the last one. */
  readonly pieces: readonly number[];
  /** Whether the connection breaks before the end. */
  readonly breaks: boolean;
}

const VALID = samplePayment({
  reference: `${CANARY}-order`,
  description: `${CANARY} ${PAN}`,
  customer: { name: `${CANARY} Lovelace`, email: `${CANARY}@shop.example` },
  metadata: { cart: `${CANARY}-77` },
});

const VALID_HEADERS = {
  'Content-Type': 'application/json',
  'Idempotency-Key': IDEMPOTENCY_KEY,
};

const bytesOf = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

const name = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '',
    'amount',
    'apiKey',
    CANARY,
    PAN,
  ),
  fc.string().map((text) => CANARY + text),
  fc.constantFrom('reference', 'customer', 'payment_method', 'card', 'number', 'cvc', 'metadata', 'type', 'currency'),
);

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }).map((json) => JSON.stringify(json)),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(CANARY + text)),
  fc.constantFrom(
    'null',
    'true',
    '0',
    '-1',
    '-0',
    '1e400',
    '1e-400',
    '49.99',
    '9007199254740993',
    '[]',
    '{}',
    '""',
    '4999',
  ),
  fc.constantFrom(
    'NaN',
    'undefined',
    '01',
    "'a'",
    '"\\u00"',
    '"\\ud800"',
    '{"__proto__":{"amount":1}}',
    '/**/1',
    '+1',
    '.5',
  ),
  fc.constantFrom(`"${PAN}"`, `"${CVC}"`, PAN, '"EUR"', '"eur"', '"constructor"', '"card"', `"${'9'.repeat(2000)}"`),
);

const mutated = fc
  .array(mutation(name, value), { minLength: 1, maxLength: 3 })
  .map((changes) => bytesOf(write(changes.reduce(mutate, treeOf(VALID)))));

/** A payment's JSON with some bytes replaced. */
const edited = fc
  .array(fc.tuple(fc.nat(), fc.nat({ max: 4 }), fc.string({ unit: byte(), maxLength: 6 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((edits) =>
    edits.reduce(
      (text, [at, length, put]) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + put + text.slice(start + length);
      },
      bytesOf(JSON.stringify(VALID)),
    ),
  );

function byte(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...Array.from('{}[]",:\\/0123456789eE+-.tfn \t\r\n')),
    fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  );
}

/** A payment with many errors. */
const wrongOften = fc.nat({ max: 1500 }).map((count) => {
  const metadata = Object.fromEntries(Array.from({ length: count }, (_, at) => [`${CANARY}${at}`, at]));
  return bytesOf(JSON.stringify({ ...VALID, metadata }));
});

/** A valid payment but for a name in its metadata. */
const badlyNamed = name.map((text) => {
  const valid = JSON.stringify({ ...VALID, metadata: {} });
  return bytesOf(valid.replace('"metadata":{}', `"metadata":{${JSON.stringify(text)}:"1","a":"2"}`));
});

const body = fc.oneof(
  { arbitrary: badlyNamed, weight: 1 },
  { arbitrary: wrongOften, weight: 1 },
  { arbitrary: mutated, weight: 6 },
  { arbitrary: edited, weight: 4 },
  { arbitrary: fc.string({ unit: byte(), maxLength: 200 }), weight: 2 },
  { arbitrary: fc.constant(bytesOf(JSON.stringify(VALID))), weight: 2 },
  {
    arbitrary: fc
      .tuple(
        fc.constantFrom('[', '{"a":', '"\\"', '\\"', '"', ' ', '[[]', '{},', '9', '{"metadata":{'),
        fc.nat({ max: 17_000 }),
      )
      .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length))),
    weight: 1,
  },
);

const headerText = fc.oneof(
  fc.string({
    unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)),
  }),
  fc.string().map((text) => CANARY + text.replace(/[^\x20-\x7e]/g, '')),
  fc.nat({ max: 9000 }).map((length) => CANARY.repeat(Math.ceil(length / 4))),
);

const hostileHeaders = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      'Authorization',
      'Cookie',
      'Host',
      'Forwarded',
      'Via',
      'Range',
      'Expect',
      'Content-Encoding',
      'Accept',
    ),
    fc.constantFrom(
      'Order-Token',
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'X-HTTP-Method-Override',
      'X-Original-URL',
      '__proto__',
    ),
    fc.constantFrom(
      'Content-Length',
      'Transfer-Encoding',
      'Access-Control-Request-Headers',
      'Retry-After',
      'Payments-Mode',
    ),
  ),
  headerText,
  { maxKeys: 4 },
);

const contentType = fc.oneof(
  fc.constantFrom(
    '',
    'text/plain',
    'application/json, text/plain',
    'application/jsonp',
    'APPLICATION/JSON ; charset=utf-16',
  ),
  headerText,
);
const key = fc.oneof(
  fc.constantFrom(
    '',
    'k'.repeat(21),
    'k'.repeat(22),
    'k'.repeat(256),
    PAN.repeat(2),
    `${IDEMPOTENCY_KEY}, ${IDEMPOTENCY_KEY}`,
  ),
  fc.base64String({ minLength: 20, maxLength: 60 }),
  headerText,
);
const origin = fc.oneof(
  fc.constantFrom(
    SHOP,
    'null',
    'https://evil.example',
    `${SHOP}.evil.example`,
    `${SHOP}/`,
    'http://localhost',
    '*',
    '//',
  ),
  headerText,
);
const site = fc.oneof(fc.constantFrom('same-origin', 'same-site', 'cross-site', 'none', 'SAME-ORIGIN', ''), headerText);

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

const headers = fc.oneof(
  { arbitrary: fc.constant<Record<string, string>>(VALID_HEADERS), weight: 6 },
  {
    arbitrary: fc
      .tuple(some(contentType), some(key), some(origin), some(site), hostileHeaders)
      .map(([type, key, origin, site, others]) => ({
        ...others,
        ...VALID_HEADERS,
        ...(type !== undefined && { 'Content-Type': type }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(origin !== undefined && { Origin: origin }),
        ...(site !== undefined && { 'Sec-Fetch-Site': site }),
      })),
    weight: 4,
  },
);

const path = fc.oneof(
  { arbitrary: fc.constant('/pay/v1/payments'), weight: 20 },
  {
    arbitrary: fc.constantFrom(
      '/pay/config',
      '/pay/attempts',
      `/pay/attempts/${IDEMPOTENCY_KEY}`,
      '/pay/attempts/__proto__',
      '/pay/v1/payments/..%2fconfig',
      `/${CANARY}`,
      '//evil.example/v1/payments',
    ),
    weight: 2,
  },
  { arbitrary: fc.webPath().map((text) => `/${CANARY}${text}`), weight: 1 },
);

const method = fc.oneof(
  { arbitrary: fc.constant('POST'), weight: 20 },
  {
    arbitrary: fc.constantFrom('GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND', 'post'),
    weight: 1,
  },
);

/** Mostly hostile requests, and some valid ones. */
export const requestCase: fc.Arbitrary<RequestCase> = fc.record({
  method,
  path: fc
    .tuple(path, fc.constantFrom('', '', '', `?${CANARY}=1&url=https://evil.example`))
    .map((parts) => parts.join('')),
  headers,
  body,
  pieces: fc.array(fc.nat({ max: 300 }), { maxLength: 4 }),
  breaks: fc.nat({ max: 30 }).map((chance) => chance === 0),
});

export function toRequest({ method, path, headers, body, pieces, breaks }: RequestCase): Request {
  const bytes = Buffer.from(body, 'latin1');
  const hasBody = !['GET', 'HEAD'].includes(method.toUpperCase());
  return new Request(`http://localhost${path}`, {
    method,
    headers,
    ...(hasBody && { body: streamOf(bytes, pieces, breaks), duplex: 'half' }),
  });
}

function streamOf(bytes: Uint8Array, pieces: readonly number[], breaks: boolean): ReadableStream<Uint8Array> {
  const lengths = [...pieces, bytes.length];
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const length = lengths.shift();
      if (length !== undefined) {
        controller.enqueue(bytes.slice(at, at + length));
        at += length;
      } else if (breaks) {
        controller.error(new Error(`${CANARY}: the connection broke`));
      } else {
        controller.close();
      }
    },
  });
}
