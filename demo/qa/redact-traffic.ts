import { ORDER_TOKEN } from 'payment-widget/contract/protocol';
import type { PaymentRequest } from 'payment-widget/contract/request';
import { createRedactor, REDACTED } from 'payment-widget-proxy/service/redact';
import type { Redactor } from 'payment-widget-proxy/service/service';

/** Requests and responses without keys, card numbers and security codes. */

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
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
  const isCard =
    typeof number === 'string' && /^\d{12,19}$/.test(number) && ['string', 'undefined'].includes(typeof cvc);
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
  const digits = card.cvc?.replace(/\D/g, '') || '(?!)'; // some cards have no code
  const code = new RegExp(String.raw`(?<![\w.,-])${digits}(?![\w-]|[.,]\d)`, 'g');
  const shortened = JSON.stringify(value, (name, part: unknown) => {
    const { number } = ((name === 'card' && part) || {}) as { number?: unknown };
    if (number === card.number) return { number: `•••• ${card.number.slice(-4)}` };
    return typeof part === 'string' ? part.replace(code, '•••') : part;
  });
  const redacted = known.redactor.body({ kind: 'json', text: shortened, value: JSON.parse(shortened) }, known.card);
  return redacted?.kind === 'json' ? redacted.text : '[too large]';
}
