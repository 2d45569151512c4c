import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createRequestListener } from '@remix-run/node-fetch-server';
import fc from 'fast-check';
import type { Ledger } from '../../../demo/sandbox/ledger.js';
import { createSandbox, type Sandbox } from '../../../demo/sandbox/sandbox.js';
import { createIdempotencyKey } from '../../../src/transport/protocol.js';
import { startMortalProxy, type MortalProxy } from '../../faults/campaign/mortal-proxy.js';
import { judgeStory } from '../../faults/campaign/oracle.js';
import type { OrderPlan } from '../../faults/campaign/plan.js';
import { ask, payOnce, type News } from '../../faults/campaign/shopper.js';
import type { AttemptMade, Told } from '../../faults/campaign/story.js';
import { startServer } from '../../support/node-servers.js';
import type { Scope } from '../../support/scope.js';
import { temporaryFolder } from '../../support/stores.js';

const KILLS = 100;
/** As many processes of the proxy at a time, over one store: others go on while one dies. */
const SHOPS = 3;
/** As many shoppers at a time. */
const LANES = 8;
const SEED = 5;
/** The longest that the service takes before the charge, and after it, in ms. */
const SLOWNESS = 200;
/** How far each process's clock is ahead of the one before, in ms: what that one has only claimed can be claimed again. */
const AHEAD = 20_000;
/** Long enough for an answer where nobody dies any more, in ms. */
const PATIENCE = 10_000;

const AMOUNT = 4999;
const NO_FAULTS = { config: [], posts: [], asks: [] };
const ATTEMPT = { start: 'then', key: 'again', amount: AMOUNT, timeout: 1500, tryTimeout: 1000, ...NO_FAULTS } as const;
const PLAN: OrderPlan = {
  merchant: 'processes',
  proxies: [],
  restart: { after: 0, ahead: AHEAD },
  service: [],
  serviceAway: 0,
  attempts: [],
};

const { constant, constantFrom, nat, oneof, option, record, sample } = fc;
/** When processes die: so many ms after their start, or after a payment of theirs has come to the service. */
const death = record({ from: constantFrom('start', 'payment'), after: nat(2 * SLOWNESS) });
const deaths = sample(death, { numRuns: KILLS, seed: SEED });
const paces = cycle(record({ before: nat(SLOWNESS), after: nat(SLOWNESS) }));
const orders = cycle(
  record({
    card: oneof(
      { weight: 8, arbitrary: constant('good' as const) },
      { weight: 1, arbitrary: constant('declined' as const) },
      { weight: 1, arbitrary: constant('error_after_charge' as const) },
    ),
    /** Where it is paid, and after a death paid again under the same key, and under another one. */
    first: nat(SHOPS - 1),
    again: nat(SHOPS - 1),
    other: option(nat(SHOPS - 1), { freq: 2 }),
  }),
);
type OrderInDanger = ReturnType<typeof orders>;

/** Values from the seed, over and over. */
function cycle<T>(arbitrary: fc.Arbitrary<T>): () => T {
  let values: T[] = [];
  return () => {
    if (values.length === 0) values = sample(arbitrary, { numRuns: 1000, seed: SEED });
    return values.pop() as T;
  };
}

/** A proxy that dies, with a way of its own to a slow service: it is known when it is paying. */
class Shop {
  readonly proxy: MortalProxy;
  readonly #payments: EventEmitter;
  #underWay = 0;
  deathsInFlight = 0;

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
    const proxy = await startMortalProxy(t, { baseUrl, apiKey: keys.test, storePath, restart: PLAN.restart });
    return new Shop(proxy, payments);
  }

  get url(): string {
    return `${this.proxy.origin}/pay`;
  }

  /** Dies as long as there are deaths left. */
  async dieAgainAndAgain(): Promise<void> {
    for (let next = deaths.pop(); next; next = deaths.pop()) {
      if (next.from === 'payment') await once(this.#payments, 'begin');
      await wait(next.after);
      if (this.#underWay > 0) this.deathsInFlight++;
      await this.proxy.kill();
      await this.proxy.restarted();
    }
  }
}

/** An order, and all that its shoppers are told. */
class Order {
  readonly #reference = `order-${crypto.randomUUID()}`;
  readonly #made: AttemptMade[] = [];
  readonly #told: Told[] = [];
  readonly #plan: OrderInDanger;
  readonly #shops: readonly Shop[];
  readonly #ledger: Ledger;

  constructor(plan: OrderInDanger, shops: readonly Shop[], ledger: Ledger) {
    this.#plan = plan;
    this.#shops = shops;
    this.#ledger = ledger;
  }

  /** Pays; after a death once more under the same key, and where it is planned at the same time under another. */
  async pay(): Promise<void> {
    const { first, again, other } = this.#plan;
    const deaths = killsOf(this.#shops);
    const key = createIdempotencyKey();
    await this.#send(key, first);
    if (killsOf(this.#shops) === deaths) return;
    const another = other === null ? [] : [this.#send(createIdempotencyKey(), other)];
    await Promise.all([this.#send(key, again), ...another]);
  }

  /** Asks what became of each attempt. */
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

  /** All that is wrong, with the ledger as the judge. */
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

it(`no order is charged twice, and no shopper told what is not so, by proxies that are killed ${KILLS} times`, async (t) => {
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
  await Promise.all(shops.map((shop) => shop.dieAgainAndAgain()));
  isOver = true;
  await Promise.all(lanes);
  await Promise.all(shops.map(({ proxy }) => proxy.settled()));
  for (const order of played) await order.askLast();

  const deathsInFlight = shops.reduce((sum, shop) => sum + shop.deathsInFlight, 0);
  const again = played.filter(({ isPaidAgain }) => isPaidAgain).length;
  t.diagnostic(`${killsOf(shops)} deaths, ${deathsInFlight} of them while the service was at work on a payment`);
  t.diagnostic(`${played.length} orders, ${again} paid again, ${sandbox.ledger.entries().length} charges`);
  t.diagnostic(JSON.stringify(countOf(played.flatMap(({ words }) => words))));
  assert.deepEqual(
    played.flatMap(({ problems }) => problems),
    [],
  );
  assert.equal(killsOf(shops), KILLS);
  assert.ok(deathsInFlight > KILLS / 10, `only ${deathsInFlight} deaths were in the middle of a payment`);
});

function countOf(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
