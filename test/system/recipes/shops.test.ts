import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { createSandboxServer } from '../../../src/sandbox/server.js';
import { close, listen } from '../../../src/node-server/listen.js';
import type { PaymentWidget } from '../../../src/index.js';
import { importWebhookSecret, signWebhook } from '../../../src/proxy/webhook-signature.js';
import { openBrowser } from '../../support/browser.js';
import { startServer } from '../../support/node-servers.js';
import { OwnScope } from '../../support/scope.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';
import { startShopRecipe, type RecipeName, type ShopRecipe } from '../../support/shop-recipes.js';
import { until } from '../../support/until.js';
import { needPython, needShopsInPhp } from './prerequisites.js';

/** Shops in other languages with the program beside them, behind nginx with TLS. */

const NAMES: readonly RecipeName[] = ['PHP', 'PHP with FPM', 'Laravel', 'Flask', 'FastAPI'];

let browser: Browser;

before(async () => {
  await Promise.all([needShopsInPhp(), needPython()]);
  browser = await openBrowser();
});
after(() => browser.close());

for (const name of NAMES) {
  describe(`the shop in ${name}`, () => {
    const scope = new OwnScope();
    let sandbox: Sandbox;
    let shop: ShopRecipe;
    /** The references in webhooks that the shop has received. */
    const delivered: string[] = [];

    before(async () => {
      sandbox = createSandbox();
      const service = createSandboxServer(sandbox);
      const url = await listen(service, 0);
      scope.after(() => Promise.all([close(service), sandbox.close()]));
      const settings = async (shopUrl: string) => ({ SETTLED_URL: await losingFirstAnswers(shopUrl) });
      shop = await startShopRecipe(scope, name, { url, apiKey: sandbox.keys.test }, { settings });
    });
    after(() => scope.end());

    /** Passes on webhooks, and loses the first response of each. */
    function losingFirstAnswers(shopUrl: string): Promise<string> {
      return startServer(scope, (incoming, response) => {
        void text(incoming).then(async (body) => {
          const headers = incoming.headers as Record<string, string>;
          const { status } = await sendWebhook(shopUrl, headers, body);
          const { data } = JSON.parse(body) as { data: { reference: string } };
          const isRepeated = delivered.includes(data.reference);
          delivered.push(data.reference);
          response.writeHead(isRepeated ? status : 502).end();
        });
      });
    }

    async function order(): Promise<{ page: Page; reference: string; complaints: string[] }> {
      const context = await browser.newContext({ ignoreHTTPSErrors: true });
      scope.after(() => context.close());
      const page = await context.newPage();
      const complaints = await listenForComplaints(page);
      await page.goto(shop.url);
      await page.getByRole('button', { name: 'Buy' }).click();
      await page.getByLabel('Card number').waitFor();
      const reference = (await page.locator('payment-widget').getAttribute('reference')) ?? '';
      return { page, reference, complaints };
    }

    async function pay(page: Page): Promise<void> {
      await typeCard(page, '4242424242424242');
      await page.keyboard.press('Enter');
    }

    const timesShipped = (reference: string) => shop.output().split(`Ship ${reference}.`).length - 1;

    it('takes a payment under a strict policy', async () => {
      const { page, reference, complaints } = await order();
      await pay(page);
      await page.getByText('Payment successful').waitFor();
      const amounts = sandbox.ledger.entries(reference).map(({ amount }) => amount);
      assert.deepEqual([amounts, complaints], [[4999], []]);
    });

    it('marks an order as paid once, though the webhook arrives twice', async () => {
      const { page, reference } = await order();
      await pay(page);
      await until(() => delivered.filter((one) => one === reference).length === 2);
      await page.reload();
      await page.getByText(`Your order ${reference} is paid.`).waitFor();
      assert.equal(timesShipped(reference), 1);
    });

    /** Sends a webhook of the program's own kind. Returns the status, and whether the order is still to be paid. */
    async function claimPaid({ secret = sharedSecret(), age = 0, amount = 4999, currency = 'EUR' } = {}): Promise<
      [number, boolean]
    > {
      const { page, reference } = await order();
      const body = JSON.stringify({
        type: 'payment.settled',
        data: { reference, amount, currency, outcome: 'paid' },
      });
      const time = String(Math.floor(Date.now() / 1000) - age);
      const key = await importWebhookSecret(secret, 'sign');
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': time,
        'webhook-signature': key ? await signWebhook([key], 'msg_1', time, Buffer.from(body)) : '',
      };
      const { status } = await sendWebhook(shop.shopUrl, headers, body);
      await page.reload();
      return [status, await page.getByLabel('Card number').isVisible()];
    }

    const sharedSecret = () => readFileSync(join(shop.folder, 'settled-secret'), 'utf8').trim();

    it('accepts a webhook with the shared secret', async () => {
      assert.deepEqual(await claimPaid(), [204, false]);
    });

    it('refuses a webhook with another secret', async () => {
      assert.deepEqual(await claimPaid({ secret: `whsec_${'A'.repeat(44)}` }), [401, true]);
    });

    it('refuses a webhook that is older than five minutes', async () => {
      assert.deepEqual(await claimPaid({ age: 310 }), [401, true]);
    });

    it('reports a payment at another price, and leaves its order unpaid', async () => {
      assert.deepEqual(await claimPaid({ amount: 1 }), [204, true]);
      assert.deepEqual(await claimPaid({ currency: 'USD' }), [204, true]);
      await until(() => shop.output().includes('it was paid, but no order has this reference and price'));
    });

    it('charges no other price than its own', async () => {
      const { page, reference } = await order();
      await page.evaluate(() => {
        const widget = document.querySelector<PaymentWidget>('payment-widget');
        if (widget) widget.amount = 1;
      });
      await pay(page);
      await page.getByText('The price is now €49.99.').waitFor();
      assert.deepEqual(sandbox.ledger.entries(reference), []);
    });
  });
}

function sendWebhook(shopUrl: string, headers: Record<string, string>, body: string): Promise<Response> {
  const kept = Object.entries(headers).filter(([name]) => name.startsWith('webhook-') || name === 'content-type');
  return fetch(`${shopUrl}/settled`, { method: 'POST', headers: Object.fromEntries(kept), body });
}
