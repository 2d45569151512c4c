import { DOCS, type PaymentErrorCode } from '../contract/errors.js';
import type { PaymentRequest } from '../contract/schema.js';
import type { Mode } from '../contract/protocol.js';
import { toHex } from './bytes.js';
import type { Redactor } from './redact.js';
import { codesOf } from './service/upstream-failure.js';
import { startTimer, type Clock } from '../contract/clock.js';

export const LOG_EVENTS = {
  live_key_over_http: [
    'warn',
    'baseUrl is http with a Live key. This is allowed only because the service is on this machine.',
  ],
  store_forgets: [
    'warn',
    'The package "lmdb" cannot be loaded. Test payments are kept in memory until the next restart. Run `npm install lmdb`.',
  ],
  store_failed: ['error', 'The store of payment attempts failed. Check its connection or disk.'],
  proxy_failed: ['error', 'The proxy or one of your functions failed. Nothing was sent. See cause.'],
  service_failed: ['error', 'The payments service did not respond. See cause.'],
  interpretation_failed: [
    'error',
    'interpretResponse failed. Outcome unknown. Check the payment with the service, then settle it with resolve.',
  ],
  key_refused: ['error', 'The payments service rejected the API key. Check apiKey and baseUrl.'],
  second_key_taken: [
    'warn',
    'The payments service rejected one of the two API keys with 401 and accepted the other, which is now used first.',
  ],
  answer_masked: [
    'warn',
    'The response of the payments service contained an API key, card data or a stack trace, which was redacted.',
  ],
  answer_dropped: [
    'warn',
    'The response of the payments service has more than 64 KiB, 1,000 values or 100 levels. Only its status was passed on.',
  ],
  action_refused: [
    'error',
    'The next action of a payment was refused, so the shopper cannot confirm it. Outcome unknown. Check the payment with the service, then settle it with resolve.',
  ],
  networks_failed: [
    'warn',
    'networksOf failed, or took more than 3 s. Shoppers pay without a choice. Errors of networksOf are not logged: they may name the card.',
  ],
  frame_failed: [
    'error',
    'The files of the isolated form cannot be read. In a runtime without a file system, set frame.files. See cause.',
  ],
  requests_refused: ['warn', 'Requests were refused. See code and count.'],
  payment_in_doubt: ['warn', 'Outcome unknown. Check the payment with the service, then settle it with resolve.'],
  settled_failed: ['error', 'onSettled failed and is called again later. See cause.'],
  settled_slow: ['warn', 'onSettled has not ended after a minute. Its order waits. Give its requests a time limit.'],
  attempt_overridden: ['warn', 'resolve() changed the outcome of a settled attempt.'],
  override_refused: ['warn', 'resolve() changed nothing: another attempt holds the order. Check both at the service.'],
} as const satisfies Record<string, readonly [level: 'warn' | 'error', message: string]>;

export type LogEvent = keyof typeof LOG_EVENTS;

/** A log line. It never contains headers, bodies, API keys, cards or stack traces. */
export interface LogEntry {
  /** The time in UTC, in ISO 8601. */
  readonly time: string;
  /** The severity. */
  readonly level: 'warn' | 'error';
  /** The name of the event. */
  readonly event: LogEvent;
  /** What happened and, often, what to do. With a `code`, it ends with the place where the code is described. */
  readonly message: string;
  /** The mode of the proxy. */
  readonly mode: Mode;
  /** The attempt: the first 12 hexadecimal digits of the SHA-256 of its `Idempotency-Key`. */
  readonly attempt?: string;
  /** The order, if an order token or `resolvePayment` confirmed it. */
  readonly reference?: string;
  /** HTTP status of the service's response, or of the proxy's own. */
  readonly status?: number;
  /** Error code in the response. */
  readonly code?: PaymentErrorCode;
  /** With `requests_refused`, how many requests were refused with this code since its last line. */
  readonly count?: number;
  /** System error codes such as `ECONNREFUSED`, or the name of the error class. */
  readonly cause?: string;
}

/**
 * Receives log lines. The original error is a separate argument and not logged by default, since errors of your functions or
 * of a database driver may contain secrets.
 */
export type Logger = (entry: LogEntry, error?: unknown) => unknown;

/** `key` is the `Idempotency-Key`; only its hash is logged. `remedy` is added to the message. */
type Details = Pick<LogEntry, 'reference' | 'status' | 'code' | 'count'> & {
  readonly key?: string;
  readonly remedy?: string;
};

/** Writes one line; with a `key`, after its hash is computed. Never throws. */
export type Log = (event: LogEvent, facts?: Details, error?: unknown) => void;

/** Characters that JSON does not escape, and with which a line can look like another: C1, line and bidirectional controls. */
const DECEPTIVE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const writeLine: Logger = (entry) => {
  console[entry.level](formatLine(entry));
};

