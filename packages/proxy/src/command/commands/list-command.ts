import { createCommand, flag, string, UsageError } from '../command-line.js';
import { listAttempts, type ListedAttempt } from '../../attempts/list-attempts.js';
import { formatLine } from '../../log.js';
import { formatAttempts, withAttempts } from './attempts.js';

export const USAGE = `Usage: npx --no payment-widget-proxy attempts [options]

Lists the payment attempts in the store, the oldest first. It contains no card data.

  --unknown        only attempts whose outcome is unknown
  --pending        only attempts that the service has accepted with 202
  --since <time>   only attempts that changed in this time, such as 30m, 12h, 1d or 2w
  --json           prints one JSON object per line, in any order
  --config <file>  reads settings from a file; the environment wins over it
  --help           prints this help

Settings: PAYMENTS_STORE and PAYMENTS_MODE, as for the proxy, which may be running.
Exit codes: 0 if the store was read, 1 if not, 2 for invalid arguments.
`;

export const runAttempts = createCommand({
  usage: USAGE,
  options: { unknown: flag, pending: flag, since: string, json: flag, config: string },
  run({ values: { config, json, ...filter } }, env, streams) {
    const since = filter.since === undefined ? undefined : new Date(Date.now() - toMs(filter.since));
    const states = [filter.unknown && 'unknown', filter.pending && 'pending'].filter((state) => state !== false);
    return withAttempts(env, config, async (store) => {
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
  throw new UsageError(`--since is ${JSON.stringify(time)}. Expected a time such as 30m, 12h, 1d or 2w.`);
}
