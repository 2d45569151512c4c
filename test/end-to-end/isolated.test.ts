import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withIsolatedShop } from '../system/isolated/isolated-shop.js';

/** Page and frame as built, on two origins. */
describe('an isolated payment', () => {
  const context = withIsolatedShop();

  it('is charged once, and dispatches its events in order, with complete details and the state', async (t) => {
    const reference = context.shop.newOrder();
    const visit = await context.shop.open(t, { attributes: { reference } });
    await visit.pay();
    await visit.read('You paid €49.99.');
    const { detail } = await visit.event('success');
    const order = { amount: 4999, currency: 'EUR', reference };
    const { idempotencyKey: key } = detail as { idempotencyKey: string };
    const result = { ...order, idempotencyKey: key, payment: null, status: 200, mode: 'test', restored: false };
    const events = (await visit.heard()).filter(({ type }) => type !== 'field');
    assert.deepEqual(
      events.map((event) => [event.type, event.state, event.css.join(), event.cancelable, event.detail]),
      [
        [
          'ready',
          'ready',
          'ready,test',
          false,
          { mode: 'test', capabilities: { idempotency: true, recovery: true, binding: true } },
        ],
        ['change', 'ready', 'ready,test', false, { valid: false, complete: false, brand: 'visa' }],
        ['change', 'ready', 'ready,test', false, { valid: true, complete: true, brand: 'visa' }],
        ['submit', 'ready', 'ready,test', true, { ...order, idempotencyKey: key }],
        ['change', 'paid', 'paid,test', false, { valid: false, complete: false, brand: null }],
        ['success', 'paid', 'paid,test', true, result],
      ],
    );
    const { outcome, ...others } = await visit.submit();
    const known = "Unrecognized feature: 'autofill'."; // of the attribute allow, in present Chromium
    const complaints = visit.complaints.filter((line) => line !== known);
    assert.deepEqual([key.length, outcome, others.idempotencyKey, complaints], [21, 'paid', key, []]);
    assert.deepEqual(context.shop.charges(), [4999]);
  });

  it('whose frame is lost is unknown until the next frame has asked for the outcome, without a fallback', async (t) => {
    const { proxyUrl, arrived, release } = context.shop.mountHeld();
    const visit = await context.shop.open(t, {
      attributes: { 'proxy-url': proxyUrl },
      content: '<p id="fallback">Pay by phone</p>',
      prepare: (page) => page.clock.install(),
    });
    await visit.pay();
    await arrived;
    context.shop.answer = () => new Response(null, { status: 503 });
    await visit.lose();
    const { outcome } = await visit.submit();
    for (let time = 0; time < 3; time++) await visit.passTime();
    const shown = [outcome, await visit.act(({ state }) => state), await visit.page.locator('#fallback').isVisible()];
    context.shop.answer = undefined;
    release();
    await visit.passTime();
    await visit.state('paid');
    await visit.event('success');
    assert.deepEqual(shown, ['unknown', 'unknown', false]);
    assert.deepEqual(
      [await visit.outcomes(), context.shop.charges()],
      [['unknown connection_lost', 'success'], [4999]],
    );
  });

  it('stays unknown if the page cannot open a frame after a reload', async (t) => {
    const { proxyUrl, arrived, release } = context.shop.mountHeld();
    const attributes = { 'proxy-url': proxyUrl };
    const visit = await context.shop.open(t, { attributes, prepare: (page) => page.clock.install() });
    await visit.pay();
    await arrived;
    context.shop.answer = () => new Response(null, { status: 404 });
    await visit.page.reload();
    await visit.eventLater('unknown');
    assert.deepEqual([(await visit.submit())['outcome'], await visit.heard('failure')], ['unknown', []]);
    context.shop.answer = undefined;
    release();
    await visit.page.reload();
    await visit.state('paid');
    assert.deepEqual(context.shop.charges(), [4999]);
  });
});
