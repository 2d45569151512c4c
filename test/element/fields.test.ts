import { until } from '../support/until.js';
import {
  chargesOf,
  choose,
  click,
  errorOf,
  expect,
  fillCard,
  find,
  input,
  mountReady,
  next,
  part,
  payButton,
  postsOf,
  sendKeys,
  textOf,
  type,
} from '../support/widget.js';
import type { PaymentWidget } from 'payment-widget';

const CARD = 'card-number card-expiry card-cvc cardholder-name';

const countries = (widget: PaymentWidget) => part(widget, '#country') as HTMLSelectElement;
async function switchToGerman(widget: PaymentWidget): Promise<void> {
  widget.lang = 'de';
  await until(() => /bezahlen$/i.test(textOf(payButton(widget))));
}

/** Clicks Pay and waits for success. */
async function pay(widget: PaymentWidget): Promise<void> {
  const success = next(widget, 'payment-success');
  await click(payButton(widget));
  await success;
}

describe('Customer fields', () => {
  const fields = `email phone country postal-code ${CARD}`;

  it('have labels, names and autocomplete values', async () => {
    const widget = await mountReady({ fields: `${fields} amount` });
    const inputs = [...part(widget, 'form').querySelectorAll<HTMLInputElement>('input:not([id^=cc]), select')];
    expect(
      inputs.map((input) => [
        textOf(input.labels?.[0] as Element),
        input.id,
        input.name,
        input.getAttribute('autocomplete'), // in Firefox the property is empty for fields that it does not fill
        input.type,
        input.inputMode,
      ]),
    ).to.deep.equal([
      ['Email', 'email', 'email', 'email', 'email', ''],
      ['Phone number', 'tel', 'tel', 'tel', 'tel', ''],
      ['Country', 'country', 'country', 'billing country', 'select-one', ''],
      ['Postal code', 'postal-code', 'postal-code', 'billing postal-code', 'text', ''],
      ['Amount', 'amount', 'amount', 'transaction-amount', 'text', 'decimal'],
    ]);
  });

  it('are sent with the payment in normalized form', async () => {
    const widget = await mountReady({ fields });
    await type(widget, 'email', ' ada@example.com');
    await type(widget, 'tel', '020 7946 0958');
    await choose(widget, 'United K');
    await type(widget, 'postal-code', 'sw1a1aa');
    await fillCard(widget);
    await pay(widget);
    const [post] = await postsOf(widget);
    expect(post?.body['customer']).to.deep.equal({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+442079460958',
      country: 'GB',
      postal_code: 'SW1A 1AA',
    });
  });
});

describe('The list of countries', () => {
  const fields = `${CARD} country`;

  for (const [lang, name, code] of [
    ['en', 'Germany', 'DE'],
    ['de', 'Deutschland', 'DE'],
  ] as const) {
    it(`is in the language of the page: ${name} in ${lang}`, async () => {
      const widget = await mountReady({ fields, lang });
      expect([...countries(widget).options].find(({ text }) => text === name)?.value).to.equal(code);
    });
  }

  it('keeps the choice when the language changes', async () => {
    const widget = await mountReady({ fields });
    await choose(widget, 'Germ');
    await switchToGerman(widget);
    expect([countries(widget).value, countries(widget).selectedOptions[0]?.text]).to.deep.equal(['DE', 'Deutschland']);
  });
});

describe('An amount field', () => {
  const fields = `amount ${CARD}`;
  const open = { fields, amount: '' };

  for (const [lang, currency, typed, label, charged] of [
    ['en', 'EUR', '25', 'Pay €25.00', 2500],
    ['de', 'EUR', '1.234,50', '1.234,50 € bezahlen', 123450],
    ['en', 'JPY', '1,234', 'Pay ¥1,234', 1234],
    ['en', 'EUR', '٢٥٫٥٠', 'Pay €25.50', 2550],
  ] as const) {
    it(`${lang}: charges “${typed}” ${currency} as shown on the button, “${label}”`, async () => {
      const widget = await mountReady({ ...open, lang, currency });
      await type(widget, 'amount', typed);
      await widget.updateComplete;
      const shown = textOf(payButton(widget));
      await fillCard(widget);
      await pay(widget);
      const [charge] = await chargesOf(widget);
      expect([shown, charge?.amount, charge?.currency]).to.deep.equal([label, charged, currency]);
    });
  }

  it('rejects an ambiguous amount and sends nothing', async () => {
    const widget = await mountReady(open);
    await type(widget, 'amount', '1.234');
    await fillCard(widget);
    const failure = next(widget, 'payment-failure');
    await click(payButton(widget));
    await failure;
    expect([await errorOf(widget, 'amount'), await postsOf(widget)]).to.deep.equal([
      'Enter the amount like 25.00, without a thousands separator.',
      [],
    ]);
  });

  it('starts with the amount of the page in the format of the language', async () => {
    const widget = await mountReady({ fields, amount: '2550', lang: 'de' });
    expect([input(widget, 'amount').value, textOf(payButton(widget))]).to.deep.equal(['25,50', '25,50 € bezahlen']);
  });

  it('is replaced when the page sets an amount, even the same again', async () => {
    const widget = await mountReady({ fields, amount: '2500' });
    input(widget, 'amount').select();
    await sendKeys({ type: '30' });
    widget.amount = 2500;
    await widget.updateComplete;
    expect([input(widget, 'amount').value, textOf(payButton(widget))]).to.deep.equal(['25.00', 'Pay €25.00']);
  });

  it('is kept when the page sets an invalid amount', async () => {
    const widget = await mountReady({ fields, amount: '2500' });
    input(widget, 'amount').select();
    await sendKeys({ type: '30' });
    widget.setAttribute('amount', '49.99');
    await widget.updateComplete;
    expect(input(widget, 'amount').value).to.equal('30');
  });

  it('asks again when a script changes the value without an event', async () => {
    const widget = await mountReady(open);
    await type(widget, 'amount', '25');
    await fillCard(widget);
    input(widget, 'amount').value = '80';
    const { error } = (await widget.submit()) as { error?: { code: string } };
    await widget.updateComplete;
    expect([error?.code, textOf(part(widget, '[part=summary]')), textOf(payButton(widget))]).to.deep.equal([
      'amount_changed',
      'The price is now €80.00. You were not charged. Check the new amount, then pay.',
      'Pay €80.00',
    ]);
  });

  it('removes the message about a price change when the shopper enters another amount', async () => {
    const widget = await mountReady({ ...open, merchant: 'dearer' });
    await type(widget, 'amount', '25');
    await fillCard(widget);
    await widget.submit();
    await widget.updateComplete;
    const said = textOf(part(widget, '[part=summary]'));
    input(widget, 'amount').select();
    await sendKeys({ type: '12' });
    await widget.updateComplete;
    expect([said, find(widget, '[part=summary]') === null]).to.deep.equal([
      'The price is now €54.99. You were not charged. Check the new amount, then pay.',
      true,
    ]);
  });
});

describe('A custom currency exponent', () => {
  it('applies to displayed amounts', async () => {
    const widget = await mountReady({ amount: '4999', currency: 'ISK', currencyExponents: { ISK: 2 } });
    expect(textOf(payButton(widget))).to.equal('Pay ISK 49.99');
  });

  it('applies to entered amounts', async () => {
    const settings = { amount: '', currency: 'HUF', currencyExponents: { HUF: 0 } };
    const widget = await mountReady({ ...settings, fields: `amount ${CARD}` });
    await type(widget, 'amount', '2500');
    await fillCard(widget);
    await pay(widget);
    expect((await chargesOf(widget))[0]?.amount).to.equal(2500);
  });
});
