import type { Code } from './bundle.js';
import { seeded, type Seeded } from '../soak/campaign/seeded.js';
import type { Scenario } from './scenarios.js';
import { simulate, type Choose, type Schedule } from './simulate.js';
import type { Option, World } from './world.js';

/** A schedule that breaks a promise, as short as it can be made. */
export interface Finding {
  readonly violations: readonly string[];
  /** What happens, in words. What is not usual is marked with `!`. */
  readonly trace: readonly string[];
}

export interface Report {
  finding: Finding | undefined;
  schedules: number;
  steps: number;
  /** States that were seen for the first time. */
  states: number;
}

type Codes = readonly [Code, Code?];

interface Exploration {
  readonly scenario: Scenario;
  readonly codes: Codes;
  /** When to stop, by `performance.now()`. */
  readonly until: number;
  readonly report: Report;
}

const isOver = ({ until, report }: Exploration) => report.finding !== undefined || performance.now() >= until;

/** The choices of a schedule that are not usual, by the number of the choice. */
type Choices = ReadonlyMap<number, number>;

async function run({ scenario, codes, report }: Exploration, choose: Choose): Promise<Schedule> {
  const schedule = await simulate(scenario, codes, choose);
  report.schedules++;
  report.steps += schedule.steps;
  return schedule;
}

/**
 * All schedules with one unusual event, then with two, and so on; those that differ early first. A state that was seen with as many
 * left is not explored again.
 */
export async function exploreAll(exploration: Exploration, highest: number): Promise<void> {
  for (let cost = 0; cost <= highest && !isOver(exploration); cost++) {
    const seen = new Map<number, number>();
    const waiting: Prefix[] = [{ path: [], left: cost }];
    for (const next of waiting) {
      if (isOver(exploration)) return;
      await extend(exploration, next, waiting, seen);
    }
  }
}

async function extend(
  exploration: Exploration,
  { path, left }: Prefix,
  waiting: Prefix[],
  seen: Map<number, number>,
): Promise<void> {
  const taken: number[] = [];
  const choose = (options: readonly Option[], world: World) => {
    const known = path[taken.length];
    if (known !== undefined) {
      taken.push(known);
      return known;
    }
    const state = world.fingerprint();
    if ((seen.get(state) ?? -1) >= left) return undefined;
    if (!seen.has(state)) exploration.report.states++;
    seen.set(state, left);
    for (const [index, { cost }] of options.entries()) {
      if (index > 0 && cost <= left) waiting.push({ path: [...taken, index], left: left - cost });
    }
    taken.push(0);
    return 0;
  };
  const { violations } = await run(exploration, choose);
  if (violations.length === 0) return;
  const choices = new Map(taken.flatMap((choice, index) => (choice ? [[index, choice] as const] : [])));
  exploration.report.finding = await shorten(exploration, choices);
}

/** The first choices of a schedule, and what the rest may cost. */
interface Prefix {
  readonly path: readonly number[];
  readonly left: number;
}

/** Random schedules. Most are close to the usual one, some are wild. */
export async function exploreAtRandom(exploration: Exploration, seed: number): Promise<void> {
  for (let number = 0; !isOver(exploration); number++) {
    const choices = new Map<number, number>();
    let choice = 0;
    const decide = decider(seeded(seed + number));
    const { violations } = await run(exploration, (options) => {
      const index = decide(options);
      if (index > 0) choices.set(choice, index);
      choice++;
      return index;
    });
    if (violations.length > 0) exploration.report.finding = await shorten(exploration, choices);
  }
}

function decider(random: Seeded): (options: readonly Option[]) => number {
  const chance = random.one([0.05, 0.1, 0.2, 0.35]);
  const release = random.one([0.01, 0.05, 0.2]);
  let left = random.one([1, 2, 3, 4, 6, 8]);
  return (options) => {
    const indexes = [...options.keys()].slice(1);
    const unusual = indexes.filter((index) => options[index]?.cost === 1);
    const late = indexes.filter((index) => options[index]?.cost === 0);
    if (late.length > 0 && random.chance(release)) return random.one(late as [number]);
    if (left === 0 || unusual.length === 0 || !random.chance(chance)) return 0;
    left--;
    // A delay is as likely as all else together.
    const delay = unusual.find((index) => options[index]?.label.startsWith('(late'));
    return delay !== undefined && random.chance(0.4) ? delay : random.one(unusual as [number]);
  };
}

/** Leaves out what is not needed for the violation. */
async function shorten(exploration: Exploration, found: Choices): Promise<Finding> {
  const replay = (choices: Choices) => {
    let choice = 0;
    return run(exploration, (options) => {
      const index = choices.get(choice++) ?? 0;
      return index < options.length ? index : 0;
    });
  };
  let best = found;
  let schedule = await replay(best);
  for (const left of found.keys()) {
    const fewer = new Map([...best].filter(([choice]) => choice !== left));
    const shorter = await replay(fewer);
    if (shorter.violations.length > 0) [best, schedule] = [fewer, shorter];
  }
  return schedule;
}
