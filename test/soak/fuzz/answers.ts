import fc from 'fast-check';
import { API_KEY } from '../../support/node-proxy.js';
import { CVC, PAN } from '../../support/sample-payment.js';

/** A random response of the service. */
export interface AnswerCase {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Each character is a byte. */
  readonly body: string;
  /** Secrets as encoded in the body, which must not get through. */
  readonly secrets: readonly string[];
}

const hex = (text: string) => Buffer.from(text).toString('hex');

/** Encodings of secrets. */
const SPELLINGS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => secret.replace(/(.{4})/g, '$1'),
  (secret) => (/^\d+$/.test(secret) ? secret.replace(/(\d{4})(?=\d)/g, '$1 ') : secret),
  (secret) => (/^\d+$/.test(secret) ? secret.replace(/(\d{4})(?=\d)/g, '$1-') : secret),
  (secret) => Array.from(secret, (char) => `%${hex(char)}`).join(''),
  (secret) => JSON.stringify({ number: secret, cvc: CVC }),
  (secret) => `TypeError: ${secret}\n    at charge (/srv/app/pay.js:1:2)`,
];

const secret = fc
  .tuple(fc.constantFrom(API_KEY, PAN), fc.constantFrom(...SPELLINGS))
  .map(([text, spell]) => spell(text));

const name = fc.oneof(fc.string(), fc.constantFrom('cvc', 'card', 'stack', 'message', '__proto__', 'constructor'));

/** JSON with a secret in it, as a value, a part of one, or a name. */
const leakyJson = fc
  .tuple(
    fc.array(fc.tuple(name, fc.jsonValue({ maxDepth: 2 })), { maxLength: 3 }),
    secret,
    fc.string(),
    name,
    fc.nat({ max: 3 }),
  )
  .map(([others, hidden, around, place, shape]) => {
    const spaced = `${around} ${hidden} ${around}`;
    const member: [string, unknown] = (
      [
        [place, hidden],
        [place, spaced],
        [hidden, around],
        [place, [{ [place]: [spaced] }]],
      ] as [string, unknown][]
    )[shape] ?? [place, hidden];
    return {
      body: JSON.stringify(Object.fromEntries([...others, member])),
      secrets: [hidden],
    };
  });

const noise = fc
  .oneof(
    fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
    }),
    fc.json(),
    fc.constantFrom(
      '',
      '{',
      '[[',
      '<!doctype html>',
      '<h1>no</h1>',
      'null',
      '"x"',
      '{"outcome":"not_charged"}',
      '\ufeff{}',
    ),
    fc.nat({ max: 3000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  )
  .map((body) => ({
    body: Buffer.from(body, 'utf8').toString('latin1'),
    secrets: [],
  }));

const headers = fc.dictionary(
  fc.constantFrom(
    'Content-Type',
    'Retry-After',
    'Set-Cookie',
    'Location',
    'X-Debug',
    'Content-Length',
    'Payments-Mode',
    'Server',
  ),
  fc.oneof(
    fc.constantFrom(
      'application/json',
      'text/html',
      'text/plain',
      '7',
      '99999999999999999999',
      '-1',
      API_KEY,
      PAN,
      'live',
    ),
    fc.string().map((text) => text.replace(/[^\x20-\x7e]/g, '')),
  ),
  { maxKeys: 4 },
);

export const answerCase: fc.Arbitrary<AnswerCase> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(200, 201, 202, 400, 401, 402, 403, 409, 422, 500, 503),
      fc.integer({ min: 200, max: 599 }),
    ),
    headers,
    fc.oneof(leakyJson, noise),
  )
  // The proxy would wait for a short Retry-After.
  .map(([status, headers, rest]) => ({
    status,
    headers: status === 429 ? {} : headers,
    ...rest,
  }));
