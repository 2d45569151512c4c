import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { gate } from '../support/node-servers.js';
import { until } from '../support/until.js';
import { CARDS, Checkout, type Claim, type Sight } from './faults/checkout.js';
import type { Fault, FaultProxy, Point } from './faults/fault-proxy.js';
import { POINTS } from './faults/faults.js';
import { violations } from './faults/oracle.js';
import { startScene, type Scene } from './faults/scene.js';

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});

after(() => browser.close());

interface Case {
  /** Faults between the browser and the shop, one per request; the last one repeats. */
  readonly shop?: readonly Fault[];
  /** Faults between the merchant's proxy and the service. */
  readonly service?: readonly Fault[] | ((scene: Scene) => readonly Fault[]);
  readonly card?: string;
  /** `request-timeout` in ms. The default is long enough for every fault that the widget can recover from. */
  readonly timeout?: number;
  /** Runs after the first outcome. */
  readonly then?: (scene: Scene, checkout: Checkout) => Promise<unknown>;
  readonly outcome: Claim;
  /** The outcome that the first one turns into without the shopper. */
  readonly becomes?: Claim;
  readonly charges: 0 | 1;
}

const PASS: Fault = { kind: 'pass' };
/** Enough for the payment to reach the service on a busy machine, and soon over where there is no response. */
const SHORT = 2500;

/** An error page of a gateway in place of the response. */
const gateway = (status: number): Fault => ({
  kind: 'replace',
  status,
  headers: { 'Content-Type': 'text/html' },
  body: `<!doctype html><title>${status}</title><h1>${status}</h1>`,
});

/** The sandbox charges as soon as it has the whole request, even if the client has disconnected. */
const isCharged = (at: Point) => at !== 'before-request' && at !== 'within-request';

const WORKING: Readonly<Record<string, Case>> = {
  'no fault': { outcome: 'paid', charges: 1 },
  'a declined card': { card: CARDS.declined, outcome: 'not_charged', charges: 0 },
  'an error of the service after the charge': { card: CARDS.errorAfterCharge, outcome: 'unknown', charges: 1 },
};

/** Faults that the browser and the widget recover from by sending the request again. */
const RECOVERABLE: Readonly<Record<string, Case>> = {
  'a shop that is down for a moment': { shop: [{ kind: 'refuse', down: 300 }, PASS], outcome: 'paid', charges: 1 },
  ...Object.fromEntries(
    POINTS.map((at) => [
      `a connection reset ${at}`,
      { shop: [{ kind: 'reset', at }, PASS], outcome: 'paid', charges: 1 },
    ]),
  ),
  'a connection closed after-answer': {
    shop: [{ kind: 'close', at: 'after-answer' }, PASS],
    outcome: 'paid',
    charges: 1,
  },
  'a truncated response': { shop: [{ kind: 'cut', bytes: 20 }, PASS], outcome: 'paid', charges: 1 },
  'a response that is not HTTP': { shop: [{ kind: 'garbage' }, PASS], outcome: 'paid', charges: 1 },
  'a request duplicated in transit': {
    shop: [{ kind: 'duplicate', when: 'together', answer: 'second' }, PASS],
    outcome: 'paid',
    charges: 1,
  },
  'a request duplicated after the response': {
    shop: [{ kind: 'duplicate', when: 'after-answer', answer: 'second' }, PASS],
    outcome: 'paid',
    charges: 1,
  },
  'one 502 of a gateway': { shop: [gateway(502), PASS], outcome: 'paid', charges: 1 },
  'one 502 of a gateway, and a declined card': {
    shop: [gateway(502), PASS],
    card: CARDS.declined,
    outcome: 'not_charged',
    charges: 0,
  },
  // The browser itself resends, and the page receives only the response to the copy.
  ...Object.fromEntries(
    [403, 429].map((status) => [
      `a connection reset after the charge, and a ${status} of a gateway for the copy`,
      { shop: [{ kind: 'reset', at: 'after-answer' }, gateway(status), PASS], outcome: 'paid', charges: 1 },
    ]),
  ),
};

