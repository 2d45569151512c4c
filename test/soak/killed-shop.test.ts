import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { Checkout, type Claim } from './faults/checkout.js';
import type { Point } from './faults/fault-proxy.js';
import { startMortalShop } from './faults/mortal-shop.js';
import { violations } from './faults/oracle.js';

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});

after(() => browser.close());

interface Case {
  /** The connection and the point at which the process is killed. */
  readonly on: 'shop' | 'service';
  readonly at: Point;
  /** After the restart, after a reload, and for a payment in another tab. */
  readonly outcome: Claim;
  readonly charges: 0 | 1;
}

const CASES: Readonly<Record<string, Case>> = {
  'before the request arrives': { on: 'shop', at: 'before-request', outcome: 'paid', charges: 1 },
  'before it forwards the request': { on: 'service', at: 'before-request', outcome: 'unknown', charges: 0 },
  'while the service is processing the request': { on: 'service', at: 'after-request', outcome: 'unknown', charges: 1 },
  'after the charge': { on: 'service', at: 'after-answer', outcome: 'unknown', charges: 1 },
  'after it has answered': { on: 'shop', at: 'after-answer', outcome: 'paid', charges: 1 },
  'in the middle of its answer': { on: 'shop', at: 'within-answer', outcome: 'paid', charges: 1 },
};

describe('a payment whose shop is killed and restarted', { concurrency: 2 }, () => {
  for (const [when, { on, at, outcome, charges }] of Object.entries(CASES)) {
    it(`is ${outcome} and not charged again, killed ${when}`, async (t) => {
      const scene = await startMortalShop(t);
      let restarted = Promise.resolve();
      const run = async () => {
        await scene.kill();
        restarted = scene.restart();
      };
      scene[on].next({ kind: 'run', at, run });
      const checkout = await Checkout.open(browser, scene.shop.url);
      t.after(() => checkout.close());

      const ended = () => (outcome === 'paid' ? checkout.certain() : checkout.reaches('unknown'));
      await checkout.pressAndSend();
      const first = await ended();
      await restarted;
      await checkout.reload();
      const second = await ended();
      const { reference } = checkout;
      const tab = { context: checkout.page.context(), attributes: { reference } };
      const another = await Checkout.open(browser, scene.shop.url, tab);
      t.after(() => another.close());
      const third = await another.pay();

      const ledger = scene.sandbox.ledger.entries(reference);
      assert.deepEqual(
        {
          outcomes: [first.claim, second.claim, third.claim],
          charges: ledger.length,
          problems: [...violations(checkout, [first, second], ledger), ...violations(another, [third], ledger)],
        },
        { outcomes: [outcome, outcome, outcome], charges, problems: [] },
      );
    });
  }
});
