import { chromium } from 'playwright-core';
import { chromiumArgs, findWholeChromium } from '../support/chromium.js';
import { BUILT } from './build.js';
import type { Contender } from './contender.js';
import { EMPTY } from './contenders.js';
import { MEASURES } from './measures/index.js';
import { Progress } from './progress.js';
import { startBenchServer, type SentFile } from './server.js';
import { median } from './statistics.js';
import { loadAt1 } from './scenarios/page-load.js';
import { payment, type Payment } from './scenarios/payment.js';
import type { Environment, Scenario } from './scenarios/scenario.js';

/** Measured values by measure id and contender id. */
export type Samples = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

export interface Rounds {
  readonly samples: Samples;
  /** Files that each contender loaded, by its id. */
  readonly files: ReadonlyMap<string, readonly SentFile[]>;
  readonly browser: string;
}

/**
 * Runs each scenario for all contenders in turn, so that background load affects them equally. Round 0 is a warm-up,
 * whose values are discarded.
 */
export async function runRounds(contenders: readonly Contender[], count: number): Promise<Rounds> {
  const all = [EMPTY, ...contenders];
  const scenarios = [...new Set(MEASURES.map(({ scenario }) => scenario))];
  const plan = [
    ...[loadAt1, payment].map((scenario: Scenario<unknown>) => ({ round: 0, scenario })),
    ...Array.from({ length: count }, (_, index) => index + 1).flatMap((round) =>
      scenarios.filter(({ rounds = count }) => round <= rounds).map((scenario) => ({ round, scenario })),
    ),
  ].flatMap(({ round, scenario }) => rotate(all, round).map((contender) => ({ round, scenario, contender })));
  const steps = plan.filter(({ scenario, contender }) => scenario.appliesTo(contender));

  const samples = new Map<string, Map<string, number[]>>();
  const files = new Map<string, readonly SentFile[]>();
  const server = await startBenchServer(BUILT);
  const browser = await chromium.launch({
    executablePath: await findWholeChromium(),
    args: [...chromiumArgs(), '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
  });
  try {
    const progress = new Progress(steps.length);
    for (const { round, scenario, contender } of steps) {
      const name = round === 0 ? 'warm-up' : `round ${round} of ${count}`;
      progress.step(`${name}, ${scenario.name}: ${contender.id}`);
      const result = await runWithRetry(scenario, { browser, server }, contender);
      if (result === undefined) continue;
      if (scenario === (payment as Scenario<unknown>)) files.set(contender.id, (result as Payment).files);
      if (round === 0) continue;
      for (const measure of MEASURES.filter((measure) => measure.scenario === scenario)) {
        const value = measure.read(result);
        if (!Number.isNaN(value)) addSample(samples, measure.id, contender.id, value);
      }
    }
    progress.end();
    return { samples: subtractEmptyPage(samples), files, browser: `Chromium ${browser.version()}` };
  } finally {
    await browser.close();
    await server.close();
  }
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

/** Starts each round with another contender. */
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

/** Subtracts the value of the empty page where a measure asks for it, and removes the empty page from the samples. */
function subtractEmptyPage(samples: Map<string, Map<string, number[]>>): Samples {
  for (const { id, subtractEmptyPage } of MEASURES) {
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
