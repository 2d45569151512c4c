import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { OutcomeError, PaymentTestError, widget } from '../../../src/testing/playwright.js';
import { withShop } from '../../support/shop.js';
import { expectOutcome, fillPayment, pay } from '../../support/steps.js';
import { until } from '../../support/until.js';

const ADDRESS = 'card-number card-expiry card-cvc country address-line1 address-line2 city region postal-code';
const CONTACT = 'card-number card-expiry card-cvc cardholder-name email phone postal-code country amount';

const built = withShop();
let orders = 0;

const tag = (attributes = '', content = '') =>
  `<payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="order-${++orders}" ${attributes}>${content}</payment-widget>`;

const documentOf = (body: string, html = 'lang="en"', script = '') =>
  `<!doctype html><html ${html}><meta name="viewport" content="width=device-width" />
   <script type="module" src="/payment-widget.js"></script><body>${body}<script type="module">${script}</script></body></html>`;

/** The types of playwright-core, checked with those of the project. */
export const partsOfType = (page: Page, frame: FrameLocator): readonly Locator[] => [
  widget(page).payButton,
  widget(frame).field('card-number'),
];

/** Repeats a step that fails soon, until the page could be read in that time. */
async function failsSoon(
  step: (options: { timeout: number }) => Promise<unknown>,
  isExpected: (error: Error) => boolean,
) {
  await until(async () => {
    const error = await step({ timeout: 100 }).then(
      () => assert.fail('The step passed.'),
      (reason: unknown) => reason as Error,
    );
    assert.ok(!(error instanceof assert.AssertionError), error);
    return isExpected(error);
  });
}

const says = (text: RegExp) => (error: Error) => text.test(error.message);

