import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';
import { Checkout, type Claim } from '../../faults/checkout.js';
import type { Point } from '../../faults/fault-proxy.js';
import { startMortalScene } from '../../faults/mortal-shop.js';
import { wrongs } from '../../faults/oracle.js';

let browser: Browser;

before(async () => {
  browser = await chromium.launch({ executablePath: await findHeadlessChromium(), args: chromiumArgs() });
});

after(() => browser.close());

interface Case {
  /** On which connection the payment is, and how far, when the shop's process dies. */
  readonly on: 'shop' | 'service';
  readonly at: Point;
  /** What the shopper is told, with the shop at work again. */
  readonly told: Claim;
  /** What a page says that is loaded again after that. */
  readonly later: Claim;
  readonly charges: 0 | 1;
}

const CASES: Readonly<Record<string, Case>> = {
  'before the payment reaches it': { on: 'shop', at: 'before-request', told: 'paid', later: 'paid', charges: 1 },
  'in the middle of the payment': { on: 'shop', at: 'within-request', told: 'paid', later: 'paid', charges: 1 },
  'before the payment leaves it': {
    on: 'service',
    at: 'before-request',
    told: 'unknown',
    later: 'unknown',
    charges: 0,
  },
  'while the service is at work': { on: 'service', at: 'after-request', told: 'unknown', later: 'unknown', charges: 1 },
  'after the charge': { on: 'service', at: 'after-answer', told: 'unknown', later: 'unknown', charges: 1 },
  "in the middle of the service's answer": {
    on: 'service',
    at: 'within-answer',
    told: 'unknown',
    later: 'unknown',
    charges: 1,
  },
  'when it has answered': { on: 'shop', at: 'after-answer', told: 'paid', later: 'paid', charges: 1 },
  'in the middle of its answer': { on: 'shop', at: 'within-answer', told: 'paid', later: 'paid', charges: 1 },
};

/** After that long, a payment that was sent and not finished has an owner who is dead. In ms. */
const OVERDUE = 60_000;

describe("the merchant's proxy is killed under the widget in Chromium, and started again", { concurrency: 2 }, () => {
  for (const [when, { on, at, told, later, charges }] of Object.entries(CASES)) {
    it(`${when}: ${told}, and no second charge after a reload and a try in another tab`, async (t) => {
      const scene = await startMortalScene(t);
      let restarted = Promise.resolve();
      const run = async () => {
        await scene.kill();
        restarted = scene.start(OVERDUE);
      };
      scene[on].next({ kind: 'run', at, run });
      const checkout = await Checkout.open(browser, scene.shop.url, { attributes: { 'request-timeout': '20000' } });
      t.after(() => checkout.close());

      const first = await checkout.pay();
      await restarted;
      const second = await checkout.reload();
      const { reference } = checkout;
      const tab = { context: checkout.page.context(), attributes: { reference } };
      const another = await Checkout.open(browser, scene.shop.url, tab);
      t.after(() => another.close());
      const third = await another.pay();

      const ledger = scene.sandbox.ledger.entries(reference);
      assert.deepEqual(
        {
          told: first.claim,
          later: second.claim,
          charges: ledger.length,
          again: third.claim,
          wrongs: [...wrongs(checkout, [first, second], ledger), ...wrongs(another, [third], ledger)],
        },
        { told, later, charges, again: told, wrongs: [] },
      );
    });
  }
});
