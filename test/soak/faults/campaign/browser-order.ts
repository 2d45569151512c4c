import type { Browser } from 'playwright-core';
import { OwnScope } from '../../../support/scope.js';
import { CARDS, Checkout, type Heard, type Sight } from '../checkout.js';
import type { SeenExchange } from '../fault-proxy.js';
import { violations } from '../oracle.js';
import type { Databases } from './databases.js';
import type { AttemptPlan, OrderPlan, PlannedFault } from './plan.js';
import { World } from './world.js';

/** The record of an order that was paid in a real browser. */
export interface BrowserStory {
  readonly plan: OrderPlan;
  readonly presses: number;
  readonly heard: readonly Heard[];
  readonly sights: readonly Sight[];
  readonly charges: number;
  readonly seen: readonly SeenExchange[];
  readonly behind: readonly SeenExchange[];
  readonly problems: readonly string[];
}

/** Plays an order with the built widget. Shoppers pay whenever it allows. */
export async function playInBrowser(browser: Browser, plan: OrderPlan, databases: Databases): Promise<BrowserStory> {
  const scope = new OwnScope();
  try {
    const world = await World.start(scope, plan, databases);
    return await new BrowserOrder(browser, plan, world).play(scope);
  } finally {
    await scope.end();
  }
}

class BrowserOrder {
  readonly #browser: Browser;
  readonly #plan: OrderPlan;
  readonly #world: World;
  /** Snapshots of each tab. */
  readonly #tabs = new Map<Checkout, Sight[]>();
  #presses = 0;

  constructor(browser: Browser, plan: OrderPlan, world: World) {
    this.#browser = browser;
    this.#plan = plan;
    this.#world = world;
  }

  async play(scope: OwnScope): Promise<BrowserStory> {
    const way = await this.#world.openWay(joined(this.#plan.attempts));
    const context = await this.#browser.newContext();
    scope.after(() => context.close());
    const open = async (timeout: number): Promise<Checkout> => {
      const attributes = { reference: this.#world.reference, 'request-timeout': String(timeout) };
      const tab = await Checkout.open(this.#browser, way.url, { attributes, context });
      this.#tabs.set(tab, []);
      return tab;
    };

    let tab: Checkout | undefined;
    for (const attempt of this.#plan.attempts) {
      if (!tab || attempt.start === 'together') tab = await open(attempt.timeout);
      else if (attempt.key !== 'again') this.#see(tab, await tab.reload());
      await this.#pay(tab, attempt);
    }
    await this.#world.settled();
    for (const each of this.#tabs.keys()) this.#see(each, await each.reload());

    const { charges, behind } = this.#world;
    const tabs = [...this.#tabs];
    const heard = tabs.flatMap(([each]) => each.heard);
    const sights = tabs.flatMap(([, seen]) => seen);
    // Judged by tab, since one shopper may be declined and another one pay.
    const problems = tabs.flatMap(([each, seen]) => violations(each, seen, charges));
    const told = { heard, sights, presses: this.#presses, charges: charges.length };
    return { plan: this.#plan, ...told, seen: way.seen, behind, problems: [...new Set(problems)] };
  }

  /** Pays if the widget offers it, after the warning if the plan says so. */
  async #pay(tab: Checkout, { card, key }: AttemptPlan): Promise<void> {
    let sight = await tab.look();
    if (!sight.canPay && sight.canGoOn && key === 'new') sight = await tab.goOn();
    this.#see(tab, sight);
    if (!sight.canPay) return;
    this.#presses++;
    this.#see(tab, await tab.pay(NUMBERS[card]));
  }

  #see(tab: Checkout, sight: Sight): void {
    this.#tabs.get(tab)?.push(sight);
  }
}

const NUMBERS = { good: CARDS.good, declined: CARDS.declined, error_after_charge: CARDS.errorAfterCharge };

/** All shoppers share one fault proxy, so that they are at the same origin. */
function joined(attempts: readonly AttemptPlan[]): AttemptPlan {
  const [first] = attempts;
  if (!first) throw new Error('There is no attempt.');
  const all = (name: 'config' | 'posts' | 'asks') => attempts.flatMap((attempt) => attempt[name]);
  return { ...first, proxy: 0, config: all('config'), posts: all('posts'), asks: all('asks') };
}

/** Removes faults that cannot be judged or played in a browser. */
export function forBrowser(plan: OrderPlan): OrderPlan {
  const isOurs = ['memory', 'lmdb', 'redis', 'postgres'].includes(plan.merchant);
  const attempts = plan.attempts.map(({ config, posts, asks, ...attempt }) => ({
    ...attempt,
    config: fair(config),
    posts: fair(posts),
    asks: fair(asks),
  }));
  const [proxy] = plan.proxies;
  if (!proxy) throw new Error('There is no proxy.');
  const behind = fair(proxy.behind).filter(({ kind }) => kind !== 'duplicate');
  return {
    ...plan,
    merchant: isOurs ? plan.merchant : 'memory',
    proxies: [{ behind, hiccups: proxy.hiccups }],
    attempts,
  };
}

/**
 * Without kills and long downtimes, since the page itself must load, and without refusals by a gateway: the page would
 * see only the refusal of a copy that the browser has resent.
 */
function fair(faults: readonly PlannedFault[]): PlannedFault[] {
  const isRefusal = (fault: PlannedFault) => fault.kind === 'replace' && [401, 403, 413, 429].includes(fault.status);
  return faults
    .filter((fault) => fault.kind !== 'kill' && !isRefusal(fault))
    .map((fault) => (fault.kind === 'refuse' ? { kind: 'refuse' } : fault));
}
