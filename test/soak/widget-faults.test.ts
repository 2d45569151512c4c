import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { until } from '../support/until.js';
import { CARDS, Checkout, type Claim } from './faults/checkout.js';
import type { Fault, Point } from './faults/fault-proxy.js';
import { violations } from './faults/oracle.js';
import { startScene } from './faults/scene.js';

/** One fault of each kind, between Chromium and the shop or between the proxy and the service. The campaign mixes them. */

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});

after(() => browser.close());

interface Case {
  /** Faults between the browser and the shop, one per request. */
  readonly shop?: readonly Fault[];
  /** Every request to the shop meets the fault, until the shopper is in doubt. */
  readonly lasts?: boolean;
  /** A fault between the proxy and the service. */
  readonly service?: Fault;
  readonly card?: string;
  /** What the shopper reads in the end. */
  readonly ends: Claim;
  readonly charges: 0 | 1;
}

/** An error page of a gateway in place of the response. */
const gateway = (status: number): Fault => ({
  kind: 'replace',
  status,
  headers: { 'Content-Type': 'text/html' },
  body: `<!doctype html><h1>${status}</h1>`,
});
const reset = (at: Point): Fault => ({ kind: 'reset', at });
const paid = { ends: 'paid', charges: 1 } as const;

const CASES: Readonly<Record<string, Case>> = {
  'no fault': paid,
  'a declined card': { card: CARDS.declined, ends: 'not_charged', charges: 0 },
  'an error of the service after the charge': { card: CARDS.errorAfterCharge, ends: 'unknown', charges: 1 },

  'a shop that is down for a moment': { shop: [{ kind: 'refuse', down: 300 }], ...paid },
  'a connection reset before the request': { shop: [reset('before-request')], ...paid },
  'a connection reset within the request': { shop: [reset('within-request')], ...paid },
  'a connection reset after the charge': { shop: [reset('after-answer')], ...paid },
  'a connection reset within the response': { shop: [reset('within-answer')], ...paid },
  'a truncated response': { shop: [{ kind: 'cut', bytes: 20 }], ...paid },
  'a response that is not HTTP': { shop: [{ kind: 'garbage' }], ...paid },
  'a request duplicated in transit': { shop: [{ kind: 'duplicate', when: 'together', answer: 'second' }], ...paid },
  'a 502 of a gateway': { shop: [gateway(502)], ...paid },
  'a 502 of a gateway, and a declined card': {
    shop: [gateway(502)],
    card: CARDS.declined,
    ends: 'not_charged',
    charges: 0,
  },
  // The browser itself resends, and the page receives only the response to the copy.
  'a connection reset after the charge, and a 403 of a gateway for the copy': {
    shop: [reset('after-answer'), gateway(403)],
    ...paid,
  },

  'every connection reset after the charge': { shop: [reset('after-answer')], lasts: true, ...paid },
  'a gateway that always answers 502': { shop: [gateway(502)], lasts: true, ...paid },
  'a gateway that always answers 504, and a declined card': {
    shop: [gateway(504)],
    lasts: true,
    card: CARDS.declined,
    ends: 'not_charged',
    charges: 0,
  },
  'connections that stall after the charge': { shop: [{ kind: 'stall', at: 'after-answer' }], lasts: true, ...paid },

  'a connection to the service reset before the request': {
    service: reset('before-request'),
    ends: 'unknown',
    charges: 0,
  },
  'a connection to the service reset after the charge': { service: reset('after-answer'), ends: 'unknown', charges: 1 },
  'a response of the service that is not HTTP': { service: { kind: 'garbage' }, ends: 'unknown', charges: 1 },
  'a web page of a gateway of the service': { service: gateway(200), ends: 'unknown', charges: 1 },
  'an empty 200 of the service': { service: { kind: 'replace', status: 200 }, ...paid },
};

describe('a payment in Chromium', { concurrency: 4 }, () => {
  for (const [name, { shop = [], lasts = false, service, card, ends, charges }] of Object.entries(CASES)) {
    it(`${name}: ${ends}`, async (t) => {
      const scene = await startScene(t);
      if (service) scene.service.next(service);
      if (lasts) scene.shop.always(shop[0] ?? { kind: 'pass' });
      else scene.shop.next(...shop);
      const checkout = await Checkout.open(browser, scene.shop.url);
      t.after(() => checkout.close());
      await checkout.fill(card);
      await checkout.press();
      if (lasts) {
        await until(
          () => scene.sandbox.ledger.entries(checkout.reference).length === charges && scene.shop.seen.length,
        );
        await checkout.loseTime();
        await checkout.reaches('unknown');
        scene.shop.always({ kind: 'pass' });
      }
      const last = ends === 'unknown' ? await checkout.reaches('unknown') : await checkout.certain();
      const ledger = scene.sandbox.ledger.entries(checkout.reference);
      assert.deepEqual([last.claim, ledger.length, violations(checkout, [last], ledger)], [ends, charges, []]);
    });
  }
});
