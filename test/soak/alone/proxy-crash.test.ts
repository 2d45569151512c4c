import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createRequestListener } from '@remix-run/node-fetch-server';
import fc from 'fast-check';
import type { Ledger } from '../../../src/sandbox/ledger.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { createIdempotencyKey } from '../../../src/contract/protocol.js';
import { SHORT_TIMES, startMortalProxy, type MortalProxy } from '../faults/campaign/mortal-proxy.js';
import { judgeStory } from '../faults/campaign/oracle.js';
import type { OrderPlan } from '../faults/campaign/plan.js';
import { ask, payOnce, type News } from '../faults/campaign/shopper.js';
import type { AttemptMade, Told } from '../faults/campaign/story.js';
import { startServer } from '../../support/node-servers.js';
import type { Scope } from '../../support/scope.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { times } from '../effort.js';

const KILLS = times(40);
/** Programs at a time, over one store: others continue while one is killed. */
const SHOPS = 3;
/** Shoppers at a time. */
const LANES = 8;
const SEED = 5;
/** Maximum delay of the service before and after the charge, in ms. */
const SLOWNESS = 200;
/** By how much the clock is ahead after each restart, in ms: more than the lease of a claim. */
const AHEAD = 20_000;
/** Limit for the last questions, in ms. */
const PATIENCE = 10_000;

const AMOUNT = 4999;
const NO_FAULTS = { config: [], posts: [], asks: [] };
const ATTEMPT = { start: 'then', key: 'again', amount: AMOUNT, timeout: 1500, tryTimeout: 1000, ...NO_FAULTS } as const;
const PLAN: OrderPlan = {
  merchant: 'program',
  proxies: [],
  restart: { after: 0, ahead: AHEAD },
  service: [],
  serviceAway: 0,
  attempts: [],
};

const { constant, constantFrom, nat, oneof, option, record, sample } = fc;
/** When a process is killed: so many ms after its start, or after the service has received a payment from it. */
const kill = record({ from: constantFrom('start', 'payment'), after: nat(2 * SLOWNESS) });
const kills = sample(kill, { numRuns: KILLS, seed: SEED });
const paces = cycle(record({ before: nat(SLOWNESS), after: nat(SLOWNESS) }));
const orders = cycle(
  record({
    card: oneof(
      { weight: 8, arbitrary: constant('good' as const) },
      { weight: 1, arbitrary: constant('declined' as const) },
      { weight: 1, arbitrary: constant('error_after_charge' as const) },
    ),
    /** The shop of the first payment; after a kill, those of a second one with the same key, and with another one. */
    first: nat(SHOPS - 1),
    again: nat(SHOPS - 1),
    other: option(nat(SHOPS - 1), { freq: 2 }),
  }),
);
type RiskyOrder = ReturnType<typeof orders>;

/** Random values from the seed, repeatedly. */
function cycle<T>(arbitrary: fc.Arbitrary<T>): () => T {
  let values: T[] = [];
  return () => {
    if (values.length === 0) values = sample(arbitrary, { numRuns: 1000, seed: SEED });
    return values.pop() as T;
  };
}

/** A proxy that is killed, with its own connection to a slow service. */
class Shop {
  readonly proxy: MortalProxy;
  readonly #payments: EventEmitter;
  #underWay = 0;
  killsInFlight = 0;

