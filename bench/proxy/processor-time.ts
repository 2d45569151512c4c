import { readdirSync, readFileSync } from 'node:fs';
import { median } from '../quantile.js';
import { PASS_THROUGH, PROXIES, RATE } from './contenders.js';
import { generateLoad } from './load.js';
import { withProxies } from './servers.js';

/** By contender id: processor time per payment in each round, in ms, with that of the database. */
export type ProcessorRounds = ReadonlyMap<string, readonly number[]>;

/** Payments per second: as many as each of them takes without a queue. */
export const STEADY_RATE = 50;
const SECONDS = 10;
/** Until functions are compiled. */
const WARM_UP_SECONDS = 15;

export function runProcessorRounds(count: number): Promise<ProcessorRounds> {
  return withProxies([PASS_THROUGH, ...PROXIES], async (urls, servicePid) => {
    const times = new Map(Array.from(urls.keys(), (id) => [id, [] as number[]]));
    for (const url of urls.values()) await generateLoad(url, WARM_UP_SECONDS, RATE);
    for (let round = 1; round <= count; round++) {
      for (const [id, url] of urls) {
        process.stderr.write(`round ${round} of ${count}, processor time: ${id}\n`);
        const before = processorTime(servicePid);
        const { sent } = await generateLoad(url, SECONDS, STEADY_RATE);
        times.get(id)?.push((processorTime(servicePid) - before) / sent);
      }
    }
    return times;
  });
}

/** How many times as long as the pass-through, in the median of the rounds. */
export function timesPassThrough(rounds: ProcessorRounds): ReadonlyMap<string, number> {
  const base = rounds.get(PASS_THROUGH.id) ?? [];
  return new Map(
    Array.from(rounds, ([id, times]) => [id, median(times.map((time, round) => time / (base[round] ?? NaN)))]),
  );
}

/** Of Linux, which alone has the folder. */
const MS_PER_TICK = 10;

/** The time of all that this process has started, but the service, in ms. Only one proxy and its database are busy. */
function processorTime(servicePid: number): number {
  const ids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const known = new Map(ids.flatMap((pid) => readStat(pid) ?? []));
  const isOurs = (pid: number): boolean =>
    pid !== servicePid && (pid === process.pid || (known.has(pid) && isOurs(known.get(pid)?.parent ?? 0)));
  const ticks = [...known].map(([pid, { ticks }]) => (pid !== process.pid && isOurs(pid) ? ticks : 0));
  return ticks.reduce((all, each) => all + each, 0) * MS_PER_TICK;
}

/** Includes the children of the process that have ended. */
function readStat(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' '); // the name may contain anything
    const ticks = fields.slice(11, 15).reduce((all, field) => all + Number(field), 0);
    return [[pid, { parent: Number(fields[1]), ticks }] as const];
  } catch {
    return undefined; // it has ended meanwhile
  }
}
