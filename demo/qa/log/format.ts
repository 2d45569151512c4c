import { formatMoney } from '../../../src/contract/currency.js';

const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** `16:20:31.123`, local time */
export const formatTime = (at: number): string => TIME.format(at);

/** `12 ms`, `8.01 s` */
export function formatDuration(ms: number): string {
  return ms < 999.5 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(2)} s`;
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
