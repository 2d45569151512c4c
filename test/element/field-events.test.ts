import type { PaymentFieldDetail, PaymentWidget } from 'payment-widget';
import { nextTask } from '../support/until.js';
import { CARD, expect, fillIn, input, mountReady, sendKeys, type } from '../support/widget.js';

/** Collects the details of `payment-field` from now on. */
function recordFields(widget: PaymentWidget): PaymentFieldDetail[] {
  const details: PaymentFieldDetail[] = [];
  widget.addEventListener('payment-field', ({ detail }) => details.push(detail));
  return details;
}

/** Waits for the next render. */
async function settle(widget: PaymentWidget): Promise<void> {
  await nextTask();
  await widget.updateComplete;
}

describe('payment-field', () => {
  it('tells which field the shopper enters and leaves', async () => {
    const widget = await mountReady();
    const details = recordFields(widget);
    input(widget, 'cc-number').focus();
    input(widget, 'cc-exp').focus();
    input(widget, 'cc-exp').blur();
    expect(details).to.deep.equal([
      { field: 'card-number', type: 'focus' },
      { field: 'card-number', type: 'blur' },
      { field: 'card-expiry', type: 'focus' },
      { field: 'card-expiry', type: 'blur' },
    ]);
  });

  it('tells which error a field gets, once', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '0120');
    const details = recordFields(widget);
    input(widget, 'cc-csc').focus();
    await settle(widget);
    input(widget, 'cc-exp').focus();
    input(widget, 'cc-csc').focus();
    await settle(widget);
    expect(details.filter((detail) => detail.type === 'invalid')).to.deep.equal([
      { field: 'card-expiry', type: 'invalid', problem: 'card_expiry_past' },
    ]);
  });

  it('has no value and no length of one', async () => {
    const widget = await mountReady();
    const details = recordFields(widget);
    await type(widget, 'cc-number', '4242424242424241');
    await sendKeys({ press: 'Tab' });
    await settle(widget);
    const members = new Set(details.flatMap((detail) => Object.keys(detail)));
    expect([...members].sort()).to.deep.equal(['field', 'problem', 'type']);
    expect(JSON.stringify(details)).to.not.match(/\d/);
  });

  it('says nothing about a form that is replaced by the result', async () => {
    const widget = await mountReady();
    await fillIn(widget, CARD);
    input(widget, 'cc-name').focus();
    const details = recordFields(widget);
    await widget.submit();
    await settle(widget);
    expect(details).to.deep.equal([]);
  });
});
