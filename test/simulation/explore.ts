import { seeded, type Seeded } from '../soak/campaign/seeded.js';
import type { Code } from './bundle.js';
import type { Scenario } from './scenarios.js';
import { simulate, type Choose, type Schedule } from './simulate.js';
import type { Option } from './world.js';

/** The choices of a schedule that are not usual, by the number of the choice. */
type Choices = ReadonlyMap<number, number>;

/** The first choices of a schedule, and what the rest may cost. */
interface Prefix {
  readonly path: readonly number[];
  readonly left: number;
}

/** How many unusual events the systematic search combines. */
const HIGHEST_COST = 4;

/** Runs schedules of a scenario until one breaks a promise. Each generator yields after a schedule. */
export class Exploration {
  /** A schedule that breaks a promise, as short as it can be made. */
  finding: Schedule | undefined;
  schedules = 0;
  steps = 0;
  /** States that were seen for the first time. */
  states = 0;
  readonly #scenario: Scenario;
  readonly #codes: readonly [Code, Code?];

  constructor(scenario: Scenario, codes: readonly [Code, Code?]) {
    this.#scenario = scenario;
    this.#codes = codes;
  }

  /**
   * Explores all schedules with one unusual event, then with two, and so on. Early differences come first. A state that was seen with as
   * many left is not explored again.
   */
  async *inOrder(): AsyncGenerator<void, void> {
    for (let cost = 0; cost <= HIGHEST_COST; cost++) {
      const seen = new Map<string, number>();
      const waiting: Prefix[] = [{ path: [], left: cost }];
      for (const next of waiting) yield this.#extend(next, waiting, seen);
    }
  }

  /** Random schedules. Most are close to the usual one, some are wild. */
  async *atRandom(seed: number): AsyncGenerator<void, void> {
    for (let number = 0; ; number++) {
      const decide = decider(seeded(seed + number));
      const taken: number[] = [];
      yield this.#judge(taken, (options) => {
        const index = decide(options);
        taken.push(index);
        return index;
      });
    }
  }

  #extend({ path, left }: Prefix, waiting: Prefix[], seen: Map<string, number>): Promise<void> {
    const taken: number[] = [];
    return this.#judge(taken, (options, world) => {
      const known = path[taken.length];
      if (known === undefined) {
        const state = world.fingerprint();
        if ((seen.get(state) ?? -1) >= left) return undefined;
        if (!seen.has(state)) this.states++;
        seen.set(state, left);
        for (const [index, { cost }] of options.entries())
          if (index > 0 && cost <= left) waiting.push({ path: [...taken, index], left: left - cost });
      }
      taken.push(known ?? 0);
      return known ?? 0;
    });
  }

  /** @param taken - the choices that `choose` makes */
  async #judge(taken: readonly number[], choose: Choose): Promise<void> {
    const { violations } = await this.#run(choose);
    const unusual = taken.flatMap((choice, index) => (choice > 0 ? [[index, choice] as const] : []));
    if (violations.length > 0) this.finding = await this.#shorten(new Map(unusual));
  }

  /** Leaves out what is not needed for the violation. */
  async #shorten(found: Choices): Promise<Schedule> {
    let best = found;
    let schedule = await this.#replay(best);
    for (const left of found.keys()) {
      const fewer = new Map([...best].filter(([choice]) => choice !== left));
      const shorter = await this.#replay(fewer);
      if (shorter.violations.length > 0) [best, schedule] = [fewer, shorter];
    }
    return schedule;
  }

  #replay(choices: Choices): Promise<Schedule> {
    let choice = 0;
    return this.#run((options) => {
      const index = choices.get(choice++) ?? 0;
      return index < options.length ? index : 0;
    });
  }

  async #run(choose: Choose): Promise<Schedule> {
    const schedule = await simulate(this.#scenario, this.#codes, choose);
    this.schedules++;
    this.steps += schedule.steps;
    return schedule;
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
