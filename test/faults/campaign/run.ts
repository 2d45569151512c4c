import { startRedisServer, type RedisServer } from '../../support/redis-server.js';
import { judgeStory } from './oracle.js';
import { playOrder } from './order.js';
import type { OrderPlan } from './plan.js';
import { shortenTimes } from './short-times.js';
import type { Story } from './story.js';
import { Tally } from './tally.js';

/** So many orders are played at once: most of the time each waits for something. */
const LANES = 40;

export interface Violation {
  /** Number of the order within its campaign. */
  readonly order: number;
  readonly problems: readonly string[];
  readonly story: Story;
}

export interface CampaignOptions {
  /** Orders by their number, in the order in which they are played. */
  readonly plans: Iterable<readonly [number: number, plan: OrderPlan]>;
  /** Enough when so many have been made. */
  readonly attempts: number;
  /** In place of the campaign's own patience. */
  readonly times?: Parameters<typeof shortenTimes>[0];
  readonly onViolation?: (violation: Violation) => void;
  readonly onProgress?: (tally: Tally, violations: number) => void;
}

/** Plays orders and judges what became of them. */
export async function runCampaign(options: CampaignOptions): Promise<{ tally: Tally; violations: Violation[] }> {
  const { plans, attempts, times, onProgress, onViolation } = options;
  shortenTimes(times);
  const tally = new Tally();
  const violations: Violation[] = [];
  const redis = lazyRedis();
  let planned = 0;

  async function play([order, plan]: readonly [number, OrderPlan]): Promise<void> {
    planned += plan.attempts.length;
    const story = await playOrder(plan, redis.port).catch((cause: unknown) => {
      throw new Error(`Order ${order} cannot be played.`, { cause });
    });
    planned -= plan.attempts.length; // not all of them may have been made
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
    await redis.stop();
  }
  return { tally, violations };
}

/** Does something with each of many, several at once, until it is enough. */
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

/** A proxy reports each broken connection to its merchant; here they are broken by the thousand. */
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

/** One Redis for all who need one. */
export function lazyRedis(): { port: () => Promise<number>; stop: () => Promise<void> } {
  let server: Promise<RedisServer> | undefined;
  return {
    port: async () => (await (server ??= startRedisServer())).port,
    stop: async () => (await server)?.stop(),
  };
}
