import type { PaymentRequest } from '../../src/contract/schema.js';
import { createRedactor, type Redactor } from '../../src/proxy/redact.js';
import { maskBody, maskText, maskValue, MASKED } from './secrets.js';
import type { Message } from './traffic.js';

/** What is kept of a body, in characters. */
const MAX_BODY = 16_000;
/** What is read of a body, in bytes. Of a longer one nothing is shown: half a JSON tells nobody what in it is secret. */
const MAX_READ = 256_000;
const MAX_HEADER = 2000;

/** The secrets that are known to be in an exchange, and nowhere kept. */
export interface Known {
  readonly card: Partial<Pick<PaymentRequest['payment_method'], 'card' | 'encrypted_card'>>;
  readonly redactor: Redactor;
  /** The expiry date, however it is written. */
  readonly expiry: RegExp | undefined;
}

/** A body as it came over. `error`: why its end did not. */
export interface Text {
  readonly text: string;
  readonly error?: unknown;
}

/** Reads a body as far as it comes. Never throws. */
export async function readText(body: ReadableStream<Uint8Array> | null): Promise<Text> {
  if (!body) return { text: '' };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text };
      length += value.byteLength;
      if (length > MAX_READ) {
        void reader.cancel().catch(() => undefined);
        return { text: `[more than ${MAX_READ / 1000} kB]` };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    return { text, error };
  }
}

/**
 * What a request itself tells of the secrets in it: its card and its API key. They are looked for in the answer, too.
 * @param secrets - further keys
 */
export function knownOf(headers: Headers, body: unknown, secrets: readonly string[]): Known {
  const key = /^Bearer\s+(\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1];
  const method = (body as Partial<PaymentRequest> | undefined)?.payment_method as Partial<Known['card']> | undefined;
  const { number, cvc, exp_month: month, exp_year: year } = method?.card ?? {};
  const isCard =
    typeof number === 'string' && /^\d{12,19}$/.test(number) && typeof cvc === 'string' && /^\d+$/.test(cvc);
  const encrypted = typeof method?.encrypted_card === 'string' ? method.encrypted_card : undefined;
  return {
    card: { ...(isCard && { card: method?.card }), ...(encrypted && { encrypted_card: encrypted }) },
    expiry: Number.isInteger(month) && Number.isInteger(year) ? expiryPattern(month ?? 0, year ?? 0) : undefined,
    redactor: createRedactor([...secrets, ...(key ? [key] : [])].filter((secret) => secret.length >= 6)),
  };
}

/** What is remembered of a message: nothing of it is secret any more. */
export function toMessage(headers: Headers, text: string, known: Known): Message {
  const shown = [...headers].map(([name, value]): [string, string] => {
    if (/^(proxy-)?authorization$/i.test(name)) return [name, `Bearer ${MASKED}`];
    if (/^(set-)?cookie$/i.test(name)) return [name, MASKED];
    return [name, maskLine(maskText(value), known).slice(0, MAX_HEADER)];
  });
  const body = maskKnown(text, known);
  return {
    headers: Object.fromEntries(shown),
    body: body.length > MAX_BODY ? `${body.slice(0, MAX_BODY)}… (${body.length} characters)` : body,
  };
}

/** @param whole - with its origin: where a request goes on to may be another server than the one that was meant */
export function maskAddress(url: string, whole: boolean, known: Known): string {
  const { origin, pathname, search } = new URL(url);
  return maskLine(maskText((whole ? origin : '') + pathname + search), known);
}

function maskKnown(text: string, known: Known): string {
  if (text === '') return '';
  let value: unknown;
  try {
    value = maskValue(JSON.parse(text));
  } catch {
    return maskLine(maskBody(text), known);
  }
  const answer = known.redactor.body({ kind: 'json', text: JSON.stringify(value), value }, known.card);
  return answer.kind === 'json' ? maskExpiry(answer.text, known) : '[nested too deeply]';
}

function maskLine(text: string, known: Known): string {
  return maskExpiry(known.redactor.text(text, known.card), known);
}

const maskExpiry = (text: string, { expiry }: Known): string => (expiry ? text.replace(expiry, '••') : text);

/** `11/47`, `11-2047`, `2047-11` and the like; digits on end might be anything. */
function expiryPattern(month: number, year: number): RegExp {
  const [m, y] = [`0?${month}`, `(?:${Math.floor(year / 100)})?${String(year % 100).padStart(2, '0')}`];
  const between = String.raw`\s?[/.-]\s?`;
  return new RegExp(String.raw`(?<!\d)(?:${m}${between}${y}|${y}${between}${m})(?!\d)`, 'g');
}
