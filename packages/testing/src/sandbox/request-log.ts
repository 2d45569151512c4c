import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { ORDER_TOKEN } from 'payment-widget/contract';
import type { PaymentRequest } from 'payment-widget/contract';
import { createRedactor, REDACTED, type Redactor } from 'payment-widget-proxy/internal';
import type { Message, RequestDetails, RequestLogEntry } from './running-sandbox.js';
import { SocketFault } from './behaviours.js';
import type { Credential } from './records.js';

/** Requests and responses without keys, card numbers and security codes. */

const KEPT = 1000;

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

export class RequestLog {
  #entries: readonly RequestLogEntry[] = [];
  #counted = { day: '', count: 0 };

  add(
    { method, url }: Request,
    { status }: Pick<Response | SocketFault, 'status'>,
    details: RequestDetails,
    startedAt: number,
    endedAt: number,
  ): void {
    const entry = {
      endpoint: `${method} ${new URL(url).pathname.replace(/\d[\d-]{10,}\d/g, '•••')}`,
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

/** @param text - the body of the request */
export async function readDetails(
  { headers }: Request,
  text: string,
  answer: Response | SocketFault,
  credential: Credential | undefined,
): Promise<RequestDetails> {
  const known = knownSecretsOf(headers, parseJson(text), []);
  const shown = {
    key: describeKey(headers.get('Authorization'), credential),
    request: toMessage(headers, text, known),
  };
  if (answer instanceof SocketFault) return { ...shown, response: null, fault: answer.fault };
  return { ...shown, response: toMessage(answer.headers, await answer.text(), known) };
}

function describeKey(authorization: string | null, credential: Credential | undefined): string {
  if (!credential) return authorization === null ? 'no key' : 'unknown key';
  const { kind, name, hint, revokedAt } = credential;
  const revoked = revokedAt === null ? '' : ', revoked';
  return `${kind === 'live' ? 'Live' : 'Test'} key “${name}”, ending in ${hint}${revoked}`;
}

const MAX_CHARS = 16_000;
const MAX_HEADER = 2000;

/** What may be a card number. IDs with letters are not. */
const CARD_NUMBER = /(?<!\w)\d(?:[ -]?\d){11,18}(?!\w)/;

/** Secrets of an exchange, used for redaction and not stored. */
export interface KnownSecrets {
  readonly card: Partial<Pick<PaymentRequest['payment_method'], 'card'>>;
  readonly redactor: Redactor;
}

export function knownSecretsOf(headers: Headers, body: unknown, secrets: readonly string[]): KnownSecrets {
  const key = /^Bearer\s+(\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1];
  const { payment_method: method } = (body ?? {}) as { payment_method?: KnownSecrets['card'] };
  const { number, cvc } = method?.card ?? {};
  const isCard = typeof number === 'string' && /^\d{12,19}$/.test(number) && typeof cvc === 'string';
  return {
    card: isCard && method?.card ? { card: method.card } : {},
    redactor: createRedactor([...secrets, ...(key ? [key] : [])]),
  };
}

export function toMessage(headers: Headers, text: string, known: KnownSecrets): Message {
  const shown = [...headers].map(([name, value]): [string, string] => {
    const isSecret = /authorization$|cookie$/i.test(name) || name === ORDER_TOKEN.toLowerCase();
    return [name, isSecret ? REDACTED : redactText(value, known).slice(0, MAX_HEADER)];
  });
  const body = redactBody(text, known);
  return {
    headers: Object.fromEntries(shown),
    body: body.length > MAX_CHARS ? `${body.slice(0, MAX_CHARS)}… (${body.length} characters)` : body,
  };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without a known card, all digits beside what may be one are masked. */
export function redactText(text: string, { card, redactor }: KnownSecrets): string {
  const redacted = redactor.text(text, card);
  return CARD_NUMBER.test(redacted) ? redacted.replace(/\d/g, '•') : redacted;
}

function redactBody(text: string, known: KnownSecrets): string {
  const { card } = known.card;
  const value = parseJson(text);
  if (!card || value === undefined) return redactText(text, known);
  const code = new RegExp(String.raw`(?<![\w.,-])${card.cvc.replace(/\D/g, '')}(?![\w-]|[.,]\d)`, 'g');
  const shortened = JSON.stringify(value, (name, part: unknown) => {
    const { number } = ((name === 'card' && part) || {}) as { number?: unknown };
    if (number === card.number) return { number: `•••• ${card.number.slice(-4)}` };
    return typeof part === 'string' ? part.replace(code, '•••') : part;
  });
  const redacted = known.redactor.body({ kind: 'json', text: shortened, value: JSON.parse(shortened) }, known.card);
  return redacted?.kind === 'json' ? redacted.text : '[too large]';
}
