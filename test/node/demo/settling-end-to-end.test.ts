import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startDemo, type Demo } from '../../../demo/demo.js';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';
import { DEMO_PAGES } from '../../support/demo-pages.js';

const CHARGED_THEN_500 = '4000000000000119';
const ONLY_500 = '4000000000004103';

let browser: Browser;
let demo: Demo;

before(async () => {
  const executablePath = await findHeadlessChromium();
  [browser, demo] = await Promise.all([
    chromium.launch({ executablePath, args: chromiumArgs() }),
    startDemo({}, DEMO_PAGES),
  ]);
});

after(async () => {
  await browser.close();
  await demo.close();
});

const sandbox = () => demo.sandbox ?? assert.fail();

/** Pays by a card, and waits until the shopper is told that nobody knows. */
async function payInDoubt(t: TestContext, card: string): Promise<{ page: Page; reference: string }> {
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(demo.shopUrl);
  await page.getByLabel('Card number').pressSequentially(card);
  await page.getByLabel('Expiry date').pressSequentially('1230');
  await page.getByLabel('Security code').pressSequentially('123');
  await page.getByLabel('Name on card').pressSequentially('Ada Lovelace');
  await page.keyboard.press('Enter');
  await page.getByText('Your card may have been charged €49.99.').waitFor();
  return { page, reference: new URL(page.url()).searchParams.get('order') ?? '' };
}

describe('an unknown outcome, in the open page', () => {
  it('settles itself: paid, by the webhook, with one charge', async (t) => {
    const { page, reference } = await payInDoubt(t, CHARGED_THEN_500);
    await page.getByText('You paid €49.99.').waitFor();
    assert.equal(sandbox().ledger.entries(reference).length, 1);
  });

  it('settles itself: not charged, by the webhook, and the order can be paid then', async (t) => {
    const { page, reference } = await payInDoubt(t, ONLY_500);
    await page.getByText('Nothing was charged.').waitFor();
    await page.getByRole('button', { name: 'Pay €49.99' }).waitFor();
    assert.deepEqual(sandbox().ledger.entries(reference), []);
  });
});
