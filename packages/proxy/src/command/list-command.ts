import { currencyExponent } from 'payment-widget/contract';
import { listAttempts, type ListedAttempt } from '../attempts/list-attempts.js';
import { formatLine } from '../log/log.js';
import { quoteSafely } from '../options/unusable-values.js';
import { config, createCommand, flag, option, UsageError } from './command-line.js';
import { withAttempts } from './open-store.js';

export const runAttempts = createCommand({
  synopsis: 'payment-widget-proxy attempts [options]',
  about: 'Lists the payment attempts in the store, the oldest first. It contains no card data.',
  options: {
    unknown: flag('only attempts whose outcome is unknown'),
    pending: flag('only attempts that the service has accepted with 202'),
    since: option('<time>', 'only attempts that changed in this time, such as 30m, 12h, 1d or 2w'),
    json: flag('prints one JSON object per line, in any order'),
    config,
  },
  notes: `A reference of several words is in quotes. A long one is cut: --json prints all of it.
Settings: PAYMENTS_STORE and PAYMENTS_MODE, as for the proxy, which may be running.
Exit codes: 0 if the store was read, 1 if not, 2 for invalid arguments.
`,
  run({ values: { config: file, json, ...filter } }, env, streams) {
    const since = filter.since === undefined ? undefined : new Date(Date.now() - toMs(filter.since));
    const states = [filter.unknown && 'unknown', filter.pending && 'pending'].filter((state) => state !== false);
    return withAttempts(env, file, async (store) => {
      const found: ListedAttempt[] = [];
      let inProgress = 0;
      for await (const attempt of listAttempts(store, { open: states.length > 0, ...(since && { since }) })) {
        if (attempt.state === 'processing') inProgress++;
        if (states.length > 0 && !states.some((state) => state === attempt.state)) continue;
        if (json) streams.out(`${formatLine(attempt)}\n`);
        else found.push(attempt);
      }
      if (json) return 0;
      streams.out(found.length === 0 ? 'No attempts.\n' : formatAttempts(found));
      // An attempt that was cut off becomes unknown when its response is overdue.
      if (states.length > 0 && inProgress > 0) streams.out(`In progress: ${inProgress}. List again in a minute.\n`);
      return 0;
    });
  },
});

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function toMs(time: string): number {
  const [, count, unit = ''] = /^(\d{1,4})([mhdw])$/.exec(time) ?? [];
  const ms = UNITS[unit];
  if (count !== undefined && ms !== undefined) return Number(count) * ms;
  throw new UsageError(`--since is ${quoteSafely(time)}. Expected a time such as 30m, 12h, 1d or 2w.`);
}

const HEAD = ['STATE', 'SINCE', 'AMOUNT', 'REFERENCE', 'ATTEMPT', 'KEY'];

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
  return [
    state,
    time,
    price,
    reference === undefined ? '-' : printable(reference.replace(TOO_WIDE, '$1…')),
    attempt,
    key,
  ];
}

function formatAmount(amount: number, currency: string): string {
  const decimals = currencyExponent(currency) ?? 0;
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency}`;
}

/** A reference that would wrap, and could look like another line. */
const TOO_WIDE = /^(.{47}).{2,}$/su;

/**
 * A page may choose the reference, so it could contain codes that change what a terminal shows, or look like other columns.
 * @returns it in quotes, unless it is one word of ASCII
 */
export function printable(reference: string): string {
  const quoted = formatLine([reference]).slice(1, -1);
  return /^"[!#-[\]-~]+"$/.test(quoted) ? quoted.slice(1, -1) : quoted;
}
