import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Fault } from './behaviours.js';
import type { Credential } from './credentials.js';
import { knownSecretsOf, parseJson, toMessage, type Message } from './recording.js';

/** A request and its response for the developer console: without keys, card numbers and security codes. */
export interface RequestDetails {
  /** `Test key “Shop”, ending in 3f9a`; `unknown key` or `no key` */
  readonly key: string;
  readonly request: Message;
  /** `null` if the client got no complete response, see `fault`. */
  readonly response: Message | null;
  readonly fault?: Fault;
}

/** @param text - the body of the request */
export async function readDetails(
  request: Request,
  text: string,
  response: Response | Fault,
  credential: Credential | undefined,
): Promise<RequestDetails> {
  const known = knownSecretsOf(request.headers, parseJson(text), []);
  const shown = {
    key: describeKey(request.headers.get('Authorization'), credential),
    request: toMessage(request.headers, text, known),
  };
  if (typeof response === 'string') return { ...shown, response: null, fault: response };
  return { ...shown, response: toMessage(response.headers, await response.text(), known) };
}

function describeKey(authorization: string | null, credential: Credential | undefined): string {
  if (!credential) return authorization === null ? 'no key' : 'unknown key';
  const { kind, name, hint, revokedAt } = credential;
  const revoked = revokedAt === null ? '' : ', revoked';
  return `${kind === 'live' ? 'Live' : 'Test'} key “${name}”, ending in ${hint}${revoked}`;
}

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

const KEPT = 1000;

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

export class RequestLog {
  #entries: readonly RequestLogEntry[] = [];
  #counted = { day: '', count: 0 };

  /** @param status - what the service itself logs */
  add(request: Request, status: number, startedAt: number, endedAt: number, details: RequestDetails): void {
    const entry = {
      endpoint: `${request.method} ${new URL(request.url).pathname.replace(/\d[\d-]{10,}\d/g, '•••')}`,
      status: `${status} ${STATUS_CODES[status] ?? ''}`.trim(),
      latency: `${Math.round(endedAt - startedAt)} ms`,
      date: DATE.format(startedAt).replace('Sept', 'Sep'),
      id: `req_${randomBytes(8).toString('hex')}`,
      at: new Date(startedAt).toISOString(),
      details,
    };
    this.#entries = [entry, ...this.#entries].slice(0, KEPT);
    this.#counted = { day: dayOf(endedAt), count: this.countOn(endedAt) + 1 };
  }

  /** The newest first. */
  entries(): readonly RequestLogEntry[] {
    return this.#entries;
  }

  countOn(time: number): number {
    return this.#counted.day === dayOf(time) ? this.#counted.count : 0;
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