  private constructor(proxy: MortalProxy, payments: EventEmitter) {
    this.proxy = proxy;
    this.#payments = payments;
    payments.on('begin', () => this.#underWay++);
    payments.on('end', () => this.#underWay--);
  }

  static async start(t: Scope, { handle, keys }: Sandbox, storePath: string): Promise<Shop> {
    const payments = new EventEmitter();
    const serve = createRequestListener(async (request: Request) => {
      const { before, after } = paces();
      await wait(before);
      const answer = await handle(request);
      await wait(after);
      return answer;
    });
    const baseUrl = await startServer(t, (request, response) => {
      payments.emit('begin');
      response.once('close', () => payments.emit('end'));
      serve(request, response);
    });
    const proxy = await startMortalProxy(t, {
      settings: { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_API_KEY: keys.test, PAYMENTS_STORE: `lmdb:${storePath}` },
      times: SHORT_TIMES,
      restart: PLAN.restart,
    });
    return new Shop(proxy, payments);
  }

  get url(): string {
    return `${this.proxy.origin}/pay`;
  }

  /** Kills the process as long as there are kills left. */
  async killRepeatedly(): Promise<void> {
    for (let next = kills.pop(); next; next = kills.pop()) {
      if (next.from === 'payment') await once(this.#payments, 'begin');
      await wait(next.after); // until a random moment
      if (this.#underWay > 0) this.killsInFlight++;
      await this.proxy.kill();
      await this.proxy.restarted();
    }
  }
}

/** An order, and the outcomes that its shoppers see. */
class Order {
  readonly #reference = `order-${crypto.randomUUID()}`;
  readonly #made: AttemptMade[] = [];
  readonly #told: Told[] = [];
  readonly #plan: RiskyOrder;
  readonly #shops: readonly Shop[];
  readonly #ledger: Ledger;

  constructor(plan: RiskyOrder, shops: readonly Shop[], ledger: Ledger) {
    this.#plan = plan;
    this.#shops = shops;
    this.#ledger = ledger;
  }

  /** Pays; after a kill again with the same key, and if planned at the same time with another one. */
  async pay(): Promise<void> {
    const { first, again, other } = this.#plan;
    const killsBefore = killsOf(this.#shops);
    const key = createIdempotencyKey();
    await this.#send(key, first);
    if (killsOf(this.#shops) === killsBefore) return;
    const another = other === null ? [] : [this.#send(createIdempotencyKey(), other)];
    await Promise.all([this.#send(key, again), ...another]);
  }

  /** Asks for the outcome of each attempt. */
  async askLast(): Promise<void> {
    const proxyUrl = this.#urlOf(this.#plan.first);
    for (const made of this.#made) {
      await this.#hear('last question', made, () => ask({ proxyUrl, key: made.key }, PATIENCE));
    }
  }

  get words(): string[] {
    return this.#told.map(({ by, word }) => `${by}: ${word}`);
  }

  get isPaidAgain(): boolean {
    return this.#made.length > 1;
  }

  /** Violations, judged by the ledger. */
  get problems(): string[] {
    const story = { plan: PLAN, reference: this.#reference, made: this.#made, told: this.#told, behind: [], kills: 0 };
    return judgeStory({ ...story, charges: this.#charges });
  }

  get #charges() {
    return this.#ledger.entries(this.#reference);
  }

  #urlOf(shop: number): string {
    return this.#shops[shop]?.url ?? '';
  }

  async #send(key: string, proxy: number): Promise<void> {
    const made: AttemptMade = { attempt: this.#made.length, key, idempotent: true, seen: [] };
    this.#made.push(made);
    const plan = { ...ATTEMPT, card: this.#plan.card, proxy };
    const attempt = { plan, proxyUrl: this.#urlOf(proxy), key, reference: this.#reference };
    await this.#hear('payment', made, () => payOnce(attempt, true));
  }

  async #hear(by: Told['by'], { attempt, key }: AttemptMade, tell: () => Promise<News | undefined>): Promise<void> {
    const before = this.#charges;
    const news = await tell();
    if (news) this.#told.push({ attempt, key, amount: AMOUNT, ...news, by, before, then: this.#charges });
  }
}

const killsOf = (shops: readonly Shop[]) => shops.reduce((sum, { proxy }) => sum + proxy.kills, 0);

it(`charges no order twice and shows no false outcome when programs are killed ${KILLS} times`, async (t) => {
  const sandbox = createSandbox();
  const storePath = await temporaryFolder(t);
  const shops = await Promise.all(Array.from({ length: SHOPS }, () => Shop.start(t, sandbox, storePath)));
  const played: Order[] = [];
  let isOver = false;
  const lane = async (): Promise<void> => {
    while (!isOver) {
      const order = new Order(orders(), shops, sandbox.ledger);
      played.push(order);
      await order.pay();
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  await Promise.all(shops.map((shop) => shop.killRepeatedly()));
  isOver = true;
  await Promise.all(lanes);
  await Promise.all(shops.map(({ proxy }) => proxy.settled()));
  for (const order of played) await order.askLast();

  const killsInFlight = shops.reduce((sum, shop) => sum + shop.killsInFlight, 0);
  const again = played.filter(({ isPaidAgain }) => isPaidAgain).length;
  t.diagnostic(`${killsOf(shops)} kills, ${killsInFlight} of them during a payment`);
  t.diagnostic(`${played.length} orders, ${again} paid again, ${sandbox.ledger.entries().length} charges`);
  t.diagnostic(JSON.stringify(countOf(played.flatMap(({ words }) => words))));
  assert.deepEqual(
    played.flatMap(({ problems }) => problems),
    [],
  );
  assert.equal(killsOf(shops), KILLS);
  assert.ok(killsInFlight > KILLS / 10, `only ${killsInFlight} kills were during a payment`);
});

function countOf(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
