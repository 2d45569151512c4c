import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { withDemo } from '../../support/demo.js';
import { startDemoProcess } from '../../support/demo-process.js';

const context = withDemo();
const chargesOf = (reference: string) =>
  context.sandbox.ledger.entries(reference).map(({ amount, currency }) => [amount, currency]);

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry date').pressSequentially('1230');
  await page.getByLabel('Security code').pressSequentially('123');
  await page.getByLabel('Name on card').pressSequentially('Ada Lovelace');
}

describe('the demo', () => {
  it('charges the amount shown last if the order changes while the card is typed', async () => {
    const page = await context.browser.newPage();
    await page.goto(context.shopUrl);
    await typeCard(page, '5555555555554444');
    await page.getByLabel('Gift wrap').check();
    await page.getByRole('button', { name: 'Pay €53.99' }).click();
    await page.getByText('You paid €53.99.').waitFor();
    const reference = new URL(page.url()).searchParams.get('order') ?? '';
    await page.close();
    assert.deepEqual(chargesOf(reference), [[5399, 'EUR']]);
  });

  it('charges nothing if the price rose, then charges the new price', async () => {
    const page = await context.browser.newPage();
    await page.goto(context.shopUrl);
    await typeCard(page, '4242424242424242');
    const reference = new URL(page.url()).searchParams.get('order') ?? '';
    await fetch(`${context.shopUrl}/orders/${reference}`, { method: 'PUT', body: '{"giftWrap":true}' });
    await page.getByRole('button', { name: 'Pay €49.99' }).click();
    await page.getByText('The price is now €53.99. You were not charged.').waitFor();
    const before = chargesOf(reference);
    await page.getByRole('button', { name: 'Pay €53.99' }).click();
    await page.getByText('You paid €53.99.').waitFor();
    await page.close();
    assert.deepEqual([before, chargesOf(reference)], [[], [[5399, 'EUR']]]);
  });

  it('shows an unknown outcome if the service charges and answers with an error', async () => {
    const { settings } = context.sandbox;
    settings.change({ ...settings.current, webhookDelayMs: 3_600_000 }); // else a webhook may settle it at once
    const page = await context.browser.newPage();
    await page.goto(context.shopUrl);
    await typeCard(page, '4000000000000119');
    await page.keyboard.press('Enter');
    await page.getByText('Your card may have been charged €49.99.').waitFor();
    const buttons = await page.getByRole('button', { name: /pay/i }).count();
    await page.close();
    assert.equal(buttons, 0);
  });

  it('takes its notice back when it turns out that nothing was charged', async () => {
    const page = await context.browser.newPage();
    const inDoubt = { code: 'attempt_unknown', outcome: 'unknown' };
    await page.route('**/pay/v1/payments', (route) =>
      route.fulfill({ status: 502, contentType: 'application/problem+json', body: JSON.stringify(inDoubt) }),
    );
    let report = () => {};
    const reported = new Promise<void>((resolve) => (report = resolve));
    await page.route('**/pay/attempts', async (route) => {
      await reported;
      await route.fulfill({ json: { state: 'failed' } });
    });
    await page.goto(context.shopUrl);
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    const notice = page.getByText('Please do not pay again');
    await notice.waitFor();
    report();
    await page.getByText('You were not charged.').waitFor();
    const isShown = await notice.isVisible();
    await page.close();
    assert.equal(isShown, false);
  });

  describe('a page with a script tag, in German', () => {
    /** Opens the page with its strict policy. */
    async function open(page: Page): Promise<void> {
      await page.route('**/script-tag/', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('lang="en"', 'lang="de"');
        await route.fulfill({ response, body });
      });
      await page.goto(`${context.shopUrl}/script-tag/`);
    }

    it('shows English after a second, and German with typed values when the texts arrive', async () => {
      const page = await context.browser.newPage();
      let send = () => {};
      const sent = new Promise<void>((resolve) => (send = resolve));
      await page.route('**/locales/de.js', async (route) => {
        await sent;
        await route.continue();
      });
      await open(page);
      await page.getByLabel('Card number').fill('4242');
      await page.getByRole('button', { name: 'Pay €49.99' }).waitFor(); // English as a whole
      send();
      await page.getByText('Kartennummer').waitFor();
      const typed = await page.getByLabel('Kartennummer').inputValue();
      await page.close();
      assert.equal(typed, '4242');
    });
  });
});

describe('npm start', () => {
  it('prints addresses that answer, and stops on SIGINT', async () => {
    const { child, printed } = await startDemoProcess({});
    const statuses = [];
    for (const label of ['Shop', 'Service', 'Console', 'Ledger']) statuses.push((await fetch(printed(label))).status);
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];
    assert.deepEqual([statuses, code], [[200, 200, 200, 200], 0]);
  });

  const invalid: [string, Record<string, string>, RegExp][] = [
    ['only an address', { PAYMENTS_BASE_URL: 'https://api.example' }, /PAYMENTS_API_KEY and PAYMENTS_MODE not set/],
    [
      'a Live key over plain http',
      { PAYMENTS_BASE_URL: 'http://api.example', PAYMENTS_API_KEY: 'k', PAYMENTS_MODE: 'live' },
      /baseUrl is http, which exposes a Live key/,
    ],
  ];
  for (const [what, env, message] of invalid) {
    it(`exits with an error for ${what}`, async () => {
      const { child, output } = await startDemoProcess(env);
      assert.match(output(), message);
      assert.equal(child.exitCode, 1);
    });
  }
});
