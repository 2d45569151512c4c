import assert from 'node:assert/strict';
import { after, before, describe, it, mock, type TestContext } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';
import { CARDS, Checkout, type Claim, type Sight } from '../../faults/checkout.js';
import type { Fault } from '../../faults/fault-proxy.js';
import { wrongs } from '../../faults/oracle.js';
import { startScene, type Scene } from '../../faults/scene.js';

let browser: Browser;

before(async () => {
  mock.method(console, 'error', () => undefined); // what the proxy logs of all this
  browser = await chromium.launch({ executablePath: await findHeadlessChromium(), args: chromiumArgs() });
});

after(async () => {
  mock.restoreAll();
  await browser.close();
});

interface Case {
  /** What happens to the payment between the browser and the shop; the last one goes on for as long as it is sent. */
  readonly shop?: readonly Fault[];
  /** The same between the merchant's proxy and the service. */
  readonly service?: readonly Fault[];
  readonly card?: string;
  /** For the whole attempt, in ms. Long enough for everything that is meant to come right by itself. */
  readonly timeout?: number;
  /** Done when the shopper has been told something. */
  readonly then?: (scene: Scene, checkout: Checkout) => Promise<unknown>;
  /** What the shopper is told when the attempt has ended. */
  readonly told: Claim;
  /** What that turns into by itself. If left out, it stays as it is. */
  readonly becomes?: Claim;
  readonly charges: 0 | 1;
}

const GATEWAY = (status: number): Fault => ({
  kind: 'replace',
  status,
  headers: { 'Content-Type': 'text/html' },
  body: `<!doctype html><title>${status}</title><h1>${status}</h1>`,
});
const PASS: Fault = { kind: 'pass' };
/** Enough for the payment to come to the service on a busy machine, and too little for an answer that does not come. */
const SHORT = 2500;

