import { IDEMPOTENCY_REPLAYED } from 'payment-widget/contract/protocol';
import type { LedgerEntry } from 'payment-widget-testing/sandbox/records';
import type { Message } from '../redact-traffic.js';
import type { SettledPayment } from 'payment-widget-proxy';
import type { Exchange } from '../qa-events.js';
import { formatMoney } from 'payment-widget/contract/currency';

export type Tone = 'positive' | 'warning' | 'negative' | 'accent';

/** One event in the log, without secrets. */
export interface LogEntry {
  /** Stable across updates. */
  readonly id: string;
  /** Who did it, or the direction. */
  readonly source:
    'element' | 'page' | 'tester' | 'page → proxy' | 'proxy → service' | 'service → shop' | 'shop' | 'ledger';
  /** In ms since 1970, by the page's clock. */
  readonly at: number;
  readonly title: string;
  readonly note?: string;
  readonly tone?: Tone | undefined;
  readonly duration?: number | undefined;
  readonly details?: string;
}

/** An entry of the page, which gives it an ID and the time. */
export type Draft = Omit<LogEntry, 'id' | 'at'>;

const HOPS = { page: 'page → proxy', service: 'proxy → service', webhook: 'service → shop' } as const;

export function toExchangeEntry(at: number, { id, hop, request, response, broken, duration }: Exchange): LogEntry {
  const { amount, currency, payment_method: method, type } = toObject(request.body);
  const { number } = (method as { card?: { number?: unknown } } | undefined)?.card ?? {};
  const status = response?.status ?? (broken === undefined ? '…' : `No response (${broken})`);
  const parts = [
    type,
    money(amount, currency),
    number,
    response && summary(response),
    response?.headers[IDEMPOTENCY_REPLAYED.toLowerCase()] === 'true' && 'stored response',
    response && broken && `broke off (${broken})`,
  ];
  return {
    id,
    at,
    source: HOPS[hop],
    title: `${request.method} ${request.path.replace(/^https?:\/\/[^/]+/, '')} ${status}`,
    note: parts.filter((part) => typeof part === 'string').join(' · '),
    tone: duration === undefined ? 'accent' : toneOf(response?.status, broken),
    duration,
    details: [
      toText(`${request.method} ${request.path}`, request),
      response && toText(response.status, response),
      broken && `No complete response: ${broken}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  };
}

function toneOf(status = '500', broken?: string): Tone {
  if (broken || status >= '500') return 'negative';
  return status >= '300' ? 'warning' : 'positive';
}

/** Summarizes a response: its code or the state of the attempt. */
function summary({ body }: Message): string | undefined {
  const { code, outcome, error, state, status } = toObject(body);
  const words = [state ?? code ?? (error as { code?: unknown } | null | undefined)?.code ?? status, outcome];
  return words.filter((word) => typeof word === 'string').join(', ') || undefined;
}

function toText(firstLine: string, { headers, body }: Message): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const value = toObject(body);
  const text = Object.keys(value).length > 0 ? JSON.stringify(value, null, 2) : body;
  return [firstLine, ...lines, ...(text ? ['', text] : [])].join('\n');
}

export function toChargeEntry(at: number, charge: LedgerEntry): LogEntry {
  const { id, amount, currency, card, mode } = charge;
  return {
    id: `charge ${id}`,
    at,
    source: 'ledger',
    title: `Charged ${money(amount, currency) ?? ''}`,
    note: `•••• ${card.last4} · ${mode} · ${id}`,
    tone: 'accent',
    details: JSON.stringify(charge, null, 2),
  };
}

export function toSettledEntry(at: number, payment: SettledPayment): LogEntry {
  const { outcome, amount, currency } = payment;
  return {
    id: `settled ${at}`,
    at,
    source: 'shop',
    title: `onSettled: ${outcome}`,
    note: money(amount, currency) ?? '',
    tone: outcome === 'paid' ? 'positive' : 'warning',
    details: JSON.stringify(payment, null, 2),
  };
}

/** `€49.99`, or the raw values if they are invalid */
export function money(amount: unknown, currency: unknown): string | undefined {
  if (typeof amount !== 'number') return undefined;
  if (typeof currency !== 'string') return String(amount);
  try {
    return formatMoney(amount, currency, 'en');
  } catch {
    return `${amount} ${currency}`; // testers can enter any value
  }
}

/** Parses a JSON object; `{}` for anything else. */
export function toObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
