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
import { quantile, rounded, summarize, type Summary } from './statistics.js';

/** What `results.json` holds: all that the report, the table of the README and the chart are made from. */
export interface Results {
  readonly element?: ElementResults;
  readonly proxy?: ProxyResults;
}

/** When, where and with what it was measured. */
export interface Circumstances {
  readonly date: string;
  readonly rounds: number;
  readonly machine: string;
  readonly versions: Readonly<Record<string, string>>;
}

export interface ElementResults extends Circumstances {
  readonly contenders: readonly Pick<Contender, 'id' | 'name' | 'limits'>[];
  readonly measures: readonly MeasureResult[];
  /** Bytes of what each contender loaded, by its id and the name of the file. */
  readonly files: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface MeasureResult extends Pick<Measure, 'id' | 'name' | 'unit' | 'how'> {
  readonly goal?: Goal;
  readonly values: Readonly<Record<string, Summary>>;
}

export interface ProxyResults extends Circumstances {
  readonly proxies: readonly ProxyResult[];
  readonly leftOut: readonly string[];
}

export interface ProxyResult extends Pick<ProxyContender, 'id' | 'name' | 'goal'> {
  readonly perSecond: Summary;
  /** Of a request when no other is under way, in ms. */
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
    ...circumstances(count, ['react', ...packages], { Browser: browser }),
    contenders: contenders.map(({ id, name, limits }) => ({ id, name, ...(limits && { limits }) })),
    measures: MEASURES.map(({ id, name, unit, how, goal }) => ({
      id,
      name,
      unit,
      how,
      ...(goal && { goal }),
      values: Object.fromEntries(
        Array.from(samples.get(id) ?? [], ([contender, values]) => [contender, roundedAll(summarize(values))]),
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
    ...circumstances(count, ['autocannon', 'lmdb', 'ioredis']),
    proxies: all.flatMap(({ id, name, goal }) => {
      const found = samples.get(id);
      if (!found) return [];
      const { perSecond, latencies } = found;
      return {
        id,
        name,
        ...(goal && { goal }),
        perSecond: roundedAll(summarize(perSecond)),
        p50: rounded(quantile(latencies, 0.5)),
        p99: rounded(quantile(latencies, 0.99)),
      };
    }),
    leftOut: leftOut.map(({ name }) => name),
  };
}

function circumstances(rounds: number, packages: readonly string[], more: Record<string, string> = {}): Circumstances {
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

const roundedAll = ({ median, low, high }: Summary): Summary => ({
  median: rounded(median),
  low: rounded(low),
  high: rounded(high),
});