describe('the steps for Playwright', () => {
  let page: Page;

  before(async () => {
    page = await built.browser.newPage();
  });
  after(() => page.close());

  const open = (...[body = tag(), html, script]: Partial<Parameters<typeof documentOf>>) =>
    page.goto(built.shop.url + built.shop.show({ html: documentOf(body, html, script) }));

  const reference = () => `order-${orders}`;

  it('pay with a card of the sandbox', async () => {
    await open();
    await fillPayment(page);
    assert.deepEqual(await pay(page), { outcome: 'paid', reference: reference() });
    await expectOutcome(page, 'paid');
  });

  it('pay with another card after a decline', async () => {
    await open();
    await fillPayment(page, { card: 'declined' });
    const declined = await pay(page);
    await fillPayment(page, { card: 'success' });
    const paid = await pay(page);
    assert.deepEqual(
      [declined, paid],
      [
        { outcome: 'failed', code: 'declined', reference: reference() },
        { outcome: 'paid', reference: reference() },
      ],
    );
  });

  it('fill in every field, right to left and in another language', async () => {
    for (const html of ['lang="ja"', 'lang="ar" dir="rtl"']) {
      await open(tag(`fields="${CONTACT}"`), html);
      await fillPayment(page, { fields: { amount: '30', 'cardholder-name': 'Ada Lovelace' } });
      assert.equal((await pay(page)).outcome, 'paid');
    }
  });

  it('fill in an address with a list of regions', async () => {
    await open(tag(`fields="${ADDRESS}"`));
    await fillPayment(page, { fields: { country: 'US', region: 'California' } });
    assert.equal((await pay(page)).outcome, 'paid');
  });

  it('choose one of two elements', async () => {
    await open(tag() + tag());
    await fillPayment(page, { reference: reference() });
    assert.equal((await pay(page, { reference: reference() })).outcome, 'paid');
    await expectOutcome(page, 'paid', { reference: reference() });
    const other = widget(page, { reference: `order-${orders - 1}` });
    assert.equal(await other.field('card-number').inputValue(), '');
  });

  it('do not choose one of two elements by themselves', async () => {
    await open(tag() + tag());
    for (const step of [fillPayment(page), pay(page), expectOutcome(page, 'paid')]) {
      await assert.rejects(step, { name: 'PaymentTestError', code: 'several_widgets' });
    }
    await widget(page).payButton.first().waitFor();
    await assert.rejects(widget(page).payButton.click(), /strict mode violation/);
  });

  it('find a reference that a framework sets as a property', async () => {
    await open(tag('id="second"') + tag(), undefined, `Object.assign(second, { reference: 'of-property' });`);
    await fillPayment(page, { reference: 'of-property' });
    assert.equal(await widget(page.locator('body')).root.first().locator('#cc-csc').inputValue(), '123');
  });

  it('wait until the page has gone to return-url', async () => {
    const thanks = built.shop.show({ html: documentOf('<h1>Thank you</h1>') });
    await open(tag(`return-url="${thanks}"`));
    await fillPayment(page);
    await pay(page);
    assert.equal(new URL(page.url()).pathname, thanks);
    await expectOutcome(page, 'paid', { reference: reference() });
  });

  it('stay if a listener prevents that the page goes to return-url', async () => {
    const prevent = `addEventListener('payment-success', (event) => event.preventDefault());`;
    await open(tag('return-url="/thanks"'), undefined, prevent);
    await fillPayment(page);
    await pay(page);
    await expectOutcome(page, 'paid');
    assert.notEqual(new URL(page.url()).pathname, '/thanks');
  });

  it('remember the outcome on a page that a script opens', async () => {
    const thanks = built.shop.show({ html: documentOf('<h1>Thank you</h1>') });
    await open(tag(), undefined, `addEventListener('payment-success', () => location.replace('${thanks}'));`);
    await fillPayment(page);
    assert.equal((await pay(page)).outcome, 'paid');
    await page.waitForURL(`**${thanks}`);
    await expectOutcome(page, 'paid', { reference: reference() });
  });

  it('do not take the outcome of an earlier page for that of a page without an element', async () => {
    await open();
    await fillPayment(page);
    await pay(page);
    await page.goto(`${built.shop.url}/missing`);
    await failsSoon((soon) => expectOutcome(page, 'paid', soon), says(/no outcome yet.*option reference/));
    const [first, next] = [reference(), `order-${++orders}`];
    await failsSoon(
      (soon) => expectOutcome(page, 'paid', { reference: next, ...soon }),
      (error) => error instanceof OutcomeError,
    );
    await expectOutcome(page, 'paid', { reference: first });
  });

  it('remember the outcome of an element that the page removes', async () => {
    const remove = `addEventListener('payment-success', ({ target }) => target.parentElement.remove());`;
    await open(`<main>${tag()}</main>`, undefined, remove);
    const container = page.locator('main');
    await fillPayment(container);
    await pay(container);
    await expectOutcome(container, 'paid');
    await expectOutcome(page, 'paid');
  });

  it('forget the outcome of an element when they look at the next one', async () => {
    await open();
    await fillPayment(page);
    await pay(page);
    await widget(page).root.evaluate((element, next) => {
      const other = element.cloneNode() as Element;
      other.setAttribute('reference', next);
      element.replaceWith(other);
    }, `order-${++orders}`);
    await fillPayment(page);
    await widget(page).root.evaluate((element) => {
      element.remove();
    });
    await failsSoon((soon) => expectOutcome(page, 'paid', soon), says(/no outcome yet/));
  });

  it('say why a page cannot be read', async () => {
    await open();
    await page.evaluate(() => {
      Element.prototype.checkVisibility = () => {
        throw new Error('no layout');
      };
    });
    await failsSoon((soon) => expectOutcome(page, 'paid', soon), says(/cannot be read.*no layout/s));
  });

  it('wait for a form in a dialog, in a shadow root, that opens later', async () => {
    await open(
      '<div id="host"></div>',
      undefined,
      `const root = host.attachShadow({ mode: 'open' });
       root.innerHTML = '<dialog>${tag().replaceAll("'", '"')}</dialog>';`,
    );
    const filling = fillPayment(page);
    await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => {
      dialog.showModal();
    });
    await filling;
    assert.equal((await pay(page)).outcome, 'paid');
  });

  it('work in a frame', async () => {
    const inner = built.shop.show({ html: documentOf(tag()) });
    await open(`<iframe id="shop" src="${inner}" width="500" height="900"></iframe>`);
    const frame = page.frameLocator('#shop');
    await fillPayment(frame);
    assert.equal((await pay(frame)).outcome, 'paid');
    await expectOutcome(frame, 'paid');
  });

  it('find the parts of the form in any language', async () => {
    await open(tag(), 'lang="ja"');
    await fillPayment(page, { fields: { 'card-expiry': '' } });
    assert.deepEqual(await pay(page), { outcome: 'failed', code: 'validation_failed', reference: reference() });
    await expectOutcome(page, 'failed', { code: 'validation_failed' });
    const { error, field, payButton, banner, result } = widget(page);
    await error('card-expiry').waitFor();
    await banner.waitFor();
    assert.equal(await field('card-cvc').inputValue(), '123');
    assert.match((await payButton.textContent()) ?? '', /49/);
    assert.equal(await result.count(), 0);
  });

  it('leave a button of the page to the test', async () => {
    await open(
      `${tag('without-button')}<button>Order</button>`,
      undefined,
      `document.querySelector('button').onclick = () => document.querySelector('payment-widget').submit();`,
    );
    await fillPayment(page, { card: 'declined' });
    await assert.rejects(pay(page), { name: 'PaymentTestError', code: 'no_pay_button' });
    await page.getByRole('button', { name: 'Order' }).click();
    await expectOutcome(page, 'failed', { code: 'declined' });
  });

  it('say that there is no element', async () => {
    await open('<p>No checkout</p>');
    await failsSoon(
      (soon) => fillPayment(page, soon),
      (error) => error instanceof PaymentTestError && error.code === 'no_widget',
    );
  });
});
