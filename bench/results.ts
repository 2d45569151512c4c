import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { versionOf } from './build.js';
import type { Contender } from './contenders.js';
import type { Goal, Measure } from './measures.js';
import { PASS_THROUGH, PROXIES, type ProxyContender } from './proxy/contenders.js';
import { timesPassThrough, type ProcessorRounds } from './proxy/processor-time.js';
import type { ProxyRounds, ProxySample } from './proxy/rounds.js';
import { median } from './quantile.js';
import type { Rounds } from './rounds.js';

export interface Results {
  readonly element?: ElementResults;
  readonly proxy?: ProxyResults;
  readonly processor?: ProcessorResults;
}

export interface Conditions {
  readonly date: string;
  readonly rounds: number;
  readonly machine: string;
  readonly versions: Readonly<Record<string, string>>;
}

export interface ElementResults extends Conditions {
  readonly contenders: readonly Pick<Contender, 'id' | 'name'>[];
  readonly measures: readonly MeasureResult[];
}

export interface MeasureResult extends Pick<Measure, 'id' | 'name' | 'unit'> {
  readonly isAbsolute?: boolean;
  readonly goal?: Goal;
  readonly values: Readonly<Record<string, number>>;
}

export interface ProxyResults extends Conditions {
  readonly proxies: readonly ProxyResult[];
}

interface Latencies {
  readonly p50: number;
  readonly p99: number;
}

/** Medians of the rounds, in ms. */
export interface ProxyResult extends ProxyContender, Latencies {
  /** Differences to the pass-through in the same round. */
  readonly added: Latencies;
  readonly lag: number;
  /** Number of failed payments by status or error code, of all rounds. */
  readonly errors: Readonly<Record<string, number>>;
}

export interface ProcessorResults extends Conditions {
  /** Of the pass-through, in ms per payment. */
  readonly base: number;
  /** Multiples of it. */
  readonly proxies: readonly (ProxyContender & { readonly times: number })[];
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
  const { samples, browser } = rounds;
  const packages = contenders.flatMap((contender) => contender.package ?? []);
  return {
    ...conditions(count, packages, { Browser: browser }),
    contenders: contenders.map(({ id, name }) => ({ id, name })),
    measures: measures.map(({ id, name, unit, isAbsolute, goal }) => ({
      id,
      name,
      unit,
      ...(isAbsolute && { isAbsolute }),
      ...(goal && { goal }),
      values: Object.fromEntries(
        Array.from(samples.get(id) ?? [], ([contender, values]) => [contender, round4(median(values))]),
      ),
    })),
  };
}

export function proxyResults(rounds: ProxyRounds, count: number): ProxyResults {
  const baseline = rounds.get(PASS_THROUGH.id) ?? [];
  const proxies = [PASS_THROUGH, ...PROXIES].map((proxy) => proxyResult(proxy, rounds.get(proxy.id) ?? [], baseline));
  return { ...conditions(count, STORE_PACKAGES), proxies };
}

const STORE_PACKAGES = ['lmdb', 'ioredis', 'pg'];

export function processorResults(rounds: ProcessorRounds, count: number): ProcessorResults {
  const times = timesPassThrough(rounds);
  return {
    ...conditions(count, STORE_PACKAGES),
    base: round4(median(rounds.get(PASS_THROUGH.id) ?? [])),
    proxies: PROXIES.map((proxy) => ({ ...proxy, times: round4(times.get(proxy.id) ?? NaN) })),
  };
}

function proxyResult(
  proxy: ProxyContender,
  samples: readonly ProxySample[],
  baseline: readonly ProxySample[],
): ProxyResult {
  const medianOf = (read: (sample: ProxySample, round: number) => number) => round4(median(samples.map(read)));
  const added = (part: 'p50' | 'p99') => medianOf((sample, round) => sample[part] - (baseline[round]?.[part] ?? NaN));
  const errors: Record<string, number> = {};
  for (const [name, count] of samples.flatMap((sample) => Object.entries(sample.errors))) {
    errors[name] = (errors[name] ?? 0) + count;
  }
  return {
    ...proxy,
    p50: medianOf(({ p50 }) => p50),
    p99: medianOf(({ p99 }) => p99),
    added: { p50: added('p50'), p99: added('p99') },
    lag: round4(Math.max(...samples.map(({ lag }) => lag))),
    errors,
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

/** Rounds to four significant digits. */
const round4 = (value: number): number => Number(value.toPrecision(4));
