import { STATUS_CODES } from 'node:http';
import { randomBytes } from 'node:crypto';
import { Database } from './data/database.js';
import type { Table } from './data/table.js';
import { redactText } from './recording/redact.js';
import type { RequestDetails } from './request-details.js';

/** A row of "Recent API Requests". The first four members are the columns that the service documents. */
export interface RequestLogEntry {
  /** `POST /v1/payments` */
  readonly endpoint: string;
  /** `200 OK` */
  readonly status: string;
  /** `12 ms` */
  readonly latency: string;
  /** `21 Nov 2026` */
  readonly date: string;
  readonly id: string;
  /** Start of the request, ISO 8601 in UTC. */
  readonly at: string;
  readonly details: RequestDetails;
}

/** A request that the service has handled. */
export interface HandledRequest {
  readonly request: Pick<Request, 'method' | 'url'>;
  /** The status that the service itself logs. */
  readonly status: number;
  /** In ms since 1970. */
  readonly startedAt: number;
  /** In ms since 1970. */
  readonly endedAt: number;
  /** Redacted before they are passed here. */
  readonly details: RequestDetails;
}

/** Maximum number of stored requests. */
const KEPT = 1000;

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** The latest requests, newest first, and the number of requests per day. */
export class RequestLog {
  readonly #rows: Table<RequestLogEntry>;
  readonly #counts: Table<number>;

  constructor(database = new Database()) {
    this.#rows = database.table('requests');
    this.#counts = database.table('request-counts');
  }

  add({ request, status, startedAt, endedAt, details }: HandledRequest): Promise<void> {
    const entry: RequestLogEntry = {
      endpoint: `${request.method} ${redactText(new URL(request.url).pathname)}`,
      status: `${status} ${STATUS_CODES[status] ?? ''}`.trim(),
      latency: `${Math.round(endedAt - startedAt)} ms`,
      date: DATE.format(startedAt).replace('Sept', 'Sep'),
      id: `req_${randomBytes(8).toString('hex')}`,
      at: new Date(startedAt).toISOString(),
      details,
    };
    const day = dayOf(endedAt);
    const tooOld = this.#rows.keys().slice(0, -(KEPT - 1));
    const otherDays = this.#counts.keys().filter((key) => key !== day);
    return this.#rows.write([
      this.#rows.appending(entry),
      this.#counts.change(day, this.countOn(endedAt) + 1),
      ...tooOld.map((key) => this.#rows.change(key, undefined)),
      ...otherDays.map((key) => this.#counts.change(key, undefined)),
    ]);
  }

  entries(): readonly RequestLogEntry[] {
    return [...this.#rows.values()].reverse();
  }

  /** Number of requests on a day in UTC. */
  countOn(time: number): number {
    return this.#counts.get(dayOf(time)) ?? 0;
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
