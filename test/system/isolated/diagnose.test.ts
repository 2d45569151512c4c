import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOrderToken } from 'payment-widget-proxy';
import { SECRET } from '../../support/order-tokens.js';
import { CHARGED_THEN_ERROR, withIsolatedShop, type Visit } from './isolated-shop.js';

describe('diagnose() of an isolated element', () => {
  const context = withIsolatedShop();
  const codesOf = (visit: Visit) => visit.act(async (widget) => (await widget.diagnose()).map(({ code }) => code));

  it('finds nothing on a good page', async (t) => {
    const visit = await context.shop.open(t);
    await visit.state('ready');
    assert.deepEqual(await codesOf(visit), []);
  });

  it('finds what the page lacks', async (t) => {
    const visit = await context.shop.open(t, { attributes: { reference: '' } });
    await visit.state('ready');
    await visit.act((widget) => {
      widget.style.setProperty('--payment-widget-radius', '24');
    });
    assert.deepEqual(await codesOf(visit), ['missing_reference', 'missing_unit']);
  });

  it('finds another price than that of the order token', async (t) => {
    const reference = context.shop.newOrder();
    const { url } = context.shop.mount({ orderTokenSecret: SECRET });
    const token = await createOrderToken({ reference, amount: 5999, currency: 'EUR' }, SECRET);
    const visit = await context.shop.open(t, { attributes: { 'proxy-url': url, reference, 'order-token': token } });
    await visit.state('failed');
    assert.deepEqual(await codesOf(visit), ['order_mismatch']);
  });

  it('finds an order token of another secret', async (t) => {
    const reference = context.shop.newOrder();
    const { url } = context.shop.mount({ orderTokenSecret: SECRET });
    const token = await createOrderToken({ reference, amount: 4999, currency: 'EUR' }, 'another secret '.repeat(3));
    const visit = await context.shop.open(t, { attributes: { 'proxy-url': url, reference, 'order-token': token } });
    await visit.state('ready');
    await visit.pay();
    await visit.event('failure');
    assert.deepEqual(await codesOf(visit), ['order_token_invalid']);
  });

  it('finds an unknown outcome', async (t) => {
    const visit = await context.shop.open(t);
    await visit.pay(CHARGED_THEN_ERROR);
    await visit.event('unknown');
    assert.deepEqual(await codesOf(visit), ['service_error']);
  });

  it('finds an address that ends in /v1/payments, before the frame is given up', async (t) => {
    const visit = await context.shop.open(t, { attributes: { 'proxy-url': `${context.shop.proxy.url}/v1/payments` } });
    await visit.widget.locator('iframe').waitFor({ state: 'attached' });
    assert.deepEqual(await codesOf(visit), ['not_found']);
  });
});
