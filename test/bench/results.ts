import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { versionOf } from './build.js';
import type { Contender } from './contender.js';
import { MEASURES } from './measures/index.js';
import type { Goal, Measure } from './measure.js';
import type { ProxyContender } from './proxy/contenders.js';
import type { ProxyRounds } from './proxy/rounds.js';
import type { Rounds } from './rounds.js';
import { quantile, round4, summarize, type Summary } from './statistics.js';

/** The content of `results.json`, from which the report, the README tables and the chart are generated. */
export interface Results {
  readonly element?: ElementResults;
  readonly proxy?: ProxyResults;
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
  readonly goal?: Goal;
  readonly values: Readonly<Record<string, Summary>>;
}

export interface ProxyResults extends Conditions {
  readonly proxies: readonly ProxyResult[];
  readonly leftOut: readonly string[];
}

export interface ProxyResult extends Pick<ProxyContender, 'id' | 'name' | 'goal'> {
  readonly perSecond: Summary;
  /** Latency of sequential requests, in ms. */
  readonly p50: number;
  readonly p99: number;
}

const FILE = join(import.meta.dirname, 'results.json');

export function readResults(): Results {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Results) : {};
}

export async function writeResults(results: Results): Promise<void> {
  writeFileSync(FILE, await format(JSON.stringify(results), { parser: 'json', printWidth: 120 }));
}

export function elementResults(rounds: Rounds, contenders: readonly Contender[], count: number): ElementResults {
  const { samples, files, browser } = rounds;
  const packages = contenders.flatMap((contender) => contender.package ?? []);
  return {
    ...conditions(count, ['react', ...packages], { Browser: browser }),
    contenders: contenders.map(({ id, name, limits }) => ({ id, name, ...(limits && { limits }) })),
    measures: MEASURES.map(({ id, name, unit, how, goal }) => ({
      id,
      name,
      unit,
      how,
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

export function proxyResults(
  { samples, leftOut }: ProxyRounds,
  all: readonly ProxyContender[],
  count: number,
): ProxyResults {
  return {
    ...conditions(count, ['autocannon', 'lmdb', 'ioredis']),
    proxies: all.flatMap(({ id, name, goal }) => {
      const found = samples.get(id);
      if (!found) return [];
      const { perSecond, latencies } = found;
      return {
        id,
        name,
        ...(goal && { goal }),
        perSecond: roundSummary(summarize(perSecond)),
        p50: round4(quantile(latencies, 0.5)),
        p99: round4(quantile(latencies, 0.99)),
      };
    }),
    leftOut: leftOut.map(({ name }) => name),
  };
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
