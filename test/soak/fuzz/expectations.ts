import assert from 'node:assert/strict';
import { isPaymentErrorCode } from '../../../src/contract/errors.js';
import { ATTEMPT_NOT_FOUND } from '../../../src/contract/protocol.js';
import type { LogEntry } from '../../../src/proxy/index.js';
import { API_KEY } from '../../support/node-proxy.js';
import { CVC, IDEMPOTENCY_KEY, PAN } from '../../support/sample-payment.js';
import { CANARY, SHOP, type RequestCase } from './requests.js';

/** Rules for every request, written independently of the proxy's code. */

const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'payments-mode': 'test',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const OTHER_HEADERS = [
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'allow',
  'connection',
  'content-type',
  'idempotency-replayed',
  'retry-after',
  'vary',
];
const REFUSALS = [400, 403, 404, 405, 408, 409, 413, 415, 422];
const MEMBERS = ['type', 'title', 'status', 'detail', 'code', 'outcome', 'errors'];
const SECRETS = [API_KEY, PAN, CVC, CANARY, IDEMPOTENCY_KEY];

/** Every response has the security headers, and none from the request or the service. */
export function expectHeaders({ headers }: Response): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) assert.equal(headers.get(name), value, name);
  for (const [name, value] of headers) {
    assert.ok(name in SECURITY_HEADERS || OTHER_HEADERS.includes(name), name);
    assert.ok(!SECRETS.some((secret) => value.includes(secret)), name);
  }
  const allowed = headers.get('Access-Control-Allow-Origin');
  assert.ok(allowed === null || allowed === SHOP, 'CORS for another origin');
}

/** The log reports refusals only, and repeats nothing of the request. */
export function expectLog(lines: readonly LogEntry[]): void {
  for (const { event } of lines) assert.equal(event, 'requests_refused');
  const text = JSON.stringify(lines);
  for (const secret of SECRETS) assert.ok(!text.includes(secret), `the log repeats ${secret}`);
}

/** A refusal is a short problem document with a known code that repeats nothing of the request. */
export function expectRefusal(response: Response, text: string): void {
  assert.ok(REFUSALS.includes(response.status), `status ${response.status}`);
  assert.equal(response.headers.get('Content-Type'), 'application/problem+json');
  assert.ok(text.length < 4096, `${text.length} characters`);
  for (const secret of SECRETS) assert.ok(!text.includes(secret), `it repeats ${secret}`);
  const document = JSON.parse(text) as Record<string, unknown>;
  const { type, title, status, detail, code, outcome } = document;
  assert.deepEqual([type, typeof title, status, typeof detail], ['about:blank', 'string', response.status, 'string']);
  assert.ok(isPaymentErrorCode(code) || code === ATTEMPT_NOT_FOUND, String(code));
  assert.ok(outcome === 'not_charged' || outcome === 'unknown', String(outcome));
  assert.deepEqual(
    Object.keys(document).filter((name) => !MEMBERS.includes(name)),
    [],
  );
}

/** The forwarded payment equals the received one, and both body and headers follow the contract. */
export function expectValid({ method, path, headers, body, breaks }: RequestCase, sent: string): void {
  assert.match(method, /^post$/i); // Request normalizes it
  assert.match(path, /^[^?]*\/v1\/payments(\?|$)/);
  assert.match(headers['Content-Type'] ?? '', /^\s*application\/json\s*(;|$)/i);
  assert.match(headers['Idempotency-Key'] ?? '', /^\s*[\w-]{22,255}\s*$/);
  const { Origin: origin, 'Sec-Fetch-Site': site } = headers;
  const isOwn =
    site === undefined
      ? origin === undefined || /^\s*https?:\/\/localhost\s*$/.test(origin)
      : /^\s*(same-origin|none)\s*$/.test(site);
  assert.ok(isOwn || origin?.trim() === SHOP, 'it came from another origin');
  assert.equal(breaks, false, 'it was truncated');
  const bytes = Buffer.from(body, 'latin1');
  assert.ok(bytes.length <= 16 * 1024, 'it was too long');
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const payment = JSON.parse(text) as unknown;
  assert.deepEqual(JSON.parse(sent), payment);
  assert.equal(countNames(text), countMembers(payment), 'a duplicate name');
  expectPayment(payment);
}

/** Counts colons outside of strings. */
const countNames = (json: string) => json.replace(/"(\\.|[^"\\])*"/gs, '').split(':').length - 1;

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value) as unknown[];
  return parts.reduce((sum: number, part) => sum + countMembers(part), Array.isArray(value) ? 0 : parts.length);
}

type Check = (value: unknown) => boolean;

const text =
  (longest: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= longest;
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
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(checks, name)) &&
    Object.entries(checks).every(([name, check]) => check(Object.hasOwn(value, name) ? value[name] : undefined));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMetadata: Check = (value) =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, part]) => !/^(__proto__|constructor|prototype)$/.test(name) && text(64)(name) && text(1000)(part),
  );

const isPayment = members({
  amount: whole(1, Number.MAX_SAFE_INTEGER),
  currency: like(/^[A-Z]{3}$/),
  reference: optional((value) => text(255)(value) && value === String(value).trim()),
  description: optional(text(1000)),
  customer: optional(
    members({
      name: optional(text(255)),
      email: optional(text(254)),
      phone: optional(text(32)),
      postal_code: optional(text(32)),
      country: optional(text(2)),
    }),
  ),
  payment_method: members({
    type: like(/^card$/),
    card: members({
      number: like(/^\d{12,19}$/),
      exp_month: whole(1, 12),
      exp_year: whole(2000, 9999),
      cvc: like(/^\d{3,4}$/),
    }),
  }),
  metadata: optional(isMetadata),
});

function expectPayment(value: unknown): void {
  assert.ok(isPayment(value), 'not a payment as in the contract');
}