/** Faults of every request: unknown, until the widget can ask the proxy. */
const LASTING: Readonly<Record<string, Case>> = {
  'every connection reset after-answer': {
    shop: [{ kind: 'reset', at: 'after-answer' }],
    timeout: SHORT,
    outcome: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'a gateway that always answers 502': {
    shop: [gateway(502)],
    timeout: SHORT,
    outcome: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'a gateway that always answers 504, and a declined card': {
    shop: [gateway(504)],
    card: CARDS.declined,
    timeout: SHORT,
    outcome: 'unknown',
    becomes: 'not_charged',
    charges: 0,
  },
  'a web page with status 200': { shop: [gateway(200)], outcome: 'unknown', becomes: 'paid', charges: 1 },
  'a response that drips until the time-out': {
    shop: [{ kind: 'drip', every: 100 }],
    timeout: SHORT,
    outcome: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  ...Object.fromEntries(
    (['before-request', 'after-answer', 'within-answer'] as const).map((at) => [
      `a connection that stalls ${at}`,
      {
        shop: [{ kind: 'stall', at }],
        timeout: SHORT,
        outcome: 'unknown',
        ...(isCharged(at) && { becomes: 'paid' }),
        charges: isCharged(at) ? 1 : 0,
      },
    ]),
  ),
  'a shop that stays down': {
    shop: [{ kind: 'refuse', down: Infinity }],
    timeout: SHORT,
    outcome: 'unknown',
    charges: 0,
  },
  'a shop that is down after the charge, and comes back': {
    shop: [
      { kind: 'reset', at: 'after-answer' },
      { kind: 'refuse', down: Infinity },
    ],
    timeout: SHORT,
    then: ({ shop }) => shop.up(),
    outcome: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
};

/** Faults between proxy and service: the proxy must not resend, and reports what it knows. */
const OF_SERVICE: Readonly<Record<string, Case>> = {
  'a service that is down': {
    service: [{ kind: 'refuse', down: Infinity }],
    outcome: 'unknown', // the connection was open, so the request may have been read
    charges: 0,
  },
  ...Object.fromEntries(
    POINTS.map((at) => [
      `a connection to the service reset ${at}`,
      { service: [{ kind: 'reset', at }], outcome: 'unknown', charges: isCharged(at) ? 1 : 0 },
    ]),
  ),
  'a connection to the service closed after-answer': {
    service: [{ kind: 'close', at: 'after-answer' }],
    outcome: 'unknown',
    charges: 1,
  },
  'a truncated response of the service': { service: [{ kind: 'cut', bytes: 20 }], outcome: 'unknown', charges: 1 },
  'a response of the service that is not HTTP': { service: [{ kind: 'garbage' }], outcome: 'unknown', charges: 1 },
  'a 502 of a gateway of the service': { service: [gateway(502)], outcome: 'unknown', charges: 1 },
  'a web page of a gateway of the service': { service: [gateway(200)], outcome: 'unknown', charges: 1 },
  'an empty 200 of the service': { service: [{ kind: 'replace', status: 200 }], outcome: 'paid', charges: 1 },
  'a response of the service after the time-out': {
    ...respondingAfterOutcome(),
    timeout: SHORT,
    outcome: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'a decline of the service after the time-out': {
    ...respondingAfterOutcome(),
    card: CARDS.declined,
    timeout: SHORT,
    outcome: 'unknown',
    becomes: 'not_charged',
    charges: 0,
  },
  'an unknown attempt that the merchant resolves as paid': {
    service: [{ kind: 'reset', at: 'after-answer' }],
    then: ({ proxy }, { reference }) => proxy.resolve({ reference }, 'succeeded'),
    outcome: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'an unknown attempt that the merchant resolves as failed': {
    service: [{ kind: 'reset', at: 'before-request' }],
    then: ({ proxy }, { reference }) => proxy.resolve({ reference }, 'failed'),
    outcome: 'unknown',
    becomes: 'not_charged',
    charges: 0,
  },
};

const ON_BOTH_SIDES: Readonly<Record<string, Case>> = {
  'every response lost on both sides': {
    shop: [{ kind: 'close', at: 'after-answer' }],
    service: [{ kind: 'reset', at: 'after-answer' }],
    timeout: SHORT,
    outcome: 'unknown',
    charges: 1,
  },
  'a request duplicated while the service is processing it': {
    shop: [{ kind: 'duplicate', when: 'together', answer: 'second' }, PASS],
    service: ({ shop }) => respondingWhen(() => forwarded(shop) === 2),
    outcome: 'paid',
    charges: 1,
  },
  'a request resent while the service is processing it': {
    shop: [{ kind: 'reset', at: 'after-request' }, PASS],
    service: ({ shop }) => respondingWhen(() => forwarded(shop) === 2),
    outcome: 'paid',
    charges: 1,
  },
};

function respondingAfterOutcome(): Pick<Case, 'service' | 'then'> {
  const { opened, open } = gate();
  return {
    service: [{ kind: 'run', at: 'after-answer', run: () => opened }, PASS],
    then: () => {
      open();
      return Promise.resolve();
    },
  };
}

const respondingWhen = (condition: () => boolean): readonly Fault[] => [
  { kind: 'run', at: 'after-answer', run: () => until(condition) },
  PASS,
];

/** How many copies of the payment have been forwarded to the shop. */
const forwarded = ({ seen }: FaultProxy) =>
  seen.flatMap(({ deeds }) => deeds).filter(({ what }) => what === 'passed-on').length;

interface Ending {
  readonly outcome: Claim;
  readonly becomes: Claim;
  readonly charges: number;
  readonly problems: readonly string[];
}

function plan(faultProxy: FaultProxy, faults: readonly Fault[] = [PASS]): void {
  faultProxy.next(...faults.slice(0, -1));
  faultProxy.always(faults.at(-1) ?? PASS);
}

async function payThrough(
  t: TestContext,
  { shop, service, card, timeout = 20_000, then, becomes }: Case,
): Promise<Ending> {
  const scene = await startScene(t);
  plan(scene.shop, shop);
  plan(scene.service, typeof service === 'function' ? service(scene) : service);
  const checkout = await Checkout.open(browser, scene.shop.url, { attributes: { 'request-timeout': String(timeout) } });
  t.after(() => checkout.close());
  const first = await checkout.pay(card);
  await then?.(scene, checkout);
  const sights: Sight[] = [first];
  if (becomes) sights.push(await checkout.certain());
  sights.push(await checkout.look());
  const ledger = scene.sandbox.ledger.entries(checkout.reference);
  return {
    outcome: first.claim,
    becomes: sights.at(-1)?.claim ?? 'nothing',
    charges: ledger.length,
    problems: violations(checkout, sights, ledger),
  };
}

function describeCases(title: string, cases: Readonly<Record<string, Case>>): void {
  describe(title, { concurrency: 4 }, () => {
    for (const [name, one] of Object.entries(cases)) {
      const { outcome, becomes = outcome, charges } = one;
      it(`${name}: ${outcome}${becomes === outcome ? '' : `, then ${becomes}`}`, async (t) => {
        assert.deepEqual(await payThrough(t, one), { outcome, becomes, charges, problems: [] });
      });
    }
  });
}

describe('the widget and our proxy in Chromium', () => {
  describeCases('without a fault of the connection', WORKING);
  describeCases('with a fault of one request to the shop', RECOVERABLE);
  describeCases('with a fault of every request to the shop', LASTING);
  describeCases('with a fault of the request to the service', OF_SERVICE);
  describeCases('with faults on both sides', ON_BOTH_SIDES);
});
