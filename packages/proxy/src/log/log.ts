import { DOCS, type Mode, type PaymentErrorCode } from 'payment-widget/contract';
import { hashKey } from '../base/crypto.js';
import { codesOf, ignoreErrors } from '../base/errors.js';
import type { Redactor } from '../service/redact.js';
import { LOG_EVENTS, type LogEvent } from './events.js';

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
