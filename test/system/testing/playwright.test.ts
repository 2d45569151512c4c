import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { widget } from 'payment-widget-testing/playwright';
import { withShop } from '../../support/shop.js';
import { expectOutcome, fillPayment, pay } from '../../support/steps.js';

const ADDRESS = 'card-number card-expiry card-cvc country address-line1 address-line2 city region postal-code';

const built = withShop();
let orders = 0;

const tag = (attributes = '') =>
  `<payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="order-${++orders}" ${attributes}></payment-widget>`;

const documentOf = (body: string, script = '', lang = 'en') =>
  `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width" />
   <script type="module" src="/payment-widget.js"></script><body>${body}<script type="module">${script}</script></body></html>`;

describe('the steps for Playwright', () => {
  let page: Page;

  before(async () => {
    page = await built.browser.newPage();
  });
  after(() => page.close());

  const show = (...content: Parameters<typeof documentOf>) => built.shop.show({ html: documentOf(...content) });
  const open = async (...content: Parameters<typeof documentOf>) => {
    await page.goto(built.shop.url + show(...content));
  };
  const reference = () => `order-${orders}`;

  it('pay with another card after a decline', async () => {
    await open(tag());
    await fillPayment(page, { card: 'declined' });
    const declined = await pay(page);
    await fillPayment(page);
    assert.deepEqual(
      [declined, await pay(page)],
      [
        { outcome: 'failed', code: 'declined', reference: reference() },
        { outcome: 'paid', reference: reference() },
      ],
    );
    await expectOutcome(page, 'paid');
  });

  it('fill in an address with a list of regions, and find the parts of the form in any language', async () => {
    await open(tag(`fields="${ADDRESS}"`), '', 'ar');
    await fillPayment(page, { fields: { country: 'US', region: 'CA', 'card-expiry': '' } });
    assert.equal((await pay(page)).code, 'validation_failed');
    const { error, field, banner } = widget(page);
    await error('card-expiry').waitFor();
    await banner.waitFor();
    assert.equal(await field('region').inputValue(), 'CA');
  });

  it('choose one of two elements by their reference', async () => {
    await open(tag() + tag());
    for (const step of [fillPayment(page), pay(page), expectOutcome(page, 'paid')]) {
      await assert.rejects(step, { name: 'PaymentTestError', code: 'several_widgets' });
    }
    await fillPayment(page, { reference: reference() });
    assert.equal((await pay(page, { reference: reference() })).outcome, 'paid');
    const other = widget(page, { reference: `order-${orders - 1}` });
    assert.equal(await other.field('card-number').inputValue(), '');
  });

  it('read the outcome on the page of return-url', async () => {
    await open(tag(`return-url="${show('<h1>Thank you</h1>')}"`));
    await fillPayment(page);
    await pay(page);
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await expectOutcome(page, 'paid', { reference: reference() });
  });

  it('work in a frame, and wait for an element that comes later', async () => {
    await open(`<iframe id="shop" src="${show(tag())}" width="500" height="900"></iframe>`);
    const frame = page.frameLocator('#shop');
    await fillPayment(frame);
    assert.equal((await pay(frame)).outcome, 'paid');
    await expectOutcome(frame, 'paid');
  });

  it('leave a button of the page to the test', async () => {
    const submit = `document.querySelector('button').onclick = () => document.querySelector('payment-widget').submit();`;
    await open(`${tag('without-button')}<button>Order</button>`, submit);
    await fillPayment(page, { card: 'declined' });
    await assert.rejects(pay(page), { name: 'PaymentTestError', code: 'no_pay_button' });
    await page.getByRole('button', { name: 'Order' }).click();
    await expectOutcome(page, 'failed', { code: 'declined' });
  });
});
