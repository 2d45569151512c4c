import type { PaymentErrorCode } from '../contract/errors.js';
import type { PaymentRequest } from '../contract/schema.js';
import type { Mode } from '../contract/protocol.js';
import { toHex } from './bytes.js';
import type { Redactor } from './redact.js';
import { codesOf } from './service/upstream-failure.js';

/** Everything that a proxy logs, with its level and its words. */
export const LOG_EVENTS = {
  live_key_over_http: ['warn', 'A Live key over plain http is allowed only because the service is on this machine.'],
  store_forgets: [
    'warn',
    'The package "lmdb" cannot be loaded. Test payments are remembered until the next restart only.',
  ],
  store_failed: ['error', 'The store of payment attempts failed.'],
  proxy_failed: ['error', 'The proxy, or a function that it was given, failed. Nothing was sent.'],
  service_failed: ['error', 'The payments service gave no answer.'],
  interpretation_failed: ['error', 'Your interpretResponse failed. The payment is in doubt.'],
  key_refused: ['error', 'The payments service refuses the API key.'],
  second_key_taken: ['warn', 'The payments service refuses one API key and takes the other.'],
  answer_masked: ['warn', 'The payments service repeated a key, a card or a stack trace. It was masked.'],
  payment_in_doubt: ['warn', 'Nobody knows whether this payment was made. Look, and settle it with resolve().'],
} as const satisfies Record<string, readonly [level: 'warn' | 'error', message: string]>;

export type LogEvent = keyof typeof LOG_EVENTS;

/** A line of the log. It has these members and no others: nothing of a header, a body, a key, a card or a stack. */
export interface LogEntry {
  /** ISO 8601, in UTC. */
  readonly time: string;
  readonly level: 'warn' | 'error';
  readonly event: LogEvent;
  readonly message: string;
  readonly mode: Mode;
  /** The attempt: the first 12 hexadecimal digits of the SHA-256 of its `Idempotency-Key`. */
  readonly attempt?: string;
  /** The order, if `resolvePayment` knows it: what a stranger made up is not written down. */
  readonly reference?: string;
  /** The HTTP status of the service's answer, or of what the page is told in its place. */
  readonly status?: number;
  /** What the page is told. */
  readonly code?: PaymentErrorCode;
  /** Codes of system errors such as `ECONNREFUSED`, or the name of an error's class. */
  readonly cause?: string;
}

/**
 * Takes the lines. The error behind one comes apart from it and is not written by default: an error of your own function
 * or of a database driver can hold anything.
 */
export type Logger = (entry: LogEntry, error?: unknown) => unknown;

/** What a line tells; `key` is the `Idempotency-Key` of the attempt, which only its name comes from. */
type Facts = Pick<LogEntry, 'reference' | 'status' | 'code'> & { readonly key?: string };

/** Writes one line; one about an attempt a moment later, when that has its name. Never throws. */
export type Log = (event: LogEvent, facts?: Facts, error?: unknown) => void;

const writeLine: Logger = (entry) => {
  console[entry.level](JSON.stringify(entry));
};

/** @returns the log, and what waits for the lines that it has not written yet */
export function createLog(
  mode: Mode,
  redactor: Redactor,
  logger: Logger = writeLine,
): { readonly log: Log; readonly written: () => Promise<void> } {
  const write = async (entry: LogEntry, error: unknown) => {
    try {
      await logger(entry, error);
    } catch {
      // A log that fails, at once or later, must not become the shopper's problem.
    }
  };
  let lines = Promise.resolve(); // about attempts, in their order
  const log: Log = (event, { key, ...facts } = {}, error) => {
    const [level, message] = LOG_EVENTS[event];
    const cause = error === undefined ? {} : { cause: redactor.text(nameOf(error)) };
    const entry = { time: new Date().toISOString(), level, event, message, mode };
    if (key === undefined) {
      void write({ ...entry, ...facts, ...cause }, error);
      return;
    }
    const named = nameAttempt(key).catch(() => 'unnamed'); // rather than no line, or no answer
    lines = Promise.all([named, lines]).then(([attempt]) => {
      void write({ ...entry, attempt, ...facts, ...cause }, error);
    });
  };
  return { log, written: () => lines };
}

/** Codes and class names are words: what is not one is something else. */
function nameOf(error: unknown): string {
  const words = codesOf(error)
    .split(', ')
    .filter((word) => /^[A-Za-z$][\w$]{1,63}$/.test(word));
  return words.slice(0, 4).join(', ') || 'Error';
}

/** What a line calls an attempt: its key could be asked for at `/attempts/`, so the key itself is not written down. */
async function nameAttempt(key: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return toHex(hash).slice(0, 12);
}

/** The order as the log may name it. */
export function nameOrder({ reference, payment_method }: PaymentRequest, redactor: Redactor): Facts {
  return reference ? { reference: redactor.text(reference, payment_method) } : {};
}