export function formatLine(entry: object): string {
  const escape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(entry).replace(DECEPTIVE, escape);
}

export function createLog(
  mode: Mode,
  redactor: Redactor,
  logger: Logger = writeLine,
): { readonly log: Log; readonly written: () => Promise<void> } {
  const write = async (entry: LogEntry, error: unknown) => {
    try {
      await logger(entry, error);
    } catch {
      // A failing logger must not affect the payment.
    }
  };
  let lines = Promise.resolve(); // keeps lines about attempts in order
  const log: Log = (event, { key, remedy, ...details } = {}, error) => {
    const [level, message] = LOG_EVENTS[event];
    const cause = error === undefined ? {} : { cause: redactor.text(causeOf(error)) };
    const help = (remedy ? ` ${remedy}` : '') + (details.code ? ` See ${DOCS}${details.code}` : '');
    const entry = { time: new Date().toISOString(), level, event, message: message + help, mode };
    if (key === undefined) {
      void write({ ...entry, ...details, ...cause }, error);
      return;
    }
    const hashed = hashKey(key).catch(() => 'unnamed');
    lines = Promise.all([hashed, lines]).then(([attempt]) => {
      void write({ ...entry, attempt, ...details, ...cause }, error);
    });
  };
  return { log, written: () => lines };
}

/** Keeps only words, as error codes and class names are. */
function causeOf(error: unknown): string {
  const words = codesOf(error)
    .split(', ')
    .filter((word) => /^[A-Za-z$][\w$]{1,63}$/.test(word));
  return words.slice(0, 4).join(', ') || 'Error';
}

/** Hashed, since the key itself gives access to `/attempts`. */
export async function hashKey(key: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return toHex(hash).slice(0, 12);
}

export function orderForLog(
  reference: string | undefined,
  method: PaymentRequest['payment_method'],
  redactor: Redactor,
): Details {
  return reference ? { reference: redactor.text(reference, method) } : {};
}

const PERIOD_MS = 60_000;

const REMEDIES = {
  not_found:
    'Compare proxy-url with the path at which the proxy is mounted. A path such as /api/pay needs the option mountPath.',
  rate_limited: 'If shoppers are affected, raise limits. Otherwise look for card testing.',
  origin_not_allowed: 'If it is a page of yours, add its origin to allowedOrigins.',
  unknown_order: 'resolvePayment returned no order. Compare the reference of the page with your records.',
  amount_changed: 'Compare the amount of the page with the price of your server.',
  order_token_invalid: 'Create order-token with the reference of the page and the orderTokenSecret of this proxy.',
  order_token_expired: 'Renew order-token before it expires, or create it with a longer expiresIn.',
  body_already_read: 'Mount the proxy before express.json() and other body parsers.',
  late_body:
    'The body of a payment did not arrive in time. If it happens each time, other code has read it: mount the proxy before ' +
    'express.json() and other body parsers.',
} as const satisfies Partial<Record<PaymentErrorCode | 'late_body', string>>;

/** An error code, or `late_body`, whose code has other causes as well. */
type CountedRefusal = keyof typeof REMEDIES;

const LATE_BODY = { code: 'invalid_request', status: 408 } as const;

interface Period {
  count: number;
  readonly stop: () => void;
}

/** At most one line per minute and code: the first refusal at once, for developers, the next ones as a count, against floods. */
export function createRefusalLog(log: Log, clock: Clock) {
  const periods = new Map<CountedRefusal, Period>();

  const write = (refusal: CountedRefusal, count: number): void => {
    const cause = refusal === 'late_body' ? LATE_BODY : { code: refusal };
    log('requests_refused', { ...cause, count, remedy: REMEDIES[refusal] });
  };
  const start = (refusal: CountedRefusal): void => {
    const end = () => {
      const count = periods.get(refusal)?.count ?? 0;
      periods.delete(refusal);
      if (count === 0) return;
      write(refusal, count);
      start(refusal);
    };
    periods.set(refusal, { count: 0, stop: startTimer(PERIOD_MS, clock, end) });
  };
  const add = (code: string, status?: number): void => {
    const refusal = code === LATE_BODY.code && status === LATE_BODY.status ? 'late_body' : code;
    if (!isCounted(refusal)) return;
    const period = periods.get(refusal);
    if (period) {
      period.count++;
      return;
    }
    write(refusal, 1);
    start(refusal);
  };
  const flush = (): void => {
    for (const [refusal, { count, stop }] of periods) {
      stop();
      if (count > 0) write(refusal, count);
    }
    periods.clear();
  };
  return { add, flush };
}

const isCounted = (refusal: string): refusal is CountedRefusal => refusal in REMEDIES;
