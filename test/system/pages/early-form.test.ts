import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { digestOf } from 'payment-widget/contract/protocol';
import type { PaymentWidget } from 'payment-widget';
import { bePatient } from '../../support/be-patient.js';
import { withShop } from '../../support/shop.js';
import { typeCard } from '../../support/shopper.js';
import { until } from '../../support/until.js';
import { violationsIn } from '../demo/axe.js';

/** The form before `card-form.js` has arrived. */

const context = withShop();
const CARD = '4242424242424242';
let orders = 0;

const widget = (attributes = 'amount="4999" currency="EUR"') =>
  `<payment-widget proxy-url="/pay" reference="early-${++orders}" ${attributes}></payment-widget>`;

type EventWindow = typeof globalThis & { heard: string[] };

/** Opens a form whose `card-form.js` waits for `release()`. Payments succeed. */
async function openEarly(form = widget()) {
  const release = context.shop.hold('card-form.js');
  const sent: string[] = [];
  const page = await context.open(form, {
    async prepare(page) {
      await page.route('**/v1/payments', async (route, request) => {
        sent.push(request.postData() ?? '');
        const attempt = await digestOf(request.headers()['idempotency-key'] ?? '');
        await route.fulfill({ json: { id: 'pay_1' }, headers: { 'Payments-Attempt': attempt } });
      });
      await page.addInitScript(bePatient);
      await page.addInitScript(() => {
        const heard: string[] = [];
        Object.assign(globalThis, { heard });
        for (const type of ['ready', 'submit', 'success', 'failure', 'unknown']) {
          addEventListener(`payment-${type}`, ({ detail }: CustomEventInit<{ error?: { code: string } }>) => {
            heard.push(detail?.error ? `${type} ${detail.error.code}` : type);
          });
        }
      });
    },
  });
  await page.waitForFunction(() => document.querySelector('payment-widget')?.shadowRoot?.querySelector('.widget'));
  return { page, sent, release, events: () => page.evaluate(() => (globalThis as EventWindow).heard) };
}

const numberOf = (page: Page) => page.locator('payment-widget #cc-number');
const payButton = (page: Page) => page.locator('payment-widget [part=pay-button]');
const stateOf = (page: Page) =>
  page
    .locator('payment-widget')
    .evaluate((element: PaymentWidget) => [element.state, element.matches(`:state(${element.state})`)]);
const isPaid = (page: Page) => page.locator('payment-widget:state(paid)').waitFor();

