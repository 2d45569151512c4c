import { formatLine, type Logger } from '../proxy/log.js';
import { codesOf } from '../proxy/service/upstream-failure.js';
import { currentRequest } from './request-context.js';

/** Facts of a log line of the program. Strings must not contain secrets. */
type Facts = Readonly<Record<string, string | number | undefined>>;

/** Writes a line of the program. */
export type Report = (level: 'info' | 'warn' | 'error', event: string, facts?: Facts, error?: unknown) => void;

/** JSON lines with the ID of the request, of the program and of the proxy in it. */
export function createLines(write: (text: string) => void): { readonly report: Report; readonly logger: Logger } {
  const writeLine = (entry: object) => {
    const request = currentRequest.getStore()?.id;
    write(`${formatLine({ ...entry, ...(request !== undefined && { request }) })}\n`);
  };
  return {
    report: (level, event, facts = {}, error) => {
      const cause = error === undefined ? {} : { cause: codesOf(error) };
      writeLine({ time: new Date().toISOString(), level, event, ...facts, ...cause });
    },
    logger: writeLine,
  };
}
