import { STATUS_CODES } from 'node:http';
import type { Mode } from '../../src/contract/protocol.js';
import { Database } from '../data/database.js';
import type { Table } from '../data/table.js';

/** A row of "Recent API Requests". */
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

interface Row {
  readonly entry: RequestLogEntry;
  /** Mode of the key, if there was a valid one. */
  readonly mode: Mode | null;
}

/** Maximum number of stored requests. */
const KEPT = 1000;

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** The latest requests, newest first, and the number of requests per day. */
export class RequestLog {
  readonly #rows: Table<Row>;
  readonly #counts: Table<number>;

  constructor(database = Database.inMemory()) {
    this.#rows = database.table('requests');
    this.#counts = database.table('request-counts');
  }

  /** @param mode - mode of the key, if there was a valid one */
  add(request: Request, status: number, startedAt: number, now: number, mode?: Mode): Promise<void> {
    const entry = {
      endpoint: `${request.method} ${new URL(request.url).pathname}`,
      status: `${status} ${STATUS_CODES[status] ?? ''}`.trim(),
      latency: `${Math.round(now - startedAt)} ms`,
      date: DATE.format(now).replace('Sept', 'Sep'),
    };
    const day = dayOf(now);
    const tooOld = this.#rows.keys().slice(0, -(KEPT - 1));
    const otherDays = this.#counts.keys().filter((key) => key !== day);
    return this.#rows.write([
      this.#rows.appending({ entry, mode: mode ?? null }),
      this.#counts.change(day, this.countOn(now) + 1),
      ...tooOld.map((key) => this.#rows.change(key, undefined)),
      ...otherDays.map((key) => this.#counts.change(key, undefined)),
    ]);
  }

  /** @param view - mode to filter by; all requests by default */
  entries(view?: Mode): readonly RequestLogEntry[] {
    return this.#rows
      .values()
      .filter(({ mode }) => view === undefined || mode === view)
      .map(({ entry }) => entry)
      .reverse();
  }

  /** Number of requests on a day in UTC. */
  countOn(time: number): number {
    return this.#counts.get(dayOf(time)) ?? 0;
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
