import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { startDemo, type Demo } from '../../../demo/demo.js';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';
import { DEMO_PAGES } from '../../support/demo-pages.js';
import { QaVisit, violationsIn } from './qa-visit.js';

/** How the QA page looks and is worked: for everybody, in every size, by keyboard. */

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

const WRONG = '?theme=neon&amount=49.99';

for (const colorScheme of ['light', 'dark'] as const) {
  describe(`the QA page in ${colorScheme} colours`, () => {
    let visit: QaVisit;
    before(async () => {
      visit = await QaVisit.open(browser, demo.shopUrl, WRONG, { colorScheme });
    });
    after(() => visit.close());

    for (const tab of ['Scenario', 'Fill in', 'Settings', 'Embed code', 'React 19', 'Proxy for Node']) {
      it(`has nothing for axe to find on “${tab}”`, async () => {
        await visit.showTab(tab);
        assert.deepEqual(await violationsIn(visit.page), []);
      });
    }

    it('has nothing for axe to find where JSON is wrong', async () => {
      await visit.showTab('Settings');
      await visit.page.locator('#set-metadata').fill('{');
      await visit.page.locator('#set-metadata-error').waitFor();
      assert.deepEqual(await violationsIn(visit.page), []);
    });
  });
}

describe('the QA page on a phone', () => {
  let visit: QaVisit;
  before(async () => {
    visit = await QaVisit.open(browser, demo.shopUrl, WRONG, { width: 320, height: 640 });
  });
  after(() => visit.close());

  const scrolls = () => visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const show = (area: string) => visit.page.locator('.areas').getByText(area, { exact: true }).click();

  it('shows the form first', async () => {
    assert.deepEqual(
      [await visit.page.locator('iframe').isVisible(), await visit.page.locator('qa-scenarios').isVisible()],
      [true, false],
    );
  });

  it('shows one area at a time', async () => {
    await show('Set up');
    assert.deepEqual(
      [await visit.page.locator('iframe').isVisible(), await visit.page.locator('qa-scenarios').isVisible()],
      [false, true],
    );
  });

  for (const [area, tab] of [
    ['Set up', 'Scenario'],
    ['Set up', 'Fill in'],
    ['Set up', 'Settings'],
    ['Form', undefined],
    ['Log', 'Embed code'],
  ] as const) {
    it(`does not scroll sideways: ${tab ?? area}`, async () => {
      await show(area);
      if (tab) await visit.showTab(tab);
      assert.equal(await scrolls(), 0);
    });
  }

  it('has nothing for axe to find', async () => {
    await show('Form');
    assert.deepEqual(await violationsIn(visit.page), []);
  });
});

describe('by keyboard alone', () => {
  it('a tab, a fill and a method can be reached and pressed, and a payment is made', async () => {
    const visit = await QaVisit.open(browser, demo.shopUrl);
    const { page } = visit;
    await page.getByRole('tab', { name: 'Scenario' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('#tab-fill:focus').waitFor();
    await page.keyboard.press('Tab'); // the panel
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Visa', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'submit()' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('submit() answered: paid.').waitFor();
    await visit.close();
  });
});

describe('a viewport', () => {
  for (const [label, width] of [
    ['320', 320],
    ['Phone', 390],
    ['Tablet', 768],
    ['Desktop', 1280],
  ] as const) {
    it(`“${label}” is ${width} px to the page in the frame, and fits into its place`, async () => {
      const visit = await QaVisit.open(browser, demo.shopUrl);
      await visit.page.locator('qa-stage-bar').getByText(label, { exact: true }).click();
      const inside = await visit.read(({ ownerDocument }) => ownerDocument.defaultView?.innerWidth);
      const [place, frame] = await Promise.all(
        ['.device', 'iframe'].map((selector) => visit.page.locator(selector).boundingBox()),
      );
      await visit.close();
      assert.deepEqual([inside, (frame?.width ?? 0) <= (place?.width ?? 0)], [width, true]);
    });
  }
});
