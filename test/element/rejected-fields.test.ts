import type { PaymentWidget } from '../../src/index.js';
import { until } from '../support/until.js';
import {
  click,
  errorOf,
  expect,
  fillCard,
  focusedId,
  input,
  mountReady,
  next,
  nextFrame,
  part,
  payButton,
  recordAnnouncements,
  sendKeys,
  textOf,
} from '../support/widget.js';

describe('Fields that the service rejects', () => {
  const REJECTED = '4000000000004020'; // the sandbox rejects its number and its security code

  async function payRejectedCard(): Promise<PaymentWidget> {
    const widget = await mountReady();
    await fillCard(widget, REJECTED);
    const failed = next(widget, 'payment-failure');
    await click(payButton(widget));
    await failed;
    await widget.updateComplete;
    return widget;
  }

  it('show an error', async () => {
    const widget = await payRejectedCard();
    expect([await errorOf(widget, 'cc-number'), await errorOf(widget, 'cc-csc')]).to.deep.equal([
      'Please check this field.',
      'Please check this field.',
    ]);
  });

  it('are listed by label', async () => {
    const widget = await payRejectedCard();
    const links = [...(widget.shadowRoot?.querySelectorAll('[part=summary-link]') ?? [])].map(textOf);
    expect(links).to.deep.equal(['Card number', 'Security code']);
  });

  it('are reported in payment-failure', async () => {
    const widget = await mountReady();
    await fillCard(widget, REJECTED);
    const failed = next(widget, 'payment-failure');
    await click(payButton(widget));
    expect(Object.keys((await failed).detail.error.fieldErrors ?? {})).to.have.members(['card-number', 'card-cvc']);
  });

  it('receive the focus', async () => {
    const widget = await payRejectedCard();
    await until(() => focusedId(widget) === 'cc-number');
  });

  it('are announced once, with the message that nothing was charged', async () => {
    const widget = await mountReady();
    await fillCard(widget, REJECTED);
    const announced = recordAnnouncements(widget);
    const failed = next(widget, 'payment-failure');
    await click(payButton(widget));
    await failed;
    await until(() => focusedId(widget) === 'cc-number');
    await nextFrame();
    await nextFrame();
    const [busy, ...errors] = announced;
    expect([busy, errors]).to.deep.equal(['Processing payment…', [textOf(part(widget, '#summary-title'))]]);
  });

  it('lose the error when they change', async () => {
    const widget = await payRejectedCard();
    input(widget, 'cc-csc').select();
    await sendKeys({ type: '4' });
    await widget.updateComplete;
    expect(await errorOf(widget, 'cc-csc')).not.to.equal('Please check this field.');
  });
});