const CASES: Readonly<Record<string, Case>> = {
  'nothing goes wrong': { told: 'paid', charges: 1 },
  'the card is declined': { card: CARDS.declined, told: 'not_charged', charges: 0 },
  'the service charges and answers with an error': { card: CARDS.errorAfterCharge, told: 'unknown', charges: 1 },

  // Between browser and shop, once: what the browser and the widget do by themselves is enough.
  'the connection is closed before the request': { shop: [{ kind: 'refuse' }, PASS], told: 'paid', charges: 1 },
  'nobody listens for a moment': { shop: [{ kind: 'refuse', down: 300 }, PASS], told: 'paid', charges: 1 },
  ...eachPoint('reset', (fault) => ({ shop: [fault, PASS], told: 'paid', charges: 1 })),
  ...eachPoint('close', (fault) => ({ shop: [fault, PASS], told: 'paid', charges: 1 })),
  'the answer is cut in its middle': { shop: [{ kind: 'cut', bytes: 20 }, PASS], told: 'paid', charges: 1 },
  'the answer is cut before its body': { shop: [{ kind: 'cut', bytes: 0 }, PASS], told: 'paid', charges: 1 },
  // Hundreds of bytes, each after a turn of an event loop that others keep busy.
  'the answer drips': {
    shop: [{ kind: 'drip', every: 1, from: 'head' }],
    timeout: 25_000,
    told: 'paid',
    charges: 1,
  },
  'the answer is late': { shop: [{ kind: 'delay', by: 700 }], told: 'paid', charges: 1 },
  'the answer is no HTTP': { shop: [{ kind: 'garbage' }, PASS], told: 'paid', charges: 1 },
  'the request comes twice at once, the first answers': {
    shop: [{ kind: 'duplicate', when: 'together', answer: 'first' }],
    told: 'paid',
    charges: 1,
  },
  'the request comes twice at once, the second answers': {
    shop: [{ kind: 'duplicate', when: 'together', answer: 'second' }],
    told: 'paid',
    charges: 1,
  },
  'the request comes again after the answer': {
    shop: [{ kind: 'duplicate', when: 'after-answer', answer: 'second' }],
    told: 'paid',
    charges: 1,
  },
  'a gateway answers 502 once': { shop: [GATEWAY(502), PASS], told: 'paid', charges: 1 },
  'a gateway answers 503 once': { shop: [GATEWAY(503), PASS], told: 'paid', charges: 1 },
  'a gateway answers 504 once': { shop: [GATEWAY(504), PASS], told: 'paid', charges: 1 },
  'a gateway answers 502 once, and the card is declined': {
    shop: [GATEWAY(502), PASS],
    card: CARDS.declined,
    told: 'not_charged',
    charges: 0,
  },

  // The browser has sent it again by itself, and a gateway refuses the second copy: the proxy knows of the first.
  'reset after the charge, and a gateway answers the copy with 403': {
    shop: [{ kind: 'reset', at: 'after-answer' }, GATEWAY(403), PASS],
    told: 'paid',
    charges: 1,
  },
  'reset after the charge, and a gateway answers the copy with 429': {
    shop: [{ kind: 'reset', at: 'after-answer' }, GATEWAY(429), PASS],
    told: 'paid',
    charges: 1,
  },

  // Between browser and shop, however often it is sent: unknown, until the proxy is asked.
  'every answer is lost': {
    shop: [{ kind: 'reset', at: 'after-answer' }],
    timeout: SHORT,
    told: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'every answer is cut': {
    shop: [{ kind: 'cut', bytes: 20 }],
    timeout: SHORT,
    told: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'a gateway always answers 502': {
    shop: [GATEWAY(502)],
    timeout: SHORT,
    told: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'a gateway always answers 504, and the card is declined': {
    shop: [GATEWAY(504)],
    card: CARDS.declined,
    timeout: SHORT,
    told: 'unknown',
    becomes: 'not_charged',
    charges: 0,
  },
  'a page comes in place of the answer': { shop: [GATEWAY(200)], told: 'unknown', becomes: 'paid', charges: 1 },
  'every answer is no HTTP': {
    shop: [{ kind: 'garbage' }],
    timeout: SHORT,
    told: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'the answer drips for too long': {
    shop: [{ kind: 'drip', every: 100 }],
    timeout: SHORT,
    told: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'silence before the request': {
    shop: [{ kind: 'stall', at: 'before-request' }],
    timeout: SHORT,
    told: 'unknown',
    charges: 0,
  },
  'silence within the request': {
    shop: [{ kind: 'stall', at: 'within-request' }],
    timeout: SHORT,
    told: 'unknown',
    charges: 0,
  },
  'silence after the request': {
    shop: [{ kind: 'stall', at: 'after-request' }],
    timeout: SHORT,
    told: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'silence after the charge': {
    shop: [{ kind: 'stall', at: 'after-answer' }],
    timeout: SHORT,
    told: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'silence within the answer': {
    shop: [{ kind: 'stall', at: 'within-answer' }],
    timeout: SHORT,
    told: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'nobody listens any more': {
    shop: [{ kind: 'refuse', down: Infinity }],
    timeout: SHORT,
    told: 'unknown',
    charges: 0,
  },
  'nobody listens after the charge, for a while': {
    shop: [
      { kind: 'reset', at: 'after-answer' },
      { kind: 'refuse', down: Infinity },
    ],
    timeout: SHORT,
    then: ({ shop }) => shop.up(),
    told: 'unknown',
    becomes: 'paid',
    charges: 1,
  },

  // Between proxy and service: nobody sends again, and the proxy says what it knows.
  'the service is not there': {
    service: [{ kind: 'refuse', down: Infinity }],
    told: 'unknown', // the connection was there, and was closed
    charges: 0,
  },
  ...eachPoint('reset', (fault) => ({ service: [fault], told: 'unknown', charges: chargedAt(fault) }), 'behind'),
  ...eachPoint('close', (fault) => ({ service: [fault], told: 'unknown', charges: chargedAt(fault) }), 'behind'),
  "the service's answer is cut": { service: [{ kind: 'cut', bytes: 20 }], told: 'unknown', charges: 1 },
  "the service's answer is no HTTP": { service: [{ kind: 'garbage' }], told: 'unknown', charges: 1 },
  "the service's gateway answers 502": { service: [GATEWAY(502)], told: 'unknown', charges: 1 },
  "the service's gateway answers 503": { service: [GATEWAY(503)], told: 'unknown', charges: 1 },
  "the service's gateway answers 504": { service: [GATEWAY(504)], told: 'unknown', charges: 1 },
  "the service's gateway answers with a page": { service: [GATEWAY(200)], told: 'unknown', charges: 1 },
  'the service answers with an empty 200': {
    service: [{ kind: 'replace', status: 200 }],
    told: 'paid',
    charges: 1,
  },
  'the service drips': { service: [{ kind: 'drip', every: 1 }], told: 'paid', charges: 1 },
  'the service is late': {
    service: [{ kind: 'delay', by: 2 * SHORT }],
    timeout: SHORT,
    told: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'the service is late, and declines': {
    service: [{ kind: 'delay', by: 2 * SHORT }],
    card: CARDS.declined,
    timeout: SHORT,
    told: 'unknown',
    becomes: 'not_charged',
    charges: 0,
  },
  'somebody looks, and finds it paid': {
    service: [{ kind: 'reset', at: 'after-answer' }],
    then: ({ proxy }, { reference }) => proxy.resolve({ reference }, 'succeeded'),
    told: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'somebody looks, and finds it not charged': {
    service: [{ kind: 'reset', at: 'before-request' }],
    then: ({ proxy }, { reference }) => proxy.resolve({ reference }, 'failed'),
    told: 'unknown',
    becomes: 'not_charged',
    charges: 0,
  },

  // On both sides.
  'every answer is lost, on both sides': {
    shop: [{ kind: 'close', at: 'after-answer' }],
    service: [{ kind: 'reset', at: 'after-answer' }],
    timeout: SHORT,
    told: 'unknown',
    charges: 1,
  },
  'the request comes twice, and the service is late': {
    shop: [{ kind: 'duplicate', when: 'together', answer: 'second' }],
    service: [{ kind: 'delay', by: 500 }],
    told: 'paid',
    charges: 1,
  },
  'the page is cut off while the service is at work': {
    shop: [{ kind: 'reset', at: 'after-request' }, PASS],
    service: [{ kind: 'delay', by: 500 }],
    told: 'paid',
    charges: 1,
  },
};

/** One case for each moment at which a connection can end. */
function eachPoint(kind: 'reset' | 'close', toCase: (fault: Fault & { at: string }) => Case, where = '') {
  const points = ['before-request', 'within-request', 'after-request', 'after-answer', 'within-answer'] as const;
  return Object.fromEntries(points.map((at) => [[kind, at, where].join(' ').trim(), toCase({ kind, at })]));
}

/** The sandbox charges at once when it has all of the request, also for somebody who has left. */
function chargedAt({ at }: { at: string }): 0 | 1 {
  return at === 'before-request' || at === 'within-request' ? 0 : 1;
}

interface Ending {
  readonly told: Claim;
  readonly becomes: Claim;
  readonly charges: number;
  readonly wrongs: readonly string[];
}

/** Does as planned, and the last thing for ever. */
function plan(lab: Scene['shop'], faults: readonly Fault[] = [PASS]): void {
  lab.next(...faults.slice(0, -1));
  lab.always(faults.at(-1) ?? PASS);
}

async function payThrough(
  t: TestContext,
  { shop, service, card, timeout = 10_000, then, becomes }: Case,
): Promise<Ending> {
  const scene = await startScene(t);
  plan(scene.shop, shop);
  plan(scene.service, service);
  const checkout = await Checkout.open(browser, scene.shop.url, { attributes: { 'request-timeout': String(timeout) } });
  t.after(() => checkout.close());
  const told = await checkout.pay(card);
  await then?.(scene, checkout);
  const sights: Sight[] = [told];
  if (becomes) sights.push(await checkout.certain());
  sights.push(await checkout.look());
  const ledger = scene.sandbox.ledger.entries(checkout.reference);
  return {
    told: told.claim,
    becomes: sights.at(-1)?.claim ?? 'nothing',
    charges: ledger.length,
    wrongs: wrongs(checkout, sights, ledger),
  };
}

/** Each is a shopper of its own, so some of them are at it at the same time. */
describe('whatever breaks under the widget in Chromium, with our proxy', { concurrency: 4 }, () => {
  for (const [name, one] of Object.entries(CASES)) {
    const { told, becomes = told, charges } = one;
    it(`${name}: ${told}${becomes === told ? '' : `, then ${becomes}`}`, async (t) => {
      assert.deepEqual(await payThrough(t, one), { told, becomes, charges, wrongs: [] });
    });
  }
});
