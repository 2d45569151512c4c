import { formatLine, codesOf, type Logger } from '../../log.js';
import { inSettings } from '../settings/settings.js';
import { currentRequest } from './request-context.js';

export const PROGRAM_EVENTS = {
  listening: ['info', 'The program is ready. With `address` and `mode`.'],
  operations_listening: ['info', 'The paths for operations are ready. With `address`.'],
  request: ['info', 'A response was sent, with `LOG_REQUESTS`. With `method`, `path`, `status` and `ms`.'],
  stopping: ['info', 'A signal stops the program. Payments in progress end first.'],
  stopped: ['info', 'The program has ended, and nothing was cut off.'],
  client_unknown: [
    'warn',
    'A trusted proxy did not send X-Forwarded-For, so attempts are not limited per client. Add it to the settings of the server ' +
      'in front.',
  ],
  store_not_opened: ['error', 'The store in PAYMENTS_STORE cannot be opened. See cause.'],
  not_listening: ['error', 'The program cannot listen at `address`, the value of `setting`. See cause.'],
  request_failed: ['error', 'The program failed while it answered a request. See cause.'],
  cut_off: ['error', 'Some work has not ended in time, so it was cut off. Its payments have unknown outcomes.'],
} as const satisfies Readonly<Record<string, readonly [level: 'info' | 'warn' | 'error', message: string]>>;

type Facts = Readonly<Record<string, string | number | undefined>>;

export type Report = (event: keyof typeof PROGRAM_EVENTS, facts?: Facts, error?: unknown) => void;

export function createLines(write: (text: string) => void): { readonly report: Report; readonly logger: Logger } {
  const writeLine = (entry: object) => {
    const request = currentRequest.getStore()?.id;
    write(`${formatLine({ ...entry, ...(request !== undefined && { request }) })}\n`);
  };
  return {
    report: (event, facts = {}, error) => {
      const [level, message] = PROGRAM_EVENTS[event];
      const cause = error === undefined ? {} : { cause: codesOf(error) };
      const text = level === 'info' ? {} : { message };
      writeLine({ time: new Date().toISOString(), level, event, ...text, ...facts, ...cause });
    },
    logger: (entry) => {
      writeLine({ ...entry, message: inSettings(entry.message) });
    },
  };
}
