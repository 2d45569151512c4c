import { chromium } from 'playwright-core';
import { findWholeChromium } from '../test/runner/chromium.js';
import { BUILT } from './build.js';
import { EMPTY, type Contender } from './contenders.js';
import type { Measure } from './measures.js';
import type { Environment, Scenario } from './page.js';
import { median } from './quantile.js';
import { loadAt4, slowLoad } from './scenarios/load.js';
import { startBenchServer } from './server.js';

export type Samples = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

export interface Rounds {
  readonly samples: Samples;
  readonly browser: string;
}

/** All contenders in turn, so that background load affects them equally. Round 0 is a warm-up, whose values are discarded. */
export async function runRounds(
  contenders: readonly Contender[],
  measures: readonly Measure[],
  count: number,
): Promise<Rounds> {
  const steps = stepsOf(contenders, measures, count);
  const samples = new Map<string, Map<string, number[]>>();
  const server = await startBenchServer(BUILT);
  const browser = await chromium.launch({
    executablePath: await findWholeChromium(),
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
  });
  try {
    for (const [index, { round, scenario, contender }] of steps.entries()) {
      const name = round === 0 ? 'warm-up' : `round ${round} of ${count}`;
      process.stderr.write(`${index + 1} of ${steps.length}  ${name}, ${scenario.name}: ${contender.id}\n`);
      const result = await runWithRetry(scenario, { browser, server }, contender);
      if (result === undefined || round === 0) continue;
      for (const measure of measures.filter((measure) => measure.scenario === scenario)) {
        const value = measure.read(result);
        if (!Number.isNaN(value)) addSample(samples, measure.id, contender.id, value);
      }
    }
    return { samples: subtractEmptyPage(samples, measures), browser: `Chromium ${browser.version()}` };
  } finally {
    await browser.close();
    await server.close();
  }
}

interface Step {
  readonly round: number;
  readonly scenario: Scenario<unknown>;
  readonly contender: Contender;
}

function stepsOf(contenders: readonly Contender[], measures: readonly Measure[], count: number): readonly Step[] {
  const scenarios = [...new Set(measures.map(({ scenario }) => scenario))];
  const rounds = [
    { round: 0, scenarios: [loadAt4 as Scenario<unknown>] },
    ...Array.from({ length: count }, (_, index) => index + 1).map((round) => ({
      round,
      scenarios: scenarios.filter(({ rounds = count }) => round <= rounds),
    })),
  ];
  return rounds.flatMap(({ round, scenarios }) =>
    scenarios.flatMap((scenario) => {
      const needsEmpty = measures.some((measure) => measure.scenario === scenario && measure.subtractEmptyPage);
      const isLoad = scenario === loadAt4 || scenario === slowLoad;
      const measured = contenders.filter((one) => round <= (one.rounds ?? count) && (isLoad || !one.page));
      const all = needsEmpty ? [EMPTY, ...measured] : measured;
      return rotate(all, round).map((contender) => ({ round, scenario, contender }));
    }),
  );
}

/** Retries once. @returns `undefined` if both runs fail; the round then has no value */
async function runWithRetry(
  scenario: Scenario<unknown>,
  environment: Environment,
  contender: Contender,
): Promise<unknown> {
  for (let run = 1; run <= 2; run++) {
    try {
      return await scenario.run(environment, contender);
    } catch (error) {
      process.stderr.write(`\n${contender.id}, ${scenario.name} failed: ${String(error)}\n`);
    }
  }
  return undefined;
}

function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function addSample(
  samples: Map<string, Map<string, number[]>>,
  measure: string,
  contender: string,
  value: number,
): void {
  const ofMeasure = samples.get(measure) ?? new Map<string, number[]>();
  samples.set(measure, ofMeasure.set(contender, [...(ofMeasure.get(contender) ?? []), value]));
}

function subtractEmptyPage(samples: Map<string, Map<string, number[]>>, measures: readonly Measure[]): Samples {
  for (const { id, subtractEmptyPage } of measures) {
    const ofMeasure = samples.get(id);
    const empty = subtractEmptyPage ? median(ofMeasure?.get(EMPTY.id) ?? []) : 0;
    ofMeasure?.delete(EMPTY.id);
    for (const [contender, values] of ofMeasure ?? []) {
      ofMeasure?.set(
        contender,
        values.map((value) => value - empty),
      );
    }
  }
  return samples;
}
