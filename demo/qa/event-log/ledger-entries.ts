import type { LedgerEntry } from '../../../src/sandbox/ledger.js';
import type { QaEvents } from '../qa-events.js';
import { money } from './format.js';
import type { LogEntry } from './log-entry.js';

/** @param sentAt - when the request that caused it was sent, by the server's clock */
export function toCharge(charge: LedgerEntry, sentAt: number | undefined): LogEntry {
  const { id, amount, currency, card, mode, reference = '', charged_at } = charge;
  const made = Date.parse(charged_at);
  return {
    id: `charge ${id}`,
    kind: 'ledger',
    reference,
    at: sentAt !== undefined && sentAt > made ? sentAt + 0.01 : made,
    clock: 'server',
    source: 'ledger',
    title: `Charged ${money(amount, currency) ?? ''}`,
    note: `•••• ${card.last4} · ${mode} · ${id}`,
    tone: 'accent',
    details: [{ label: 'Ledger entry', content: JSON.stringify(charge, null, 2) }],
  };
}

export function toSettled({ at, payment }: QaEvents['settled'], reference: string): LogEntry {
  const { outcome, amount, currency } = payment;
  return {
    id: `settled ${at}`,
    kind: 'ledger',
    reference,
    at,
    clock: 'server',
    source: 'onSettled',
    title: `Shop called: ${outcome}`,
    note: money(amount, currency) ?? '',
    tone: outcome === 'paid' ? 'positive' : 'warning',
    details: [{ label: 'Argument of onSettled', content: JSON.stringify(payment, null, 2) }],
  };
}

export function toResolved({ at, outcome, by }: QaEvents['resolved'], reference: string): LogEntry {
  return {
    id: `resolved ${at}`,
    kind: 'ledger',
    reference,
    at,
    clock: 'server',
    source: 'proxy',
    title: `Settled by the ${by}`,
    note: outcome,
    tone: outcome === 'succeeded' ? 'positive' : 'warning',
    details: [{ label: 'Settled', content: `A ${by} reported to the proxy: ${outcome}.` }],
  };
}
