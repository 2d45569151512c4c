import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { DEFAULT_FIELDS } from 'payment-widget/contract/field-names';
import { formHtml } from 'payment-widget/form-html';
import { MINIMAL_CSP } from '../../../tools/strict-page.js';
import { SECRET, tokenFor } from '../../support/order-tokens.js';
import { withShop } from '../../support/shop.js';
import { typeCard } from '../../support/shopper.js';
import { until } from '../../support/until.js';
import { violationsIn } from '../demo/axe.js';

/** A form that the page sends in its HTML, and that the element goes on with. */

const context = withShop({ folders: { 'payment-widget': 'dist/browser' } });
const EXAMPLE = 'docs/examples/server/form-in-html.mjs';
const CARD = '4242424242424242';
let orders = 0;

/** Opens a page under the strictest policy, whose script waits for `release()`. */
async function openWithForm({
  lang = 'en',
  attributes = '',
  proxy = '/pay',
  reference = `html-${++orders}`,
  fields = DEFAULT_FIELDS,
} = {}) {
  const release = context.shop.hold('payment-widget.js');
  const form = await formHtml({ fields, lang, styleSheet: '/form.css' });
  const problems: string[] = [];
  const page = await context.open(
    `<link rel="stylesheet" href="/payment-widget.css" />
    <payment-widget proxy-url="${proxy}" amount="4999" currency="EUR" reference="${reference}" fields="${fields}" ${attributes}>
      ${form}Please call us.
    </payment-widget>`,
    {
      csp: `${MINIMAL_CSP}; style-src 'self'`,
      lang,
      prepare(page) {
        page.on('console', (message) => {
          if (message.type() === 'error') problems.push(message.text());
        });
      },
    },
  );
  await until(async () => ((await numberOf(page).boundingBox())?.height ?? 0) > 40); // form.css
  return { page, release, problems, reference };
}

const numberOf = (page: Page) => page.locator('payment-widget #cc-number');
const formsOf = (page: Page) => page.locator('payment-widget form').count();
const isReady = (page: Page) => page.locator('payment-widget:state(ready)').waitFor();

const textOf = (page: Page) => page.locator('payment-widget .fallback');

/** On a slow machine, the script may be late already. */
const stopTime = (locator: Locator) =>
  locator.evaluate((element) => {
    for (const animation of element.getAnimations()) {
      animation.pause();
      animation.currentTime = 0;
    }
  });

const endTime = (locator: Locator) =>
  locator.evaluate((element) => {
    for (const animation of element.getAnimations()) animation.finish();
  });

