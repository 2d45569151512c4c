import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createPaymentProxy, verifyWebhook, type PaymentProxy } from '../../../src/proxy/index.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { startSandbox, type RunningSandbox } from '../../../src/testing/index.js';
import { withShop } from '../../support/shop.js';
import { expectOutcome, fillPayment, pay } from '../../support/steps.js';

/** A shop in tests with startSandbox(), as docs/testing.md describes it. */

const built = withShop();

describe('a shop with the sandbox and its webhooks', () => {
  let sandbox: RunningSandbox;
  let page: Page;
  let url = '';
  let openOrder: (reference: string) => Promise<void>;

  before(async () => {
    const proxies: PaymentProxy[] = [];
    const webhooks = built.shop.mount(async (request) => {
      const { payload } = await verifyWebhook(request, sandbox.webhookSecret);
      const { type, data } = payload as { type: string; data: { idempotency_key: string } };
      const outcome = type === 'payment.succeeded' ? 'succeeded' : 'failed';
      const [isSettled] = await Promise.all(proxies.map((proxy) => proxy.resolve(data.idempotency_key, outcome)));
      return new Response(null, { status: isSettled ? 204 : 503 });
    });
    sandbox = await startSandbox({ webhookUrl: built.shop.url + webhooks });
    const proxy = createPaymentProxy({
      baseUrl: sandbox.baseUrl,
      apiKey: sandbox.apiKey,
      mode: 'test',
      trustBrowserAmount: true,
      limits: { attemptsPerClient: false },
      store: createMemoryStore(),
      actionOrigins: [sandbox.baseUrl],
      interpretResponse: ({ body }) => {
        const { status, challenge } = body as {
          status?: string;
          challenge?: { url: string; fields: Record<string, string> };
        };
        if (status !== 'requires_action' || !challenge) return undefined;
        const fields = { ...challenge.fields, return_url: url };
        return { outcome: 'action_required', action: { url: challenge.url, method: 'POST', fields } };
      },
    });
    proxies.push(proxy);
    const proxyUrl = built.shop.mount((request) => proxy(request));
    page = await built.browser.newPage();
    openOrder = async (reference) => {
      const html = `<!doctype html><html lang="en"><script type="module" src="/payment-widget.js"></script>
        <payment-widget proxy-url="${proxyUrl}" amount="4999" currency="EUR" reference="${reference}"
          action-origins="${sandbox.baseUrl}"></payment-widget></html>`;
      url = built.shop.url + built.shop.show({ html });
      await page.goto(url);
    };
  });
  after(async () => {
    await Promise.all([page.close(), sandbox.close()]);
  });

  it('is paid after the shopper has confirmed the payment at the bank', async () => {
    await openOrder('order-1');
    await fillPayment(page, { card: 'bank_confirmed' });
    assert.equal((await pay(page)).outcome, 'action');
    await page.getByRole('button', { name: 'Confirm the payment' }).click();
    await page.waitForURL(url);
    await expectOutcome(page, 'paid', { reference: 'order-1' });
  });

  it('is not charged after the shopper has refused the payment at the bank', async () => {
    await openOrder('order-2');
    await fillPayment(page, { card: 'bank_refused' });
    await pay(page);
    await page.getByRole('button', { name: 'Refuse it' }).click();
    await page.waitForURL(url);
    await expectOutcome(page, 'failed');
    assert.deepEqual(sandbox.ledger('order-2'), []);
  });

  it('settles an unknown outcome', async () => {
    await openOrder('order-3');
    await fillPayment(page, { card: 'reset_after_charge' });
    assert.equal((await pay(page)).outcome, 'unknown');
    await expectOutcome(page, 'paid', { reference: 'order-3' });
  });
});
