import { formatMoney } from '../../../src/contract/currency.js';

const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** `16:20:31.123`, local time */
export const formatTime = (at: number): string => TIME.format(at);

/** `0.4 ms`, `12 ms`, `8.01 s`, `2 min 5 s` */
export function formatDuration(ms: number): string {
  if (ms < 0.95) return `${Math.max(0.1, ms).toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
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

/** Formats JSON; returns other text unchanged. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
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
