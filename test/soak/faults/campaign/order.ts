import { realClock, withinTime } from '../../../../src/contract/clock.js';
import { createIdempotencyKey } from '../../../../src/contract/protocol.js';
import { OwnScope } from '../../../support/scope.js';
import type { Databases } from './databases.js';
import type { AttemptPlan, OrderPlan } from './plan.js';
import { ask, askCapabilities, payOnce, type News } from './shopper.js';
import type { AttemptMade, Story, Told } from './story.js';
import { World } from './world.js';

/** Limit for questions without faults, in ms. */
const LAST_PATIENCE = 10_000;

/** Plays an order from its first attempt until no payment is in progress. */
export async function playOrder(plan: OrderPlan, databases: Databases): Promise<Story> {
  const scope = new OwnScope();
  try {
    return await new Order(plan, await World.start(scope, plan, databases)).play();
  } finally {
    await inTime('cleaning up', scope.end());
  }
}

/** Limit for each step, in ms. */
const LIMIT = 120_000;

function inTime<T>(what: string, work: Promise<T>): Promise<T> {
  return withinTime(LIMIT, realClock, () => work).catch((cause: unknown) => {
    throw new Error(`It fails or does not end: ${what}.`, { cause });
  });
}

type Who = Pick<Told, 'attempt' | 'key'>;

class Order {
  readonly #plan: OrderPlan;
  readonly #world: World;
  readonly #made: AttemptMade[] = [];
  readonly #told: Told[] = [];

  constructor(plan: OrderPlan, world: World) {
    this.#plan = plan;
    this.#world = world;
  }

  async play(): Promise<Story> {
    await inTime('paying', this.#makeAttempts());
    await inTime('the merchant', this.#world.settled());
    await inTime('asking', this.#askLast());
    const { reference, charges, behind, kills } = this.#world;
    return { plan: this.#plan, reference, made: this.#made, told: this.#told, charges, behind, kills };
  }

  async #makeAttempts(): Promise<void> {
    let group: Promise<boolean>[] = [];
    let key = createIdempotencyKey();
    for (const [attempt, plan] of this.#plan.attempts.entries()) {
      const isAlone = plan.start === 'then' || !this.#mayCrowd;
      const hasFailed = isAlone && (await Promise.all(group)).every(Boolean);
      if (isAlone) group = [];
      if (!hasFailed && !this.#mayCrowd) return; // the page asks that shopper not to pay again
      const isNew = hasFailed || plan.key === 'new'; // as the widget does after a failure
      if (isNew) key = createIdempotencyKey();
      group.push(this.#makeAttempt(plan, { attempt, key }, !isNew));
    }
    await Promise.all(group);
  }

  /** Without our proxy nothing prevents concurrent attempts but the shopper, who waits for an outcome. */
  get #mayCrowd(): boolean {
    return this.#plan.merchant !== 'bare';
  }

  /**
   * @param isDoubted - whether its key was used before
   * @returns whether it has failed for certain
   */
  async #makeAttempt(plan: AttemptPlan, who: Who, isDoubted: boolean): Promise<boolean> {
    const way = await this.#world.openWay(plan);
    const sending = { plan, proxyUrl: `${way.url}/pay`, key: who.key, reference: this.#world.reference };
    const { idempotency, recovery } = await askCapabilities(sending.proxyUrl);
    this.#made.push({ ...who, idempotent: idempotency, seen: way.seen });
    const question = { ...who, amount: undefined, by: 'question' } as const;
    if (isDoubted && plan.key === 'kept') {
      const word = recovery ? (await this.#hear(question, () => ask(sending))).word : 'unknown';
      if (word !== 'not_found') return word === 'not_charged';
    }
    let news = await this.#hear({ ...question, amount: plan.amount, by: 'payment' }, () =>
      payOnce(sending, idempotency),
    );
    for (let asked = 0; recovery && asked <= plan.asks.length && !isSettled(news); asked++) {
      news = await this.#hear(question, () => ask(sending));
    }
    return news?.word === 'not_charged';
  }

  /** Records an answer, and the ledger before and after it. */
  async #hear<T extends News | undefined>(
    about: Who & Pick<Told, 'amount' | 'by'>,
    tell: () => Promise<T>,
  ): Promise<T> {
    const before = this.#world.charges;
    const news = await tell();
    const amount = news?.amount ?? about.amount;
    if (news) this.#told.push({ ...about, ...news, amount, before, then: this.#world.charges });
    return news;
  }

  /** Asks every proxy for the outcome of every attempt. */
  async #askLast(): Promise<void> {
    for (const { attempt, key } of this.#made) {
      for (const origin of this.#world.origins) {
        const question = { attempt, key, amount: undefined, by: 'last question' } as const;
        await this.#hear(question, () => ask({ proxyUrl: `${origin}/pay`, key }, LAST_PATIENCE));
      }
    }
  }
}

const isSettled = (news: News | undefined) => news?.word === 'paid' || news?.word === 'not_charged';
