import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { chromiumArgs, findChromium } from '../../chromium.js';
import { CARDS, Checkout, type Sight } from '../../faults/checkout.js';
import { wrongs } from '../../faults/oracle.js';
import { startScene, type Scene } from '../../faults/scene.js';
import { gate } from '../../support/node-servers.js';

let browser: Browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

async function launch(ignoreDefaultArgs: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: chromiumArgs(), ignoreDefaultArgs });
}

interface Shoppers {
  readonly scene: Scene;
  readonly one: Checkout;
  /** The page of the same order once more: in another tab, or in a browser of its own. */
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

/** Charges, and all that is wrong, with what each of them saw. */
function judge({ sandbox }: Scene, ...seen: readonly (readonly [Checkout, ...Sight[]])[]) {
  const ledger = sandbox.ledger.entries(seen[0]?.[0].reference);
  return {
    charges: ledger.length,
    wrongs: seen.flatMap(([checkout, ...sights]) => wrongs(checkout, sights, ledger)),
  };
}

describe('one order in more than one window of Chromium', { concurrency: 3 }, () => {
  for (const where of ['tab', 'browser'] as const) {
    it(`two at once, the other in another ${where}: charged once, and nothing false is told`, async (t) => {
      const { scene, one, another } = await startShopping(t);
      const other = await another(where);
      const { opened, open } = gate();
      scene.service.next({ kind: 'run', at: 'after-answer', run: () => opened });
      await one.pressAndSend();
      const second = await other.pay();
      open();
      const first = await one.certain();
      assert.deepEqual(
        { claims: [first.claim, second.claim], ...judge(scene, [one, first], [other, second]) },
        { claims: ['paid', where === 'tab' ? 'nothing' : 'unknown'], charges: 1, wrongs: [] },
      );
    });

    it(`the first is in doubt, then another ${where} tries: charged once, and in doubt there, too`, async (t) => {
      const { scene, one, another } = await startShopping(t);
      scene.service.next({ kind: 'reset', at: 'after-answer' });
      const first = await one.pay();
      const other = await another(where);
      const second = await other.pay();
      assert.deepEqual(
        { claims: [first.claim, second.claim], ...judge(scene, [one, first], [other, second]) },
        { claims: ['unknown', 'unknown'], charges: 1, wrongs: [] },
      );
    });

    it(`paid, then another ${where} pays: charged once, and told that it is paid`, async (t) => {
      const { scene, one, another } = await startShopping(t);
      const other = await another(where);
      const first = await one.pay();
      const second = await other.pay();
      assert.deepEqual(
        { claims: [first.claim, second.claim], ...judge(scene, [one, first], [other, second]) },
        { claims: ['paid', 'paid'], charges: 1, wrongs: [] },
      );
    });
  }

  it('a tab is closed while it pays, and a new one pays: charged once, and nothing false is told', async (t) => {
    const { scene, one, another } = await startShopping(t);
    const { opened, open } = gate();
    scene.service.next({ kind: 'run', at: 'after-answer', run: () => opened });
    await one.pressAndSend();
    const other = await another('tab');
    const later = await another('tab');
    await one.close();
    const meanwhile = await other.pay();
    open();
    const told = await later.pay();
    assert.deepEqual(
      { claims: [meanwhile.claim, told.claim], ...judge(scene, [one], [other, meanwhile], [later, told]) },
      { claims: ['unknown', 'paid'], charges: 1, wrongs: [] },
    );
  });

  it('another browser tries while it is being paid: it is told there that it is paid, as soon as that is known', async (t) => {
    const { scene, one, another } = await startShopping(t);
    const other = await another('browser');
    const { opened, open } = gate();
    scene.service.next({ kind: 'run', at: 'after-answer', run: () => opened });
    await one.pressAndSend();
    await other.pay();
    open();
    await one.certain();
    const told = await other.certain();
    assert.deepEqual({ claim: told.claim, ...judge(scene, [other, told]) }, { claim: 'paid', charges: 1, wrongs: [] });
  });

  it('a page is loaded again while it pays: it is told there what became of it', async (t) => {
    const { scene, one } = await startShopping(t);
    scene.service.next({ kind: 'delay', by: 1000 });
    await one.pressAndSend();
    await one.reload();
    const told = await one.certain();
    assert.deepEqual({ claim: told.claim, ...judge(scene, [one, told]) }, { claim: 'paid', charges: 1, wrongs: [] });
  });
});

/** By default Playwright lets Chromium keep no page for Back. */
const BACKS = {
  'the page was kept': { args: ['--disable-back-forward-cache'], type: 'navigate' },
  'the page is loaded again': { args: [], type: 'back_forward' },
} as const;

for (const [how, { args, type }] of Object.entries(BACKS)) {
  describe(`Back to a payment in Chromium, ${how}`, { concurrency: 3 }, () => {
    let inBrowser: Browser;
    before(async () => {
      inBrowser = await launch([...args]);
    });
    after(() => inBrowser.close());

    it('is what it is called', async (t) => {
      const { one } = await startShopping(t, {}, inBrowser);
      await one.leaveAndComeBack();
      const navigation = await one.page.evaluate(
        () => performance.getEntriesByType('navigation')[0]?.toJSON() as unknown,
      );
      assert.equal((navigation as PerformanceNavigationTiming).type, type);
    });

    it('in doubt when it was left: it turns into what is true by itself', async (t) => {
      const { scene, one } = await startShopping(t, { 'request-timeout': '2500' }, inBrowser);
      scene.service.next({ kind: 'delay', by: 5000 });
      const left = await one.pay();
      await one.leaveAndComeBack();
      const back = await one.certain();
      assert.deepEqual(
        { claims: [left.claim, back.claim], ...judge(scene, [one, left, back]) },
        { claims: ['unknown', 'paid'], charges: 1, wrongs: [] },
      );
    });

    it('in doubt for good: it is in doubt after that, too, and there is nothing to pay with', async (t) => {
      const { scene, one } = await startShopping(t, {}, inBrowser);
      scene.service.next({ kind: 'reset', at: 'after-answer' });
      const left = await one.pay();
      const back = await one.leaveAndComeBack();
      assert.deepEqual(
        { claim: back.claim, canPay: back.canPay, ...judge(scene, [one, left, back]) },
        { claim: 'unknown', canPay: false, charges: 1, wrongs: [] },
      );
    });

    it('paid: it says so, or paying once more charges nothing', async (t) => {
      const { scene, one } = await startShopping(t, {}, inBrowser);
      await one.pay();
      const back = await one.leaveAndComeBack();
      const again = back.canPay ? await one.pay() : back;
      assert.deepEqual(
        { claim: again.claim, ...judge(scene, [one, again]) },
        { claim: 'paid', charges: 1, wrongs: [] },
      );
    });

    it('declined: it can be paid with another card', async (t) => {
      const { scene, one } = await startShopping(t, {}, inBrowser);
      await one.pay(CARDS.declined);
      await one.leaveAndComeBack();
      const again = await one.pay();
      assert.deepEqual(
        { claim: again.claim, ...judge(scene, [one, again]) },
        { claim: 'paid', charges: 1, wrongs: [] },
      );
    });
  });
}
