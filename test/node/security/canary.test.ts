import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import type { FaultRequest } from '../../faults/fault-proxy.js';
import { chromiumArgs, findChromium, findHeadlessChromium } from '../../chromium.js';
import { OwnScope } from '../../support/scope.js';
import { CARD_KINDS, createCard, createKey, type CanaryCard } from './canary/cards.js';
import { STACK } from './canary/echo.js';
import { findByPlace, type Evidence } from './canary/find.js';
import { fillAndPay, SCENARIOS, SENT, type Scenario } from './canary/scenarios.js';
import { Visit } from './canary/visit.js';
import { proxyUrl, startWorld, TO_PROXY, TO_SERVICE, type ProxyName, type World } from './canary/world.js';

/**
 * A card that nobody else has is paid with in every way that a payment can go, and looked for afterwards wherever
 * anything is said or kept. It may be in the one request body, on its two ways, and nowhere else.
 */

/** So many pages at once. */
const AT_ONCE = 6;

/** What came of a scenario. */
interface Result {
  readonly told: string;
  readonly evidence: readonly Evidence[];
  readonly reference: string;
  readonly card: CanaryCard;
  /** What is put into the page, if anything is. */
  readonly key: string;
}

const scope = new OwnScope();
const results = new Map<Scenario, Result>();
let browser: Browser;
let browserThatKeeps: Browser;
let world: World;
let leftBehind: Evidence[];

before(async () => {
  browser = await launch({ executablePath: await findHeadlessChromium() });
  // Playwright turns off that pages are kept for Back.
  const keeping = { ignoreDefaultArgs: ['--disable-back-forward-cache'] };
  browserThatKeeps = await launch({ executablePath: await findChromium(), ...keeping });
  world = await startWorld(scope);
  const todo = [...SCENARIOS];
  const work = async () => {
    for (let scenario = todo.shift(); scenario; scenario = todo.shift()) await play(scenario);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  leftBehind = await world.leftBehind();
});

async function launch(options: LaunchOptions): Promise<Browser> {
  const launched = await chromium.launch({ args: chromiumArgs(), ...options });
  scope.after(() => launched.close());
  return launched;
}

async function play(scenario: Scenario): Promise<void> {
  const { proxy = 'test', service, fault, attributes, kind, isKept, act = fillAndPay } = scenario;
  const index = SCENARIOS.indexOf(scenario);
  const reference = `canary-${index}`;
  const card = createCard(kind ?? CARD_KINDS[index % CARD_KINDS.length]);
  const key = createKey();
  world.plan(reference, { service, fault: (request) => fault?.(request, key) });
  const visit = await Visit.open(
    isKept ? browserThatKeeps : browser,
    world.shopUrl,
    attributesOf(proxy, reference, attributes),
  );
  try {
    await act(visit, card, key);
    await visit.look();
    results.set(scenario, { told: visit.told, evidence: visit.evidence, reference, card, key });
  } catch (error) {
    console.error(`${scenario.name}:`, error); // its test says the rest
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

after(() => scope.end());

const search = (evidence: readonly Evidence[], card: CanaryCard, key: string) =>
  findByPlace(evidence, card, [...world.keys, STACK, key]);

describe('nothing of the card, nor of a key, is anywhere but in the one request', () => {
  for (const scenario of SCENARIOS) {
    it(`after ${scenario.name}`, () => {
      const result = results.get(scenario);
      assert.ok(result, 'it was played to its end');
      const { told, evidence, reference, card, key } = result;
      const found = search([...evidence, ...world.wire(reference), ...leftBehind], card, key);
      assert.deepEqual({ told, found }, { told: scenario.told, found: scenario.found ?? SENT });
    });
  }
});

describe('what is sent of a card', () => {
  /** A script of the page answers every look at the number with another one, and counts. */
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

  it('is one reading of its input, however often it is sent', async () => {
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
