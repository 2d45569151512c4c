import { lazyDatabases } from './databases.js';
import { judgeStory } from './oracle.js';
import { playOrder } from './order.js';
import type { OrderPlan } from './plan.js';
import { shortenTimes } from './short-times.js';
import type { Story } from './story.js';
import { Tally } from './tally.js';

/** Orders at a time: each waits most of the time. */
const LANES = 40;

export interface Violation {
  /** Number of the order within its campaign. */
  readonly order: number;
  readonly problems: readonly string[];
  readonly story: Story;
}

export interface CampaignOptions {
  /** Orders with their numbers. */
  readonly plans: Iterable<readonly [number: number, plan: OrderPlan]>;
  /** Ends after that number of attempts. */
  readonly attempts: number;
  /** Replaces the campaign's own time-outs. */
  readonly times?: Parameters<typeof shortenTimes>[0];
  readonly onViolation?: (violation: Violation) => void;
  readonly onProgress?: (tally: Tally, violations: number) => void;
}

/** Plays orders and judges their outcomes. */
export async function runCampaign(options: CampaignOptions): Promise<{ tally: Tally; violations: Violation[] }> {
  const { plans, attempts, times, onProgress, onViolation } = options;
  shortenTimes(times);
  const tally = new Tally();
  const violations: Violation[] = [];
  const databases = lazyDatabases();
  let planned = 0;

  async function play([order, plan]: readonly [number, OrderPlan]): Promise<void> {
    planned += plan.attempts.length;
    const story = await playOrder(plan, databases).catch((cause: unknown) => {
      throw new Error(`Order ${order} cannot be played.`, { cause });
    });
    planned -= plan.attempts.length; // the shopper may have made fewer
    const problems = judgeStory(story);
    if (problems.length > 0) {
      violations.push({ order, problems, story });
      onViolation?.({ order, problems, story });
    }
    tally.add(story);
    onProgress?.(tally, violations.length);
  }

  try {
    await quietly(() => inLanes(LANES, plans, () => tally.attempts + planned >= attempts, play));
  } finally {
    await databases.stop();
  }
  return { tally, violations };
}

/** Processes items concurrently until it is enough. */
export async function inLanes<T>(
  lanes: number,
  all: Iterable<T>,
  isEnough: () => boolean,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const rest = all[Symbol.iterator]();
  async function lane(): Promise<void> {
    while (!isEnough()) {
      const { done, value } = rest.next() as IteratorResult<T, undefined>;
      if (done) return;
      await work(value);
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Suppresses the proxies' warnings, of which there would be thousands. */
export async function quietly(work: () => Promise<unknown>): Promise<void> {
  const { error } = console;
  console.error = (...args: unknown[]) => {
    if (!String(args[0]).startsWith('createPaymentProxy:')) error(...args);
  };
  try {
    await work();
  } finally {
    console.error = error;
  }
}
