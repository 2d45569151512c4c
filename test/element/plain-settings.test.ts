import type { PaymentWidget } from 'payment-widget';
import { defineSettings } from 'payment-widget/element/plain-settings';
import { createUnknown } from './unknown-element.js';
import { expect, mount } from '../support/widget.js';

describe('the settings of an element in jsdom', () => {
  it('read attributes as the real one', async () => {
    const widget = await mount({ amount: '12', fields: 'card-number', withoutButton: true });
    const element = createUnknown();
    for (const { name, value } of widget.attributes) element.setAttribute(name, value);
    defineSettings(element);
    const read = ({
      amount,
      minAmount,
      proxyUrl,
      fields,
      withoutButton,
      disabled,
      requestTimeout,
      metadata,
    }: PaymentWidget) =>
      ({ amount, minAmount, proxyUrl, fields, withoutButton, disabled, requestTimeout, metadata }) as const;
    expect(read(element)).to.deep.equal(read(widget));
  });

  it('are what was set last, as an attribute or a property', () => {
    const element = createUnknown();
    defineSettings(element);
    element.amount = 1;
    element.setAttribute('amount', '2');
    const fromAttribute = element.amount;
    element.amount = 3;
    expect([fromAttribute, element.amount]).to.deep.equal([2, 3]);
  });
});
