import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { PaymentWidget } from '../../../src/index.js';
import { startShop, withShop, type Shop } from '../../support/shop.js';
import { visit, type EnginePage, type Visit } from '../../support/engines/visit.js';
import { typeCard } from '../../support/shopper.js';
import { until } from '../../support/until.js';
import { violationsIn } from '../demo/axe.js';

/** A form whose behaviour cannot be loaded: nothing is charged, and the next press on Pay loads it. */

const CARD = '4242424242424242';
const FAILED = 'Something went wrong. You were not charged. Please try again.';

const pageOf = (
  reference: string,
  attributes = '',
  lang = 'en',
) => `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width" />
  <meta charset="utf-8" /><title>Shop</title><script type="module" src="/payment-widget.js"></script>
  <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="${reference}" ${attributes}></payment-widget></html>`;

describe('a form whose behaviour cannot be loaded', () => {
  const context = withShop();
  let orders = 0;

  interface Failing {
    readonly page: Page;
    readonly reference: string;
    /** Makes the file available. */
    readonly repair: () => Promise<void>;
  }

  type Fault = 'aborted' | 'blockedbyclient' | 404;

  const failedLoad = (page: Page) =>
    page.waitForEvent('console', (line) => line.text().includes('behaviour.js could not be loaded'));
  const breakFile = (page: Page, fault: Fault = 'aborted') =>
    page.route('**/behaviour.js', (route) => (fault === 404 ? route.fulfill({ status: 404 }) : route.abort(fault)));

  async function open(fault: Fault = 'aborted', { attributes = '', lang = 'en' } = {}): Promise<Failing> {
    const { browser, shop } = context;
    const page = await browser.newPage();
    const reference = `failed-${++orders}`;
    const failed = failedLoad(page);
    await breakFile(page, fault);
    await page.addInitScript(() => {
      const heard: unknown[] = [];
      Object.assign(globalThis, { heard });
      for (const type of ['payment-failure', 'payment-unknown'] as const)
        addEventListener(type, ({ detail }) => heard.push(`${detail.error.outcome} ${detail.error.code}`));
    });
    await page.goto(shop.url + shop.show({ html: pageOf(reference, attributes, lang) }));
    await failed;
    return { page, reference, repair: () => page.unroute('**/behaviour.js') };
  }

  const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
  const charges = (reference: string) => context.shop.charges(reference).length;
  const payButton = (page: Page) => page.locator('payment-widget [part=pay-button]');

  for (const fault of [404, 'aborted', 'blockedbyclient'] as const) {
    it(`says that nothing was charged, and pays at the next press (${fault})`, async () => {
      const { page, reference, repair } = await open(fault);
      await typeCard(page, CARD);
      await payButton(page).click();
      await page.getByRole('alert').getByText(FAILED).waitFor();
      const [state, codes, violations] = await Promise.all([
        page.locator('payment-widget').evaluate((element: PaymentWidget) => element.state),
        heard(page),
        violationsIn(page, { include: ['payment-widget'] }),
      ]);
      const before = charges(reference);
      await repair();
      await payButton(page).click();
      await page.locator('payment-widget:state(paid)').waitFor();
      await page.close();
      assert.deepEqual([state, codes, violations, before], ['failed', ['not_charged not_loaded'], [], 0]);
      assert.equal(charges(reference), 1);
    });
  }

  it('resolves submit() with the failure', async () => {
    const { page, reference } = await open();
    const outcome = await page.locator('payment-widget').evaluate(async (element: PaymentWidget) => {
      const result = await element.submit();
      return [result.outcome, 'error' in result && result.error.code];
    });
    await page.close();
    assert.deepEqual([outcome, charges(reference)], [['failed', 'not_loaded'], 0]);
  });

  for (const lang of ['en', 'de']) {
    it(`is unknown if an earlier page has charged the card (${lang})`, async () => {
      const { page, reference, repair } = await open('aborted', { lang });
      await repair();
      await page.reload();
      await typeCard(page, CARD);
      await page.keyboard.press('Enter');
      await page.locator('payment-widget:state(paid)').waitFor();
      await breakFile(page);
      const failed = failedLoad(page);
      await page.reload();
      await failed;
      await page.locator('payment-widget:state(unknown)').waitFor();
      const text = await page.locator('payment-widget').getByRole('alert').allInnerTexts();
      const forms = await page.locator('payment-widget form').count();
      const outcomes = await page.locator('payment-widget').evaluate(async (element: PaymentWidget) => {
        const [first, second] = [await element.submit(), await element.submit()];
        return [first, second].map(({ outcome, restored, reference }) => [outcome, restored, reference]);
      });
      const [codes, violations] = [await heard(page), await violationsIn(page, { include: ['payment-widget'] })];
      await repair();
      const settled = await page.locator('payment-widget').evaluate(async (element: PaymentWidget) => {
        const { outcome } = await element.submit();
        return [outcome, element.state];
      });
      await page.close();
      const unknown = ['unknown', true, reference];
      assert.deepEqual([forms, outcomes, violations], [0, [unknown, unknown], []]);
      assert.deepEqual(codes, ['unknown connection_lost']);
      assert.match(text.join(''), /may have been charged/);
      assert.deepEqual([settled, charges(reference)], [['paid', 'paid'], 1]);
    });
  }
});

for (const engine of ['chromium', 'firefox', 'webkit'] as const) {
  describe(`a second press on Pay in ${engine}`, () => {
    let shop: Shop;
    let visited: Visit;
    let page: EnginePage;

    before(async () => {
      [shop, visited] = await Promise.all([startShop(), visit(engine)]);
      page = visited.page;
    });

    after(async () => {
      await Promise.all([shop.close(), visited.close()]);
    });

    const stateIs = (wanted: string) =>
      until(() => page.evaluate((name) => document.querySelector('payment-widget')?.state === name, wanted));

    /** Types a card and presses Enter. */
    async function pay(): Promise<void> {
      await page.evaluate(() => {
        document.querySelector('payment-widget')?.focus();
      });
      for (const text of [CARD, '1230', '123']) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.type('Ada Lovelace');
      await page.keyboard.press('Enter');
    }

    const charges = () => shop.charges(engine).length;

    const isRepeated = engine !== 'firefox'; // which never loads a module again that failed, until the page is reloaded
    it(isRepeated ? 'loads the file, and pays once' : 'charges nothing until the page is reloaded', async () => {
      shop.missing.add('behaviour.js');
      const url = shop.url + shop.show({ html: pageOf(engine) });
      await page.goto(url);
      await until(() =>
        page.evaluate(() => document.querySelector('payment-widget')?.shadowRoot?.querySelector('form') != null),
      );
      await pay();
      await stateIs('failed');
      const before = charges();
      shop.missing.clear();
      await page.keyboard.press('Enter');
      if (!isRepeated) {
        await stateIs('failed');
        await page.goto(url);
        await stateIs('ready');
        await pay();
      }
      await stateIs('paid');
      assert.deepEqual([before, charges()], [0, 1]);
    });
  });
}
