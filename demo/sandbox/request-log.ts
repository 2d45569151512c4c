import { STATUS_CODES } from 'node:http';

/** One row of the console's "Recent API Requests". */
export interface RequestLogEntry {
  /** `POST /v1/payments` */
  readonly endpoint: string;
  /** `200 OK` */
  readonly status: string;
  /** `12 ms` */
  readonly latency: string;
  /** `21 Nov 2026` */
  readonly date: string;
}

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Every request that reached the service, newest first. */
export class RequestLog {
  readonly #entries: RequestLogEntry[] = [];

  add(request: Request, status: number, startedAt: number, now: number): void {
    this.#entries.unshift({
      endpoint: `${request.method} ${new URL(request.url).pathname}`,
      status: `${status} ${STATUS_CODES[status] ?? ''}`.trim(),
      latency: `${Math.round(now - startedAt)} ms`,
      date: DATE.format(now).replace('Sept', 'Sep'),
    });
  }

  entries(): readonly RequestLogEntry[] {
    return [...this.#entries];
  }
}
