import { DOCS, type Clock, type Mode, type PaymentErrorCode } from 'payment-widget/contract';
import { hashKey } from '../attempts/fingerprint.js';
import type { Redactor } from '../service/redact.js';

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
  charge_corrected: [
    'error',
    'The service charged an attempt that was recorded as failed. It is recorded as succeeded now. Refund it if another attempt has paid the order.',
  ],
  outcome_dropped: [
    'warn',
    'The service answered about an attempt that was settled meanwhile. The first outcome stays.',
  ],
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
  /** For events with at most one line per minute and code: how often since the last line. */
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

export function formatLine(entry: object): string {
  const escape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(entry).replace(DECEPTIVE, escape);
}

export function createLog(
  mode: Mode,
  redactor: Redactor,
  logger: Logger = (entry) => {
    console[entry.level](formatLine(entry));
  },
): { readonly log: Log; readonly written: () => Promise<void> } {
  let lines = Promise.resolve(); // keeps lines about attempts in order
  const log: Log = (event, { key, remedy, ...details } = {}, error) => {
    const [level, message] = LOG_EVENTS[event];
    const cause = error === undefined ? {} : { cause: redactor.text(codesOf(error)) };
    const help = (remedy ? ` ${remedy}` : '') + (details.code ? ` See ${DOCS}${details.code}` : '');
    const entry = { time: new Date().toISOString(), level, event, message: message + help, mode };
    const write = (named: { attempt?: string }) => {
      ignoreErrors(() => logger({ ...entry, ...named, ...details, ...cause }, error));
    };
    if (key === undefined) {
      write({});
      return;
    }
    const hashed = hashKey(key).catch(() => 'unnamed');
    lines = Promise.all([hashed, lines]).then(([attempt]) => {
      write({ attempt });
    });
  };
  return { log, written: () => lines };
}

/** What the merchant's functions for log and measurements throw must not affect the payment. */
function ignoreErrors(call: () => unknown): void {
  void (async () => {
    await call();
  })().catch(() => undefined);
}

export interface SystemError extends Error {
  readonly code: string;
  readonly syscall?: string;
}

/** The system errors that led to an error. */
export function causesOf(error: unknown): SystemError[] {
  if (!(error instanceof Error)) return [];
  if (error instanceof AggregateError) return error.errors.flatMap(causesOf);
  if ('code' in error && typeof error.code === 'string') return [error as SystemError];
  return causesOf(error.cause);
}

/** Also a SQLSTATE such as 28P01, but no longer digits, which may be a card. */
const WORD = /^([A-Za-z$][\w$]{1,63}|[\dA-Z]{5})$/;

/** Error codes or the name of the class, at most four words. Messages are left out: they might quote the request. */
export function codesOf(error: unknown): string {
  const codes = causesOf(error).map(({ code }) => code);
  const words = codes.length > 0 || !(error instanceof Error) ? new Set(codes) : [error.name];
  const known = [...words].filter((word) => WORD.test(word));
  return known.slice(0, 4).join(', ') || 'Error';
}

const PERIOD_MS = 60_000;

/** Refusals that someone should know of. The documentation of each code has its remedy. */
export const COUNTED_REFUSALS = new Set<string>([
  'not_found',
  'rate_limited',
  'origin_not_allowed',
  'unknown_order',
  'amount_changed',
  'order_token_invalid',
  'order_token_expired',
  'body_already_read',
] satisfies PaymentErrorCode[]);

/** Writes at most one line per minute, event and code, against floods. The next line, or `flush()`, counts what was left out. */
export function createRareLog(log: Log, clock: Clock) {
  const last = new Map<string, { readonly at: number; readonly leftOut: number; readonly write?: () => void }>();
  const rareLog: Log = (event, details, error) => {
    const name = `${event} ${details?.code}`;
    const { at, leftOut } = last.get(name) ?? { at: -PERIOD_MS, leftOut: 0 };
    const write = () => {
      log(event, { ...details, count: leftOut + 1 }, error);
      last.set(name, { at: clock.now(), leftOut: 0 });
    };
    const wait = at + PERIOD_MS - clock.now();
    if (wait <= 0) {
      write();
      return;
    }
    last.set(name, { at, leftOut: leftOut + 1, write });
    if (leftOut === 0) void clock.sleep(wait, undefined, true).then(() => last.get(name)?.write?.());
  };
  const flush = () => {
    for (const { write } of last.values()) write?.();
  };
  return { rareLog, flush };
}

/** `pending`: accepted with 202. `declined`: refused with 402. `failed`: not charged for any other reason. */
export type AttemptOutcome = 'paid' | 'pending' | 'declined' | 'failed' | 'unknown';

/** What the proxy did, for metrics. It names no order, no attempt and nothing of a card. */
export type Measurement =
  /** An attempt was sent to the service. */
  | { readonly kind: 'attempt'; readonly outcome: AttemptOutcome }
  /** A request to the service has ended. Without `status` if there was no readable response. */
  | { readonly kind: 'service_request'; readonly seconds: number; readonly status?: number }
  /**
   * A request was refused because a limit was reached. `networks` is the limit of `GET …/networks`, `attempts` that of
   * `GET …/attempts` for attempts that do not exist.
   */
  | { readonly kind: 'limited'; readonly limit: 'service' | 'reference' | 'client' | 'networks' | 'attempts' }
  /** The store failed, or took too long. */
  | { readonly kind: 'store_error' }
  /** A call of `onSettled` has ended. A failed one is repeated later. */
  | { readonly kind: 'settled'; readonly result: 'delivered' | 'failed' };

/**
 * Called for each thing that can be counted, in this process only. Return soon: shoppers may wait. What it throws is ignored.
 */
export type OnMeasurement = (measurement: Measurement) => unknown;

/** Reports a measurement. Never throws. */
export type Measure = (measurement: Measurement) => void;

export const createMeasure =
  (onMeasurement: OnMeasurement | undefined): Measure =>
  (measurement) => {
    ignoreErrors(() => onMeasurement?.(measurement));
  };
