import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { versionOf } from './build.js';
import type { Contender } from './contender.js';
import type { Goal, Measure } from './measure.js';
import { PASS_THROUGH, PROXIES, type ProxyContender } from './proxy/contenders.js';
import type { LongRun, ProxyRounds, ProxySample } from './proxy/rounds.js';
import type { Rounds } from './rounds.js';
import { round4, summarize, type Summary } from './statistics.js';

/** The content of `results.json`, from which the report, the tables of the documentation and the chart are generated. */
export interface Results {
  readonly element?: ElementResults;
  readonly proxy?: ProxyResults;
  readonly proxyMinutes?: LongRunResults;
}

/** Date and environment of a run. */
export interface Conditions {
  readonly date: string;
  readonly rounds: number;
  readonly machine: string;
  readonly versions: Readonly<Record<string, string>>;
}

export interface ElementResults extends Conditions {
  readonly contenders: readonly Pick<Contender, 'id' | 'name' | 'limits'>[];
  readonly measures: readonly MeasureResult[];
  /** Transferred bytes by contender id and file name. */
  readonly files: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface MeasureResult extends Pick<Measure, 'id' | 'name' | 'unit' | 'how'> {
  readonly isAbsolute?: boolean;
  readonly goal?: Goal;
  readonly values: Readonly<Record<string, Summary>>;
}

export interface ProxyResults extends Conditions {
  readonly proxies: readonly ProxyResult[];
  readonly leftOut: readonly string[];
}

export interface ProxyResult extends Pick<ProxyContender, 'id' | 'name' | 'hasGoal'> {
  readonly rates: readonly RateResult[];
}

/** Latencies at a constant rate, in ms. */
export interface RateResult extends Record<'p50' | 'p99', Summary> {
  /** Payments per second. */
  readonly rate: number;
  /** Differences to the pass-through in the same round. */
  readonly added: Readonly<Record<'p50' | 'p99', Summary>>;
  /** The largest lag of the load generator at p99. */
  readonly lag: number;
  /** Number of failed payments by status or error code, of all rounds. */
  readonly errors: Readonly<Record<string, number>>;
}

/** Minutes of payments without a pause. */
export interface LongRunResults extends Conditions {
  readonly minutes: number;
  readonly runs: Readonly<Record<string, LongRun>>;
}

const FILE = join(import.meta.dirname, 'results.json');

export function readResults(): Results {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Results) : {};
}

export async function writeResults(results: Results): Promise<void> {
  writeFileSync(FILE, await format(JSON.stringify(results), { parser: 'json', printWidth: 120 }));
}

export function elementResults(
  rounds: Rounds,
  contenders: readonly Contender[],
  measures: readonly Measure[],
  count: number,
): ElementResults {
  const { samples, files, browser } = rounds;
  const packages = contenders.flatMap((contender) => contender.package ?? []);
  return {
    ...conditions(count, ['react', ...packages], { Browser: browser }),
    contenders: contenders.map(({ id, name, limits }) => ({ id, name, ...(limits && { limits }) })),
    measures: measures.map(({ id, name, unit, how, isAbsolute, goal }) => ({
      id,
      name,
      unit,
      how,
      ...(isAbsolute && { isAbsolute }),
      ...(goal && { goal }),
      values: Object.fromEntries(
        Array.from(samples.get(id) ?? [], ([contender, values]) => [contender, roundSummary(summarize(values))]),
      ),
    })),
    files: Object.fromEntries(
      Array.from(files, ([id, sent]) => [
        id,
        Object.fromEntries(sent.map(({ path, bytes }) => [path.replace(`/${id}/`, ''), bytes])),
      ]),
    ),
  };
}

export function proxyResults(rounds: ProxyRounds, count: number): ProxyResults {
  const baseline = rounds.get(PASS_THROUGH.id);
  return {
    ...conditions(count, ['lmdb', 'ioredis']),
    proxies: [PASS_THROUGH, ...PROXIES].flatMap(({ id, name, hasGoal }) => {
      const rates = Array.from(rounds.get(id) ?? [], ([rate, samples]) =>
        rateResult(rate, samples, baseline?.get(rate) ?? []),
      );
      return rates.length > 0 ? { id, name, ...(hasGoal && { hasGoal }), rates } : [];
    }),
    leftOut: PROXIES.flatMap(({ id, name }) => (rounds.has(id) ? [] : name)),
  };
}

function rateResult(rate: number, samples: readonly ProxySample[], baseline: readonly ProxySample[]): RateResult {
  const summary = (read: (sample: ProxySample, round: number) => number) => roundSummary(summarize(samples.map(read)));
  const added = (part: 'p50' | 'p99') => summary((sample, round) => sample[part] - (baseline[round]?.[part] ?? NaN));
  const errors: Record<string, number> = {};
  for (const [name, count] of samples.flatMap((sample) => Object.entries(sample.errors))) {
    errors[name] = (errors[name] ?? 0) + count;
  }
  return {
    rate,
    p50: summary(({ p50 }) => p50),
    p99: summary(({ p99 }) => p99),
    added: { p50: added('p50'), p99: added('p99') },
    lag: round4(Math.max(...samples.map(({ lag }) => lag))),
    errors,
  };
}

export function longRunResults(runs: ReadonlyMap<string, LongRun>, minutes: number): LongRunResults {
  return { ...conditions(1, ['lmdb', 'ioredis']), minutes, runs: Object.fromEntries(runs) };
}

function conditions(rounds: number, packages: readonly string[], more: Record<string, string> = {}): Conditions {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return {
    date: new Date().toISOString().slice(0, 10),
    rounds,
    machine: `${cpus().length} × ${first?.model.trim() ?? 'processor'}, ${memory}, ${type()} ${release().split('-')[0] ?? ''}`,
    versions: {
      Node: process.versions.node,
      ...more,
      ...Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
    },
  };
}

const roundSummary = ({ median, low, high }: Summary): Summary => ({
  median: round4(median),
  low: round4(low),
  high: round4(high),
});
