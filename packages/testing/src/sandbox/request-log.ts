import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';

/** A row of "Recent API Requests". The first four members are the columns that the service documents. */
export interface RequestLogEntry {
  /** The endpoint, such as `POST /v1/payments`. */
  readonly endpoint: string;
  /** The status, such as `200 OK`. */
  readonly status: string;
  /** The latency, such as `12 ms`. */
  readonly latency: string;
  /** The date, such as `21 Nov 2026`. */
  readonly date: string;
  readonly id: string;
  /** The start of the request, in ISO 8601 and UTC. */
  readonly at: string;
}

const KEPT = 1000;

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

export class RequestLog {
  #entries: readonly RequestLogEntry[] = [];
  #counted = { day: '', count: 0 };

  add({ method, url }: Request, status: number, startedAt: number, endedAt: number): void {
    const entry = {
      endpoint: `${method} ${new URL(url).pathname.replace(/\d[\d-]{10,}\d/g, '•••')}`,
      status: `${status} ${STATUS_CODES[status] ?? ''}`.trim(),
      latency: `${Math.round(endedAt - startedAt)} ms`,
      date: DATE.format(startedAt).replace('Sept', 'Sep'),
      id: `req_${randomBytes(8).toString('hex')}`,
      at: new Date(startedAt).toISOString(),
    };
    this.#entries = [entry, ...this.#entries].slice(0, KEPT);
    this.#counted = { day: dayOf(endedAt), count: this.countOn(endedAt) + 1 };
  }

  /** Returns the newest first. */
  entries(): readonly RequestLogEntry[] {
    return this.#entries;
  }

  countOn(time: number): number {
    return this.#counted.day === dayOf(time) ? this.#counted.count : 0;
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
