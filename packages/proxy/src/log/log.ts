import { DOCS, type Mode } from 'payment-widget/contract';
import { hashKey } from '../base/crypto.js';
import { codesOf, ignoreErrors } from '../base/errors.js';
import { LOG_EVENTS, messageOf, type Log, type Logger } from './events.js';
import type { Measure, OnMeasurement } from './measurements.js';

/** Characters that JSON does not escape, and with which a line can look like another: C1, line and bidirectional controls. */
const DECEPTIVE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

export function formatLine(entry: object): string {
  const escape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(entry).replace(DECEPTIVE, escape);
}

export function createLog(
  mode: Mode,
  redactor: { text(text: string): string },
  logger: Logger = (entry) => {
    console[entry.level](formatLine(entry));
  },
): { readonly log: Log; readonly written: () => Promise<void> } {
  let lines = Promise.resolve(); // this keeps lines about attempts in order
  const log: Log = (event, { key, remedy, ...details } = {}, error) => {
    const [level] = LOG_EVENTS[event];
    const cause = error === undefined ? {} : { cause: redactor.text(codesOf(error)) };
    const help = (remedy ? ` ${remedy}` : '') + (details.code ? ` See ${DOCS}${details.code}` : '');
    const entry = { time: new Date().toISOString(), level, event, message: messageOf(event) + help, mode };
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

export const createMeasure =
  (onMeasurement: OnMeasurement | undefined): Measure =>
  (measurement) => {
    ignoreErrors(() => onMeasurement?.(measurement));
  };
