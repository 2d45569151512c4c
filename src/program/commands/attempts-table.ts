import { currencyExponent } from '../../contract/currency.js';
import type { ListedAttempt } from '../../proxy/attempts/list-attempts.js';
import { formatLine } from '../../proxy/log.js';

const HEAD = ['STATE', 'SINCE', 'AMOUNT', 'REFERENCE', 'ATTEMPT', 'KEY'];

/** A table for people, the oldest attempt first. */
export function formatAttempts(attempts: readonly ListedAttempt[]): string {
  const sorted = [...attempts].sort((one, other) => one.since.getTime() - other.since.getTime());
  const rows = [HEAD, ...sorted.map(toRow)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function toRow({ state, since, amount, currency, reference, attempt, key }: ListedAttempt): string[] {
  const time = since.toISOString().replace(/\.\d+/, '');
  const price = amount === undefined || currency === undefined ? '-' : formatAmount(amount, currency);
  return [state, time, price, reference === undefined ? '-' : printable(reference), attempt, key];
}

function formatAmount(amount: number, currency: string): string {
  const decimals = currencyExponent(currency) ?? 0;
  const digits = String(amount).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return `${digits.slice(0, at)}${decimals > 0 ? `.${digits.slice(at)}` : ''} ${currency}`;
}

/** A page may choose the reference, so it could contain codes that change what a terminal shows. */
export function printable(reference: string): string {
  return formatLine([reference]).slice(2, -2);
}
