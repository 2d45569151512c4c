import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { chromiumArgs, findWholeChromium } from '../support/chromium.js';
import { gate } from '../support/node-servers.js';
import { Checkout, type Sight } from './faults/checkout.js';
import { violations } from './faults/oracle.js';
import { startScene, type Scene } from './faults/scene.js';

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});

after(() => browser.close());

interface Shoppers {
  readonly scene: Scene;
  readonly one: Checkout;
  /** Opens a second page for the same order. */
  readonly another: (where: 'tab' | 'browser') => Promise<Checkout>;
}

async function startShopping(
  t: TestContext,
  attributes: Record<string, string> = {},
  inBrowser = browser,
): Promise<Shoppers> {
  const scene = await startScene(t);
  const open = async (options: Parameters<typeof Checkout.open>[2]) => {
    const checkout = await Checkout.open(inBrowser, scene.shop.url, options);
    t.after(() => checkout.close());
    return checkout;
  };
  const one = await open({ attributes });
  const same = { attributes: { ...attributes, reference: one.reference } };
  const context = one.page.context();
  return { scene, one, another: (where) => open(where === 'tab' ? { ...same, context } : same) };
}

/** Presses Pay, and holds the response of the service. @returns a function that releases it, after the service has charged */
async function payAndHold({ service }: Scene, checkout: Checkout): Promise<() => void> {
  const held = gate();
  const charged = gate();
  const run = () => {
    charged.open();
    return held.opened;
  };
  service.next({ kind: 'run', at: 'after-answer', run });
  await checkout.pressAndSend();
  await charged.opened;
  return held.open;
}

/** Counts the charges, and lists false claims of each page. */
function judge({ sandbox }: Scene, ...seen: readonly (readonly [Checkout, ...Sight[]])[]) {
  const ledger = sandbox.ledger.entries(seen[0]?.[0].reference);
  return {
    charges: ledger.length,
    problems: seen.flatMap(([checkout, ...sights]) => violations(checkout, sights, ledger)),
  };
}

describe('one order on two pages', { concurrency: 3 }, () => {
  for (const where of ['tab', 'browser'] as const) {
    it(`is charged once when both pay at the same time, the second in another ${where}`, async (t) => {
      const { scene, one, another } = await startShopping(t);
      const other = await another(where);
      const release = await payAndHold(scene, one);
      const second = await other.pay();
      release();
      const first = await one.certain();
      assert.deepEqual(
        { claims: [first.claim, second.claim], ...judge(scene, [one, first], [other, second]) },
        { claims: ['paid', 'unknown'], charges: 1, problems: [] },
      );
    });

    it(`stays unknown in another ${where} while the first attempt is unknown`, async (t) => {
      const { scene, one, another } = await startShopping(t);
      scene.service.next({ kind: 'reset', at: 'after-answer' });
      const first = await one.pay();
      const other = await another(where);
      const second = await other.pay();
      assert.deepEqual(
        { claims: [first.claim, second.claim], ...judge(scene, [one, first], [other, second]) },
        { claims: ['unknown', 'unknown'], charges: 1, problems: [] },
      );
    });
  }

  it('is charged once when another browser pays after it was paid, and shows that it is paid', async (t) => {
    const { scene, one, another } = await startShopping(t);
    const other = await another('browser');
    const first = await one.pay();
    const second = await other.pay();
    assert.deepEqual(
      { claims: [first.claim, second.claim], ...judge(scene, [one, first], [other, second]) },
      { claims: ['paid', 'paid'], charges: 1, problems: [] },
    );
  });

  it('is charged once when a tab is closed while it pays, and another tab pays', async (t) => {
    const { scene, one, another } = await startShopping(t);
    const release = await payAndHold(scene, one);
    const other = await another('tab');
    await one.close();
    const meanwhile = await other.pay();
    release();
    const last = await other.certain();
    assert.deepEqual(
      { claims: [meanwhile.claim, last.claim], ...judge(scene, [one], [other, meanwhile, last]) },
      { claims: ['unknown', 'paid'], charges: 1, problems: [] },
    );
  });
});

/** Playwright disables this cache, and the headless shell has none. */
describe('Back to a page from the back/forward cache', { concurrency: 3 }, () => {
  let inBrowser: Browser;
  before(async () => {
    const ignoreDefaultArgs = ['--disable-back-forward-cache'];
    inBrowser = await chromium.launch({
      executablePath: await findWholeChromium(),
      args: chromiumArgs(),
      ignoreDefaultArgs,
    });
  });
  after(() => inBrowser.close());

  it('shows the outcome of an attempt that was unknown when the shopper left', async (t) => {
    const { scene, one } = await startShopping(t, {}, inBrowser);
    const release = await payAndHold(scene, one);
    await one.loseTime();
    const left = await one.reaches('unknown');
    await one.page.evaluate(() => Object.assign(globalThis, { isSame: true }));
    await one.leaveAndComeBack();
    assert.equal(await one.page.evaluate(() => 'isSame' in globalThis), true, 'the page was not kept');
    release();
    const back = await one.certain();
    assert.deepEqual(
      { claims: [left.claim, back.claim], ...judge(scene, [one, left, back]) },
      { claims: ['unknown', 'paid'], charges: 1, problems: [] },
    );
  });
});
