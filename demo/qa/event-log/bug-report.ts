import type { LedgerEntry } from '../../../src/sandbox/ledger.js';
import { formatDuration, formatTime, money } from './format.js';
import type { LogEntry } from './log-entry.js';
import type { Verdict } from './verdict.js';

/** Content of a bug report. Entries are already redacted. */
export interface Report {
  readonly at: Date;
  readonly reference: string;
  readonly link: string;
  readonly settings: readonly (readonly [label: string, value: string])[];
  readonly browser: readonly (readonly [label: string, value: string])[];
  readonly verdict: Verdict;
  readonly ledger: readonly LedgerEntry[] | null | undefined;
  /** In order, with times by the page's clock. */
  readonly entries: readonly (LogEntry & { readonly time: number })[];
}

/** The full report as JSON. */
export function toJson(report: Report): string {
  const entries = report.entries.map(({ id: _, clock: __, at: ___, time, ...entry }) => ({
    time: new Date(time).toISOString(),
    ...entry,
  }));
  return JSON.stringify({ ...report, entries }, null, 2);
}

/** The report as Markdown for an issue, with collapsed details. */
export function toMarkdown(report: Report): string {
  const { verdict, entries, ledger } = report;
  const start = entries[0]?.time ?? 0;
  return [
    `## payment-widget: ${verdict.title}`,
    `**Reproduce:** <${report.link}>`,
    bullets([['Order', report.reference], ['When', report.at.toISOString()], ...report.settings, ...report.browser]),
    '### Verdict',
    `**${escape(verdict.title)}**`,
    bullets([
      ...verdict.amounts.map(([label, amount]): [string, string] => [`Amount ${label}`, amount]),
      ...(verdict.expected ? [['Scenario', `${verdict.expected.text}.`] as const] : []),
    ]),
    '### Log',
    table(
      ['Time', 'After', 'Source', 'Event', 'Duration'],
      entries.map(({ time, source, title, note, duration }) => [
        formatTime(time),
        `+${formatDuration(time - start)}`,
        source,
        [`**${escape(title)}**`, note && escape(note)].filter(Boolean).join(' '),
        duration === undefined ? '' : formatDuration(duration),
      ]),
    ),
    '### Sandbox ledger',
    ledger ? ledgerTable(ledger) : missingLedger(ledger),
    '### Details',
    ...entries.filter(({ details }) => details.length > 0).map(toDetails),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

const missingLedger = (ledger: null | undefined): string =>
  ledger === null ? 'The ledger of a real service cannot be read.' : 'Not loaded.';

function ledgerTable(ledger: readonly LedgerEntry[]): string {
  if (ledger.length === 0) return 'No charges for this order.';
  return table(
    ['Charged', 'Amount', 'Card', 'Payment', 'Key'],
    ledger.map(({ charged_at, amount, currency, card, mode, id, idempotency_key }) => [
      charged_at,
      money(amount, currency) ?? '',
      `•••• ${card.last4}`,
      `${id} (${mode})`,
      idempotency_key ?? 'none',
    ]),
  );
}

function toDetails({ time, source, title, details }: Report['entries'][number]): string {
  const parts = details.map(({ label, content }) => {
    const text = typeof content === 'string' ? content : content.map(([name, value]) => `${name}: ${value}`).join('\n');
    return `${label}\n\n${fenced(text)}`;
  });
  const summary = `${formatTime(time)} ${source}: ${title}`.replace(/[<>&]/g, '');
  return `<details><summary>${summary}</summary>\n\n${parts.join('\n\n')}\n\n</details>`;
}

/** A code fence that is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function bullets(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([label, value]) => `- ${label}: ${escape(value)}`).join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replace(/\n/g, ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Escapes Markdown and HTML. */
const escape = (text: string): string => text.replace(/[\\`*_<>[\]|#]/g, '\\$&').replace(/\n/g, ' ');
