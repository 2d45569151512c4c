import { until } from '../support/until.js';
import {
  expect,
  fillIn,
  holdMerchant,
  mount,
  mountReady,
  next,
  part,
  payButton,
  postsOf,
  record,
  textOf,
} from '../support/widget.js';
import type { PaymentWidget } from '../../src/index.js';

let orders = 0;
const newReference = () => `two-forms-${Date.now()}-${orders++}`;

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

  it('both show the result if the second was refused meanwhile', async () => {
    const { merchant, release } = holdMerchant('payment');
    const [first, second] = await mountTwo(merchant);
    const paying = first.submit();
    const { outcome } = await second.submit();
    await release();
    await paying;
    await isPaid(second);
    expect(outcome).to.equal('failed');
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

  it('both show the result if the second returns to the order later', async () => {
    const [first, second] = await mountTwo('test');
    const { reference } = second;
    second.reference = newReference();
    await second.updateComplete;
    await first.submit();
    second.reference = reference;
    await isPaid(second);
    expect(second.state).to.equal('paid');
  });

  it('have different names for screen readers', async () => {
    const names = (await mountTwo('test')).map((widget) => part(widget, 'form').getAttribute('aria-label'));
    expect(new Set(names).size).to.equal(2);
  });
});

describe('Two forms with different orders', () => {
  it('are paid one by one', async () => {
    const [first, second] = [await mountReady(), await mountReady()];
    await fillIn(first);
    await first.submit();
    await new Promise((resolve) => setTimeout(resolve, 50)); // a message would have arrived
    expect(second.state).to.equal('ready');
  });

  it('keep the names that the page gives them', async () => {
    const [first] = [await mountReady(), await mountReady()];
    first.messages = { form: 'Card payment: Coffee' };
    await first.updateComplete;
    expect(part(first, 'form').getAttribute('aria-label')).to.equal('Card payment: Coffee');
  });
});

describe('Messages of other scripts on the channel of the forms', () => {
  it('are ignored', async () => {
    const widget = await mountReady();
    const channel = new BroadcastChannel('payment-widget:paid:1');
    for (const message of [null, 'paid', { order: 1 }]) channel.postMessage(message);
    await new Promise((resolve) => setTimeout(resolve, 50)); // an uncaught error would fail the test
    channel.close();
    expect(widget.state).to.equal('ready');
  });
});

describe('A form of an order that is paid', () => {
  it('reports the outcome as restored when the page is loaded again', async () => {
    const reference = newReference();
    const before = await mountReady({ reference });
    await fillIn(before);
    await before.submit();
    before.remove();
    const widget = await mount({ reference });
    const { detail } = await next(widget, 'payment-success');
    expect(detail.restored).to.equal(true);
  });
});
