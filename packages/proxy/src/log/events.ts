import type { Mode, PaymentErrorCode } from 'payment-widget/contract';

/** How messages name an option: by its name in code, or by its setting of the program. */
export interface Naming {
  /** @param option - such as `limits.clientId` */
  readonly of: (option: string) => string;
  readonly set: (option: string, value: string) => string;
}

export const IN_CODE: Naming = { of: (option) => option, set: (option, value) => `${option}: ${value}` };

/** A message that names options is a function. */
export type Text = string | ((naming: Naming) => string);

export const toText = (text: Text, naming = IN_CODE): string => (typeof text === 'string' ? text : text(naming));

export const LOG_EVENTS = {
  live_key_over_http: [
    'warn',
    ({ of }) =>
      `${of('baseUrl')} is http with a Live key. This is allowed only because the service is on this machine.`,
  ],
  store_forgets: [
    'warn',
    'The package "lmdb" cannot be loaded. Test payments are kept in memory until the next restart. Run `npm install lmdb`.',
  ],
  store_failed: ['error', 'The store of payment attempts failed. Check its connection or disk.'],
  proxy_failed: [
    'error',
    'The proxy or one of your functions failed. Nothing was sent. Its message is not logged: it may quote the request.',
  ],
  service_failed: ['error', 'The payments service did not respond. See cause.'],
  interpretation_failed: [
    'error',
    'interpretResponse failed. Outcome unknown. Check the payment with the service, then settle it with resolve.',
  ],
  key_refused: [
    'error',
    ({ of }) => `The payments service rejected the API key. Check ${of('apiKey')} and ${of('baseUrl')}.`,
  ],
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
    ({ of }) =>
      `${of('networksOf')} failed, or took more than 3 s. Shoppers pay without a choice. Its errors are not logged: they may name the card.`,
  ],
  frame_failed: [
    'error',
    'The files of the isolated form cannot be read. In a runtime without a file system, set frame.files. See cause.',
  ],
  requests_refused: ['warn', 'Requests were refused. See code and count.'],
  payment_in_doubt: ['warn', 'Outcome unknown. Check the payment with the service, then settle it with resolve.'],
  settled_failed: [
    'error',
    ({ of }) =>
      `${of('onSettled')} failed and is called again later. Its message is not logged: it may quote the payment.`,
  ],
  charge_corrected: [
    'error',
    'The service charged an attempt that was recorded as failed. It is recorded as succeeded now. Refund it if another attempt has paid the order.',
  ],
  attempt_reopened: [
    'error',
    'An attempt was recorded as failed, but the service has accepted it, or its outcome is unknown. It is recorded as unknown now. Check the payment with the service, then settle it with resolve.',
  ],
  outcome_dropped: [
    'warn',
    'The service answered about an attempt that was settled meanwhile. The first outcome stays.',
  ],
  attempt_overridden: ['warn', 'resolve() changed the outcome of a settled attempt.'],
  override_refused: ['warn', 'resolve() changed nothing: another attempt holds the order. Check both at the service.'],
} as const satisfies Record<string, readonly [level: 'warn' | 'error', message: Text]>;

export const messageOf = (event: LogEvent, naming?: Naming): string => toText(LOG_EVENTS[event][1], naming);

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
  /** How often the event has happened since its last line. Such events have at most one line per minute and code. */
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
