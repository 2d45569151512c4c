import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { chromiumArgs, findWholeChromium } from '../support/chromium.js';
import { OwnScope } from '../support/scope.js';
import { CARD_KINDS, createCard, createKey, type CanaryCard } from './canary/cards.js';
import { STACK } from './canary/echo.js';
import { findByPlace, type Evidence } from './canary/find.js';
import { fillAndPay, SCENARIOS, SENT, type Scenario } from './canary/scenarios.js';
import { Visit } from './canary/visit.js';
import { proxyUrl, startWorld, TO_PROXY, TO_SERVICE, type ProxyName, type World } from './canary/world.js';
import { times } from './effort.js';
import type { FaultRequest } from './faults/fault-proxy.js';

/**
 * Pays with unique cards in every way that a payment can go, and then searches everything that was recorded for traces of
 * them. A card may be in the request bodies to the proxy and to the service, and nowhere else.
 */

/** How many pages are open at the same time. */
const LANES = 6;
/** In each round a scenario gets another kind of card. */
const ROUNDS = times(1);

interface Run {
  readonly scenario: Scenario;
  readonly name: string;
  readonly reference: string;
  readonly card: CanaryCard;
  /** For scenarios that put a key into the page. */
  readonly key: string;
}

interface Result {
  readonly outcome: string;
  readonly evidence: readonly Evidence[];
}

const RUNS = Array.from({ length: ROUNDS }, (_, round) =>
  SCENARIOS.map((scenario, index): Run => {
    const kind = scenario.kind ?? CARD_KINDS[(index + round) % CARD_KINDS.length];
    const name = scenario.name + (ROUNDS > 1 ? `, round ${round + 1}` : '');
    return { scenario, name, reference: `canary-${round}-${index}`, card: createCard(kind), key: createKey() };
  }),
).flat();

const scope = new OwnScope();
const results = new Map<Run, Result>();
let browser: Browser;
/** With a back/forward cache, which Playwright disables. */
let cachingBrowser: Browser;
let world: World;
let leftBehind: Evidence[];

before(async () => {
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  browser = await openBrowser();
  scope.after(() => browser.close());
  cachingBrowser = await chromium.launch({
    executablePath: await findWholeChromium(),
    args: chromiumArgs(),
    ignoreDefaultArgs,
  });
  scope.after(() => cachingBrowser.close());
  world = await startWorld(scope);
  const waiting = [...RUNS];
  const work = async () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) await play(run);
  };
  await Promise.all(Array.from({ length: LANES }, work));
  leftBehind = await world.leftBehind();
});

after(() => scope.end());

async function play(run: Run): Promise<void> {
  const { scenario, name, reference, card, key } = run;
  const { proxy = 'test', service, fault, attributes, isKept, act = fillAndPay } = scenario;
  world.plan(reference, { service, fault });
  const visit = await Visit.open(
    isKept ? cachingBrowser : browser,
    world.shopUrl,
    attributesOf(proxy, reference, attributes),
  );
  try {
    await act(visit, card, key);
    await visit.look();
    results.set(run, { outcome: visit.lastOutcome, evidence: visit.evidence });
  } catch (error) {
    console.error(`${name}:`, error); // its test fails for want of a result
  } finally {
    await visit.close();
  }
}

const attributesOf = (proxy: ProxyName, reference: string, attributes: Scenario['attributes'] = {}) => ({
  'proxy-url': proxyUrl(proxy, reference),
  amount: '4999',
  currency: 'EUR',
  reference,
  ...attributes,
});

describe('cards and API keys are in the payment request only', () => {
  for (const run of RUNS) {
    it(`after ${run.name}`, () => {
      const { scenario, reference, card, key } = run;
      const { outcome, evidence } = results.get(run) ?? assert.fail('it was not played to its end');
      const searched = [...evidence, ...world.wire(reference), ...leftBehind];
      assert.deepEqual(
        {
          outcome,
          found: findByPlace(searched, card, [...world.keys, STACK, key]),
          hasInjectedFault: world.hasInjectedFault(reference),
        },
        { outcome: scenario.outcome, found: scenario.found ?? SENT, hasInjectedFault: scenario.fault !== undefined },
      );
    });
  }
});

describe('the card number in the request', () => {
  /** Runs in the page: each read of the input returns another number. */
  const answerDifferently = () => {
    const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const read: string[] = [];
    Object.assign(globalThis, { read });
    Object.defineProperty(HTMLInputElement.prototype, 'value', {
      ...own,
      get(this: HTMLInputElement) {
        const text = own?.get?.call(this) as string;
        if (this.id !== 'cc-number' || text === '') return text;
        const body = `40000${String(read.length).padStart(6, '0')}4242`;
        const sum = Array.from(body, Number).reverse();
        const total = sum.reduce((all, digit, at) => all + (at % 2 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
        read.push(body + String((10 - (total % 10)) % 10));
        return read.at(-1);
      },
    });
  };

  it('is read from its input once, even if the request is sent again', async () => {
    const reference = 'read-once';
    const fault = ({ attempt, method }: FaultRequest) =>
      method === 'POST' && attempt === 1 ? ({ kind: 'reset', at: 'before-request' } as const) : undefined;
    world.plan(reference, { fault });
    const visit = await Visit.open(browser, world.shopUrl, attributesOf('test', reference));
    await visit.fill(createCard('visa'));
    await visit.page.evaluate(answerDifferently);
    await visit.pay();
    await visit.close();
    const bodies = world.wire(reference).filter(({ place }) => place === TO_PROXY || place === TO_SERVICE);
    const numbers = bodies.map(({ text }) => /"number":"(\d+)"/.exec(text)?.[1]);
    assert.ok(numbers.length >= 3, 'it was sent again');
    assert.equal(new Set(numbers).size, 1);
  });
});