describe('the form before card-form.js has arrived', () => {
  it('has labels, a price and no accessibility violation', async () => {
    const { page } = await openEarly();
    const labels = await page.locator('payment-widget label').allTextContents();
    const text = await payButton(page).innerText();
    const violations = await violationsIn(page, { include: ['payment-widget'] });
    const state = await stateOf(page);
    await page.close();
    assert.deepEqual(labels, ['Card number', 'Expiry date', 'Security code', 'Name on card']);
    assert.deepEqual([text, violations, state], ['Pay €49.99', [], ['loading', true]]);
  });

  it('keeps value, focus and caret when card-form.js arrives, and formats the number', async () => {
    const { page, release, events } = await openEarly();
    await page.keyboard.press('Tab');
    await page.keyboard.type('42424242');
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft');
    const typed = await numberOf(page).inputValue();
    release();
    await until(async () => (await numberOf(page).inputValue()) !== typed);
    await page.keyboard.type('1');
    const formatted = await numberOf(page).inputValue();
    await page.keyboard.press('Tab');
    await page.locator('payment-widget [part=error]').first().waitFor();
    const heard = await events();
    await page.close();
    assert.deepEqual([typed, formatted, heard], ['42424242', '4242 4214 2', ['ready']]);
  });

  it('shows the error of a field that was filled in and left, when card-form.js arrives', async () => {
    const { page, release } = await openEarly();
    await page.keyboard.press('Tab');
    await page.keyboard.type('4242424242424241');
    await page.keyboard.press('Tab');
    release();
    await page.locator('payment-widget [part=error]').waitFor();
    const error = await page.locator('payment-widget #cc-number-error').innerText();
    await page.close();
    assert.equal(error, 'Check your card number: a digit seems to be wrong.');
  });

  it('keeps values that autofill wrote without events, and pays with them', async () => {
    const { page, sent, release } = await openEarly();
    await page.locator('payment-widget').evaluate((element) => {
      const values = {
        'cc-number': '4242424242424242',
        'cc-exp': '12/2030',
        'cc-csc': '123',
        'cc-name': 'Ada Lovelace',
      };
      for (const [id, value] of Object.entries(values)) {
        Object.assign(element.shadowRoot?.getElementById(id) ?? {}, { value });
      }
    });
    release();
    await until(async () => (await numberOf(page).inputValue()) === '4242 4242 4242 4242');
    await payButton(page).click();
    await isPaid(page);
    await page.close();
    assert.match(sent.join(), /4242424242424242/);
  });

  it('keeps the typed text if the page changes language, texts, fields and price', async () => {
    const { page, release } = await openEarly();
    await typeCard(page, CARD);
    await page.locator('payment-widget').evaluate((element) => {
      const fields = 'card-number card-expiry card-cvc cardholder-name email';
      Object.assign(element, { lang: 'de', messages: { pay: 'Spenden' }, fields, amount: 1 });
    });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    release();
    await page.locator('payment-widget:state(ready)').waitFor();
    const typed = await numberOf(page).inputValue();
    await page.close();
    assert.equal(typed, '4242 4242 4242 4242');
  });

  it('is emptied of the card when the page is left', async () => {
    const { page } = await openEarly();
    await typeCard(page, CARD);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    const values = await page
      .locator('payment-widget input')
      .evaluateAll((inputs: HTMLInputElement[]) => inputs.slice(0, 3).map(({ value }) => value));
    await page.close();
    assert.deepEqual(values, ['', '', '']);
  });

  it('moves nothing in Live mode when card-form.js arrives', async () => {
    const form = widget().replace('/pay', context.shop.mount({ mode: 'live' }));
    const { page, release } = await openEarly(form);
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.locator('payment-widget').evaluate((element) => element.getBoundingClientRect().height);
    const boxes = () =>
      page
        .locator('payment-widget input, payment-widget label, payment-widget button')
        .evaluateAll((elements) => elements.map((element) => JSON.stringify(element.getBoundingClientRect())));
    const before = await boxes();
    release();
    await page.locator('payment-widget:state(ready)').waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const after = await boxes();
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
    await page.close();
    assert.deepEqual([after, shifts], [before, []]);
  });

  it('is not shown while an earlier payment of the order is in doubt', async () => {
    const { page, sent, release } = await openEarly();
    release();
    await typeCard(page, CARD);
    await page.keyboard.press('Enter');
    await isPaid(page);
    const releaseAgain = context.shop.hold('card-form.js');
    await page.reload({ waitUntil: 'commit' });
    await page.locator('payment-widget [part=checking]').waitFor();
    const forms = await page.locator('payment-widget form').count();
    const state = await stateOf(page);
    const violations = await violationsIn(page, { include: ['payment-widget'] });
    releaseAgain();
    await page.locator('payment-widget:not(:state(loading))').waitFor();
    await page.close();
    assert.deepEqual([forms, state, violations, sent.length], [0, ['loading', true], [], 1]);
  });
});

