import { sendAlone } from '../../src/payment/order-guard.js';
import { until } from '../support/until.js';
import {
  expect,
  fillIn,
  mountReady,
  newReference,
  next,
  part,
  payButton,
  postsOf,
  record,
  textOf,
} from '../support/widget.js';
import type { PaymentWidget } from '../../src/index.js';

const isPaid = (widget: PaymentWidget) => until(() => widget.state === 'paid');

/** Two forms with the same order. */
async function mountTwo(merchant: string): Promise<[PaymentWidget, PaymentWidget]> {
  const reference = newReference();
  const forms = [await mountReady({ merchant, reference }), await mountReady({ merchant, reference })] as const;
  for (const form of forms) await fillIn(form);
  return [...forms];
}

describe('Two forms with the same order', () => {
  for (const merchant of ['test', 'bare']) {
    it(`both show the result when one has paid (${merchant})`, async () => {
      const [first, second] = await mountTwo(merchant);
      payButton(first).click();
      await isPaid(second);
      await second.updateComplete;
      expect(textOf(part(second, '#result-text'))).to.contain('€49.99');
    });
  }

  it('pay once when the second is pressed as soon as the first has paid', async () => {
    const [first, second] = await mountTwo('test');
    await first.submit();
    await second.submit();
    expect(await postsOf(second)).to.have.lengthOf(1);
  });

  it('report that only the form that paid has a new outcome', async () => {
    const [first, second] = await mountTwo('test');
    const events = [record(first), record(second)];
    payButton(first).click();
    await isPaid(second);
    const restored = events.map((all) => {
      const success = all.find(({ type }) => type === 'payment-success') as CustomEvent<{ restored: boolean }>;
      return success.detail.restored;
    });
    expect(restored).to.deep.equal([false, true]);
  });

  it('share no response of the service', async () => {
    const [first, second] = await mountTwo('test');
    const success = next(second, 'payment-success');
    payButton(first).click();
    const { detail } = await success;
    expect(detail.payment).to.equal(null);
  });

  it('have different names for screen readers', async () => {
    const names = (await mountTwo('test')).map((widget) => part(widget, 'form').getAttribute('aria-label'));
    expect(new Set(names).size).to.equal(2);
  });
});

describe('Two tabs that pay the same order at once', () => {
  it('send one payment', async () => {
    const reference = newReference();
    const sent: string[] = [];
    const pay = (tab: string) =>
      sendAlone('https://shop.example/pay', reference, '4999 EUR test', () => {
        sent.push(tab);
        return Promise.resolve(undefined);
      });
    await Promise.all([pay('first'), pay('second')]);
    expect(sent).to.deep.equal(['first']);
  });
});

describe('Two forms with different orders', () => {
  it('are paid one by one', async () => {
    const other = await mountReady();
    const [first, second] = await mountTwo('test');
    await first.submit();
    await isPaid(second); // by the message that the other form receives, too
    expect(other.state).to.equal('ready');
  });
});

describe('Messages of other scripts on the channel of the forms', () => {
  it('are ignored', async () => {
    const other = await mountReady();
    const [first, second] = await mountTwo('test');
    const channel = new BroadcastChannel('payment-widget:paid:1');
    for (const message of [null, 'paid', { order: 1 }]) channel.postMessage(message); // an uncaught error would fail the test
    await first.submit();
    await isPaid(second); // by a later message
    channel.close();
    expect(other.state).to.equal('ready');
  });
});