describe('a form in the HTML of the page', () => {
  it('can be used before the script has loaded, without an accessibility violation', async () => {
    const { page } = await openWithForm();
    const violations = await violationsIn(page, { include: ['payment-widget'] });
    await page.close();
    assert.deepEqual(violations, []);
  });

  it('becomes the form of the element, with value, focus and caret', async () => {
    const { page, release } = await openWithForm();
    await page.keyboard.press('Tab');
    await page.keyboard.type('42424242');
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft');
    release();
    await isReady(page);
    await page.keyboard.type('1');
    const forms = await formsOf(page);
    const typed = await numberOf(page).inputValue();
    await page.close();
    assert.deepEqual([forms, typed], [1, '4242 4214 2']);
  });

  it('pays what was typed before the script has loaded, within the strictest policy', async () => {
    const { page, release, problems, reference } = await openWithForm();
    await typeCard(page, CARD);
    release();
    await page.getByRole('button', { name: 'Pay €49.99' }).click();
    await page.locator('payment-widget:state(paid)').waitFor();
    await page.close();
    assert.deepEqual([context.shop.charges(reference), problems], [[4999], []]);
  });

  it('sends nothing and stays if Pay is pressed before the script has loaded', async () => {
    const { page, release, reference } = await openWithForm();
    await typeCard(page, CARD);
    const address = page.url();
    await page.keyboard.press('Enter');
    release();
    await isReady(page);
    const typed = await numberOf(page).inputValue();
    const after = page.url();
    await page.close();
    assert.deepEqual([typed, after, context.shop.charges(reference)], ['4242 4242 4242 4242', address, []]);
  });

  for (const fields of [DEFAULT_FIELDS, 'card-number card-expiry card-cvc']) {
    it(`does not move, nor what is below it, when the element takes over in Live mode: ${fields}`, async () => {
      const { page, release } = await openWithForm({ proxy: context.shop.mount({ mode: 'live' }), fields });
      const boxes = () =>
        page
          .locator('payment-widget, payment-widget input, payment-widget label, payment-widget button')
          .evaluateAll((elements) => elements.map((element) => JSON.stringify(element.getBoundingClientRect())));
      await stopTime(textOf(page));
      const before = await boxes();
      release();
      await isReady(page);
      const after = await boxes();
      await page.close();
      assert.deepEqual(after, before);
    });
  }

  it('shows the text of the page below the form if the script is late, and moves nothing until then', async () => {
    const { page } = await openWithForm();
    await stopTime(textOf(page));
    const early = await textOf(page).boundingBox();
    await endTime(textOf(page));
    await page.getByText('Please call us.').waitFor({ state: 'visible' });
    await page.close();
    assert.equal(early?.height, 0);
  });

  it('shows Pay as disabled if the script is late', async () => {
    const { page } = await openWithForm();
    const pay = page.locator('payment-widget .pay');
    const colour = () => pay.evaluate((element) => getComputedStyle(element).color);
    await stopTime(pay);
    const early = await colour();
    await endTime(pay);
    const late = await colour();
    await page.close();
    assert.notEqual(late, early);
  });

  it('is rendered by the server of the documentation', async () => {
    const { renderPage } = (await import(pathToFileURL(resolve(EXAMPLE)).href)) as {
      renderPage(order: object): string;
    };
    const order = { reference: 'html-example', amount: 4999, currency: 'EUR' };
    const html = renderPage({ ...order, token: await tokenFor(order) });
    const proxy = context.shop.mount({ orderTokenSecret: SECRET });
    const page = await context.browser.newPage();
    const release = context.shop.hold('payment-widget.js');
    await page.goto(context.shop.url + context.shop.show({ html: html.replace('"/pay"', `"${proxy}"`) }), {
      waitUntil: 'commit',
    });
    await numberOf(page).waitFor();
    for (const text of [CARD, '1230', '123']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    release();
    await page.getByRole('button', { name: 'Pay €49.99' }).click();
    await page.locator('payment-widget:state(paid)').waitFor();
    await page.close();
    assert.deepEqual(context.shop.charges('html-example'), [4999]);
  });

  it('gets the amount that the page suggests', async () => {
    const { page, release } = await openWithForm({ fields: `amount ${DEFAULT_FIELDS}` });
    release();
    await isReady(page);
    const amount = await page.locator('payment-widget #amount').inputValue();
    await page.close();
    assert.equal(amount, '49.99');
  });

  it('stays in its language until the element has the texts of it', async () => {
    const { page, release } = await openWithForm({ lang: 'de' });
    const releaseTexts = context.shop.hold('card-form.js');
    await page.keyboard.press('Tab');
    await page.keyboard.type('4242');
    release();
    await page.locator('payment-widget:defined').waitFor();
    const labels = [await page.locator('payment-widget label').first().innerText(), await formsOf(page)];
    releaseTexts();
    await isReady(page);
    await page.keyboard.type('4242');
    const typed = await numberOf(page).inputValue();
    const forms = await formsOf(page);
    await page.close();
    assert.deepEqual([labels, typed, forms], [['Kartennummer', 1], '4242 4242', 1]);
  });

  it('gives way to the check of an earlier payment in doubt', async () => {
    const { page, release, reference } = await openWithForm();
    release();
    await isReady(page);
    await typeCard(page, CARD);
    await page.keyboard.press('Enter');
    await page.locator('payment-widget:state(paid)').waitFor();
    const releaseForm = context.shop.hold('card-form.js');
    await page.reload({ waitUntil: 'commit' });
    await page.locator('payment-widget [part=checking]').waitFor();
    const forms = [await formsOf(page)];
    releaseForm();
    await page.locator('payment-widget:state(paid)').waitFor();
    forms.push(await formsOf(page));
    await page.close();
    assert.deepEqual([forms, context.shop.charges(reference)], [[0, 0], [4999]]);
  });

  it('gives way to the frame of isolated mode', async () => {
    const { page, release } = await openWithForm({ attributes: 'isolated' });
    release();
    await page.waitForFunction(() => !document.querySelector('payment-widget')?.shadowRoot?.querySelector('input'));
    const forms = await formsOf(page);
    await page.close();
    assert.equal(forms, 0);
  });
});