describe('Pay pressed before card-form.js has arrived', () => {
  it('waits, draws and announces that the payment is processed, and pays once', async () => {
    const { page, sent, events, release } = await openEarly();
    await typeCard(page, CARD);
    await payButton(page).click();
    await page
      .locator('payment-widget [role=status]', { hasText: 'Processing payment' })
      .waitFor({ state: 'attached' });
    const state = await stateOf(page);
    const busy = await page.locator('payment-widget form').getAttribute('aria-busy');
    const violations = await violationsIn(page, { include: ['payment-widget'] });
    const early = sent.length;
    release();
    await isPaid(page);
    const heard = await events();
    await page.close();
    assert.deepEqual([state, busy, violations, early], [['busy', true], 'true', [], 0]);
    assert.deepEqual([sent.length, heard.filter((type) => type !== 'ready')], [1, ['submit', 'success']]);
    assert.match(sent[0] ?? '', /"4242424242424242"/);
  });

  it('is one payment after a double click, Enter and submit()', async () => {
    const { page, sent, release } = await openEarly();
    await typeCard(page, CARD);
    await page.keyboard.press('Enter');
    await payButton(page).dblclick({ force: true }); // it is aria-disabled now
    const outcomes = page.locator('payment-widget').evaluate(async (element: PaymentWidget) => {
      const both = await Promise.all([element.submit(), element.submit()]);
      return both.map(({ outcome }) => outcome);
    });
    release();
    assert.deepEqual(await outcomes, ['paid', 'paid']);
    await page.close();
    assert.equal(sent.length, 1);
  });

  it('cannot be paid before its price is shown', async () => {
    const { page, sent, release } = await openEarly(widget('amount="2000" currency="CHF"'));
    await typeCard(page, CARD);
    await page.keyboard.press('Enter');
    await payButton(page).click({ force: true }); // it is aria-disabled
    const early = [await payButton(page).innerText(), ...(await stateOf(page))];
    release();
    await page.getByRole('button', { name: 'Pay CHF 20.00' }).waitFor();
    await page.locator('payment-widget:state(ready)').waitFor();
    const before = sent.length;
    await payButton(page).click();
    await isPaid(page);
    await page.close();
    assert.deepEqual([early, before, sent.length], [['Pay', 'loading', true], 0, 1]);
  });

  it('sends nothing if the page changes the price while it waits', async () => {
    const { page, sent, events, release } = await openEarly();
    await typeCard(page, CARD);
    await payButton(page).click();
    await page.locator('payment-widget').evaluate((element: PaymentWidget) => (element.amount = 9999));
    release();
    await until(async () => (await events()).includes('failure amount_changed'));
    const before = sent.length;
    await page.getByRole('button', { name: 'Pay €99.99' }).click();
    await isPaid(page);
    await page.close();
    assert.deepEqual([before, sent.length], [0, 1]);
    assert.match(sent[0] ?? '', /"amount":\s*9999/);
  });

  it('shows the errors of an incomplete form once it arrives', async () => {
    const { page, sent, release } = await openEarly();
    await payButton(page).click();
    release();
    await page.getByText('Enter your card number.').waitFor();
    const focused = await numberOf(page).evaluate((input) => input.matches(':focus'));
    await page.close();
    assert.deepEqual([focused, sent.length], [true, 0]);
  });
});

describe('an early call of', () => {
  const call = <T>(page: Page, run: (element: PaymentWidget) => T) => page.locator('payment-widget').evaluate(run);

  it('validate() is false, and shows the errors later', async () => {
    const { page, release } = await openEarly();
    const isValid = await call(page, (element) => [element.validate(), element.valid]);
    release();
    await page.getByText('Enter your card number.').waitFor();
    await page.close();
    assert.deepEqual(isValid, [false, false]);
  });

  it('reset() empties the form at once, and keeps later input', async () => {
    const { page, release } = await openEarly();
    await numberOf(page).pressSequentially('5555');
    await call(page, (element) => {
      element.reset();
    });
    const emptied = await numberOf(page).inputValue();
    await numberOf(page).pressSequentially('42424242');
    release();
    await page.locator('payment-widget:state(ready)').waitFor();
    const kept = await numberOf(page).inputValue();
    await page.close();
    assert.deepEqual([emptied, kept], ['', '4242 4242']);
  });

  it('reset() does nothing while Pay waits', async () => {
    const { page, sent, release } = await openEarly();
    await typeCard(page, CARD);
    await payButton(page).click();
    await call(page, (element) => {
      element.reset();
    });
    release();
    await isPaid(page);
    await page.close();
    assert.equal(sent.length, 1);
  });

  it('focus() moves focus at once, also in the task that adds the element', async () => {
    const { page } = await openEarly();
    await page.evaluate(async () => {
      const element = document.createElement('payment-widget');
      Object.assign(element, { proxyUrl: '/pay', amount: 100, currency: 'EUR' });
      document.querySelector('payment-widget')?.replaceWith(element);
      element.focus();
      await new Promise(requestAnimationFrame);
    });
    await page.keyboard.type('42');
    const typed = await numberOf(page).inputValue();
    await page.close();
    assert.equal(typed, '42');
  });
});
