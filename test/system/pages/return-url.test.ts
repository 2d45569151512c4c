import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { withDemo } from '../../support/demo.js';
import { visit, type EnginePage, type Visit } from '../../support/engines/visit.js';
import { until } from '../../support/until.js';

const PAID = '4242424242424242';
const PENDING = '4000000000004228';
const RESET_AFTER_CHARGE = '4000000000004178';
const DECLINED = '4000000000000002';

interface Order {
  readonly reference: string;
  readonly token: string;
}

for (const engine of ['chromium', 'webkit'] as const) {
  describe(`return-url in ${engine}`, () => {
    const demo = withDemo();
    let visited: Visit;
    let page: EnginePage;

    before(async () => {
      visited = await visit(engine);
      page = visited.page;
    });

    after(() => visited.close());

    const createOrder = async () => (await (await fetch(`${demo.shopUrl}/orders`, { method: 'POST' })).json()) as Order;

    /** Opens the checkout page of an order. Listeners of its document come before the element's own deeds. */
    async function open(order: Order, returnUrl: string, stays = false): Promise<void> {
      await page.goto(`${demo.shopUrl}/script-tag/`);
      await page.evaluate(
        ({ reference, token }, url, isPrevented) => {
          document.addEventListener('payment-success', (event) => {
            if (isPrevented) event.preventDefault();
          });
          const widget = document.querySelector('payment-widget');
          widget?.setAttribute('return-url', url);
          widget?.setAttribute('reference', reference);
          widget?.setAttribute('order-token', token);
        },
        order,
        returnUrl,
        stays,
      );
    }

    /** Waits for a state of the element, also while another page loads. */
    const waitFor = (state: string) =>
      until(() =>
        page
          .evaluate(() => document.querySelector('payment-widget')?.state)
          .then(
            (now) => now === state,
            () => false,
          ),
      );

    async function pay(card = PAID): Promise<void> {
      await waitFor('ready');
      await page.evaluate(() => {
        document.querySelector('payment-widget')?.focus();
      });
      for (const text of [card, '1230', '123']) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.type('Ada Lovelace');
      await page.keyboard.press('Enter');
    }

    /** Waits until the browser shows an address that the test has not opened. */
    async function arrival(): Promise<string> {
      let address = '';
      await until(async () => {
        address = await page.evaluate(() => (document.readyState === 'complete' ? location.href : '')).catch(() => '');
        return address !== '' && !address.endsWith('/script-tag/');
      });
      return address.slice(demo.shopUrl.length);
    }

    it('is opened after a payment, with reference and outcome in its query', async () => {
      const order = await createOrder();
      await open(order, '/qa/returned.html?shop=7#top');
      await pay();
      assert.equal(await arrival(), `/qa/returned.html?shop=7&reference=${order.reference}&outcome=paid#top`);
    });

    if (engine !== 'chromium') return; // one sample per engine

    it('is opened after a pending payment', async () => {
      const order = await createOrder();
      await open(order, '/qa/returned.html');
      await pay(PENDING);
      assert.equal(await arrival(), `/qa/returned.html?reference=${order.reference}&outcome=pending`);
    });

    it('is opened once an unknown outcome is known', async () => {
      const order = await createOrder();
      await open(order, '/qa/returned.html');
      await pay(RESET_AFTER_CHARGE);
      assert.equal(await arrival(), `/qa/returned.html?reference=${order.reference}&outcome=paid`);
    });

    it('is not opened if a listener prevents it', async () => {
      await open(await createOrder(), '/qa/returned.html', true);
      await pay();
      await waitFor('paid');
      assert.equal(await page.evaluate(() => location.pathname), '/script-tag/');
    });

    it('is not opened after a refusal', async () => {
      await open(await createOrder(), '/qa/returned.html');
      await pay(DECLINED);
      await waitFor('failed');
      assert.equal(await page.evaluate(() => location.pathname), '/script-tag/');
    });

    it('is not opened again for a shopper who comes back to the checkout', async () => {
      const order = await createOrder();
      await open(order, '/qa/returned.html');
      await pay();
      await arrival();
      await open(order, '/qa/returned.html');
      await waitFor('paid');
      assert.equal(await page.evaluate(() => location.pathname), '/script-tag/');
    });
  });
}
