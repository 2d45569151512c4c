import { chromium } from 'playwright-core';
import { chromiumArgs, findWholeChromium } from '../support/chromium.js';
import { BUILT } from './build.js';
import type { Contender } from './contender.js';
import { EMPTY } from './contenders.js';
import { MEASURES } from './measures/index.js';
import { Progress } from './progress.js';
import { startBenchServer, type SentFile } from './server.js';
import { median } from './statistics.js';
import { loadAt1 } from './visits/load.js';
import { paying, type Paying } from './visits/paying.js';
import type { Lab, Visit } from './visits/visit.js';

/** Every value, by the id of the measure and that of the contender. */
export type Samples = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

export interface Rounds {
  readonly samples: Samples;
  /** What each contender loaded, by its id. */
  readonly files: ReadonlyMap<string, readonly SentFile[]>;
  readonly browser: string;
}

/**
 * Visits all contenders in turn, kind of visit after kind of visit, round after round, so that whatever else the machine
 * does meets all of them alike. What comes before the first round warms up, and is thrown away.
 */
export async function runRounds(contenders: readonly Contender[], count: number): Promise<Rounds> {
  const all = [EMPTY, ...contenders];
  const visits = [...new Set(MEASURES.map(({ visit }) => visit))];
  const plan = [
    ...[loadAt1, paying].map((visit: Visit<unknown>) => ({ round: 0, visit })),
    ...Array.from({ length: count }, (_, index) => index + 1).flatMap((round) =>
      visits.filter(({ rounds = count }) => round <= rounds).map((visit) => ({ round, visit })),
    ),
  ].flatMap(({ round, visit }) => turned(all, round).map((contender) => ({ round, visit, contender })));
  const steps = plan.filter(({ visit, contender }) => visit.takes(contender));

  const samples = new Map<string, Map<string, number[]>>();
  const files = new Map<string, readonly SentFile[]>();
  const server = await startBenchServer(BUILT);
  const browser = await chromium.launch({
    executablePath: await findWholeChromium(),
    args: [...chromiumArgs(), '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
  });
  try {
    const progress = new Progress(steps.length);
    for (const { round, visit, contender } of steps) {
      const name = round === 0 ? 'warm-up' : `round ${round} of ${count}`;
      progress.step(`${name}, ${visit.name}: ${contender.id}`);
      const result = await tryTwice(visit, { browser, server }, contender);
      if (result === undefined) continue;
      if (visit === (paying as Visit<unknown>)) files.set(contender.id, (result as Paying).files);
      if (round === 0) continue;
      for (const measure of MEASURES.filter((measure) => measure.visit === visit)) {
        const value = measure.read(result);
        if (!Number.isNaN(value)) push(samples, measure.id, contender.id, value);
      }
    }
    progress.end();
    return { samples: withoutEmpty(samples), files, browser: `Chromium ${browser.version()}` };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** A browser on a busy machine may fail once; what fails twice has no value in this round. */
async function tryTwice(visit: Visit<unknown>, lab: Lab, contender: Contender): Promise<unknown> {
  for (let time = 1; time <= 2; time++) {
    try {
      return await visit.run(lab, contender);
    } catch (error) {
      process.stderr.write(`\n${contender.id}, ${visit.name}, failed: ${String(error)}\n`);
    }
  }
  return undefined;
}

/** Nobody is always the first. */
function turned<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function push(samples: Map<string, Map<string, number[]>>, measure: string, contender: string, value: number): void {
  const ofMeasure = samples.get(measure) ?? new Map<string, number[]>();
  samples.set(measure, ofMeasure.set(contender, [...(ofMeasure.get(contender) ?? []), value]));
}

/** Takes off what the empty page has, where a measure wants that, and then the empty page itself. */
function withoutEmpty(samples: Map<string, Map<string, number[]>>): Samples {
  for (const { id, aboveEmpty } of MEASURES) {
    const ofMeasure = samples.get(id);
    const empty = aboveEmpty ? median(ofMeasure?.get(EMPTY.id) ?? []) : 0;
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
