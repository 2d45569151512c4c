import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { bePatient } from '../../support/be-patient.js';
import { withDemo } from '../../support/demo.js';
import { startRecorder, answer } from '../../support/node-servers.js';
import { OwnScope } from '../../support/scope.js';
import { listenForComplaints, typeCardAndPay } from '../../support/shopper.js';
import { violationsIn } from './axe.js';

/** One visit to each page of the demo. */

const CARD = '4242424242424242';
const context = withDemo();

async function fillIn(form: FrameLocator, number = CARD): Promise<void> {
  for (const [label, value] of [
    ['Card number', number],
    ['Expiry date', '12/30'],
    ['Security code', '123'],
    ['Name on card', 'Ada Lovelace'],
  ] as const) {
    await form.getByLabel(label).fill(value);
  }
  await form.getByRole('button', { name: /^Pay/ }).click();
}

const showsVerdict = (page: Page, verdict: string) => page.locator('.verdict').getByText(verdict).waitFor();

async function saveEndpoint(page: Page): Promise<void> {
  const scope = new OwnScope();
  const { url } = await startRecorder(scope, answer(204));
  const card = page.getByRole('region', { name: 'Live endpoint', exact: true });
  await card.getByLabel('URL').fill(url);
  await card.getByRole('button', { name: 'Save' }).click();
  await card.locator('revealed-secret code').waitFor();
  await scope.end();
  assert.equal(context.sandbox.endpoints.find('live')?.url, url);
}

async function createKey(page: Page): Promise<void> {
  await page.getByLabel('Name').focus();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByText('Your new Live key “By keyboard”').waitFor();
  const key = (await page.locator('revealed-secret code').textContent()) ?? '';
  await page.reload();
  await page.getByRole('region', { name: 'Live keys' }).getByText('By keyboard').waitFor();
  assert.deepEqual([key.length > 20, (await page.content()).includes(key)], [true, false]);
}

async function changeSettings(page: Page): Promise<void> {
  await page.getByLabel('Latency').fill('soon');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Enter a number from 0 to 20,000.').waitFor();
  await page.getByLabel('Latency').fill('1');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved.').waitFor();
  assert.equal(context.sandbox.settings.current.latencyMs, 1);
}

async function payAsIs(page: Page): Promise<void> {
  await typeCardAndPay(page, CARD);
  await page.getByText('Payment successful').waitFor();
}

async function declineByScenario(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Declined/ }).check();
  await page.locator('[aria-busy=false]').waitFor(); // the server knows it
  await page.getByRole('button', { name: /fill in the card of Success$/ }).click();
  await page.frameLocator('iframe').locator('payment-widget [part~=pay-button]').click();
  await showsVerdict(page, 'Pass: 0 charges, shopper told “not charged”');
  await showsVerdict(page, 'Matches “Declined”');
  await showsVerdict(page, 'shown $12.50 = sent $12.50');
}

async function payInFrame(page: Page): Promise<void> {
  await fillIn(page.frameLocator('payment-widget iframe'));
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
}

async function payIsolated(page: Page): Promise<void> {
  await fillIn(page.frameLocator('iframe').frameLocator('payment-widget iframe'));
  await showsVerdict(page, 'Pass: 1 charge, shopper told “paid”');
}

/** The console is at the address of the service, to which the shop redirects. */
const PAGES: readonly (readonly [name: string, path: string, ready: string, act: (page: Page) => Promise<void>])[] = [
  ['the shop', '/', 'payment-widget:state(ready)', payAsIs],
  ['the shop, isolated', '/?form=isolated', 'payment-widget iframe', payInFrame],
  ['the script-tag page', '/script-tag/', 'payment-widget [part~=pay-button]', payAsIs],
  ['the QA page', '/qa/?amount=1250&currency=USD', '.verdict', declineByScenario],
  ['the QA page, isolated under a strict policy', '/qa/?isolated=on&strict=on', '.verdict', payIsolated],
  ['the overview', '/console/#/', '.requests table', (page) => page.getByText('200 OK').first().waitFor()],
  ['the credentials', '/console/#/credentials', 'li.row', createKey],
  ['the webhooks', '/console/#/webhooks', 'webhook-endpoint form', saveEndpoint],
  ['the settings', '/console/#/settings', 'form', changeSettings],
];

describe('is accessible, can be used, and causes no error and no CSP violation:', () => {
  for (const [name, path, ready, act] of PAGES) {
    it(name, async (t) => {
      const page = await context.browser.newPage();
      await page.addInitScript(bePatient);
      t.after(() => page.close());
      const complaints = await listenForComplaints(page);
      await page.goto(context.shopUrl + path);
      await page.locator(ready).first().waitFor();
      assert.deepEqual(await violationsIn(page), []);
      await act(page);
      const expected = /status of 402|Unrecognized feature: 'autofill'/; // a decline, and the frame in older versions
      assert.deepEqual(
        complaints.filter((line) => !expected.test(line)),
        [],
      );
    });
  }
});

it('the shop adds gift wrap to the price of its order', async (t) => {
  const page = await context.browser.newPage();
  t.after(() => page.close());
  await page.goto(context.shopUrl);
  await page.getByRole('checkbox', { name: 'Gift wrap' }).check();
  await page.getByRole('button', { name: 'Pay €53.99' }).waitFor();
  assert.equal(await page.locator('#total').innerText(), '€53.99');
});

describe('on a phone', () => {
  const { width, height } = { width: 390, height: 844 };
  let page: Page;

  beforeEach(async () => {
    page = await context.browser.newPage({ viewport: { width, height }, hasTouch: true, isMobile: true });
  });
  afterEach(() => page.close());

  const edgesOf = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect());

  it('the shop shows the card number without scrolling', async () => {
    await page.goto(context.shopUrl);
    await page.locator('[part~=test-card-button]').waitFor(); // the last that moves the fields
    assert.ok((await edgesOf(page.locator('payment-widget #cc-number'))).bottom <= height);
  });

  it('the QA page shows the form in the upper half', async () => {
    await page.goto(`${context.shopUrl}/qa/`);
    assert.ok((await edgesOf(page.locator('iframe'))).top <= height / 2);
  });

  it('the QA page shows all of Pay in its frame', async () => {
    await page.goto(`${context.shopUrl}/qa/`);
    const pay = page.frameLocator('iframe').locator('payment-widget:state(ready) [part~=pay-button]');
    await pay.waitFor();
    assert.ok((await edgesOf(pay)).bottom <= (await pay.evaluate(() => innerHeight)));
  });

  it('the console shows all of its tabs', async () => {
    await page.goto(`${context.shopUrl}/console/`);
    await page.locator('.requests table, .requests .empty').first().waitFor();
    for (const tab of await page.locator('.pages a').all()) assert.ok((await edgesOf(tab)).right <= width);
  });
});
