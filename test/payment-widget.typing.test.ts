import { executeServerCommand } from '@web/test-runner-commands';
import {
  expect,
  find,
  focusedId,
  input,
  mountReady,
  next,
  part,
  payButton,
  record,
  sendKeys,
  textOf,
  type,
} from './support/widget.js';
import { click } from './support/widget.js';

describe('typing into <payment-widget>', () => {
  for (const [brand, typed, grouped] of [
    ['Visa', '4242424242424242', '4242 4242 4242 4242'],
    ['American Express', '378282246310005', '3782 822463 10005'],
    ['Diners Club', '36227206271667', '3622 720627 1667'],
    ['Mastercard', '5555555555554444', '5555 5555 5555 4444'],
  ] as const) {
    it(`groups a ${brand} number as it is printed on the card, and names the brand`, async () => {
      const widget = await mountReady();
      await type(widget, 'cc-number', typed);
      expect([input(widget, 'cc-number').value, textOf(part(widget, '.brand'))]).to.deep.equal([grouped, brand]);
    });
  }

  it('takes a pasted number with dashes and spaces', async () => {
    const widget = await mountReady();
    input(widget, 'cc-number').focus();
    await executeServerCommand('cdp', { method: 'Input.insertText', params: { text: '4242–4242-4242\u00a04242' } });
    expect(input(widget, 'cc-number').value).to.equal('4242 4242 4242 4242');
  });

  it('keeps the caret where a digit was inserted', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242424242');
    input(widget, 'cc-number').setSelectionRange(2, 2);
    await sendKeys({ type: '99' });
    const { value, selectionStart } = input(widget, 'cc-number');
    expect([value, selectionStart]).to.deep.equal(['4299 4242 4242', 4]);
  });

  it('keeps the caret where a digit was deleted', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242424242');
    input(widget, 'cc-number').setSelectionRange(6, 6);
    await sendKeys({ press: 'Backspace' });
    const { value, selectionStart } = input(widget, 'cc-number');
    expect([value, selectionStart]).to.deep.equal(['4242 2424 2', 4]);
  });

  it('writes the slash of the expiry date', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '1230');
    expect(input(widget, 'cc-exp').value).to.equal('12 / 30');
  });

  it('lets an expiry date be deleted key by key', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '1230');
    for (let key = 0; key < 7; key++) await sendKeys({ press: 'Backspace' });
    expect(input(widget, 'cc-exp').value).to.equal('');
  });

  it('says nothing while a number can still become right', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242 42');
    expect(textOf(part(widget, '#cc-number-error'))).to.equal('');
  });

  it('says what is wrong once the field is left', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242 42');
    await sendKeys({ press: 'Tab' });
    await widget.updateComplete;
    expect(textOf(part(widget, '#cc-number-error'))).to.equal(
      'This card number is too short. Check that every digit is there.',
    );
  });

  it('marks a wrong field and describes it by its error', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242 42');
    await sendKeys({ press: 'Tab' });
    await widget.updateComplete;
    const number = input(widget, 'cc-number');
    expect(number.getAttribute('aria-invalid')).to.equal('true');
    expect(number.getAttribute('aria-describedby')?.split(' ')).to.include('cc-number-error');
  });

  it('takes an error away as soon as the field is right', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '424242424242424');
    await sendKeys({ press: 'Tab' });
    await type(widget, 'cc-number', '2');
    await widget.updateComplete;
    expect(textOf(part(widget, '#cc-number-error'))).to.equal('');
  });

  it('says nothing about a field that was only passed through', async () => {
    const widget = await mountReady();
    input(widget, 'cc-number').focus();
    await sendKeys({ press: 'Tab' });
    await widget.updateComplete;
    expect(find(widget, '[part~="error"]') === null).to.equal(true);
  });

  it('asks for the code that the brand has: 4 digits on the front for American Express', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '378282246310005');
    await click(payButton(widget));
    await widget.updateComplete;
    expect(textOf(part(widget, '#cc-csc-error'))).to.equal(
      'Enter the security code: 4 digits on the front of your card.',
    );
  });

  it('shows every error at once when the button is pressed, and goes to the first', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242424242424242');
    await click(payButton(widget));
    await widget.updateComplete;
    const wrong = [...part(widget, 'form').querySelectorAll('[aria-invalid=true]')].map(({ id }) => id);
    expect([wrong, focusedId(widget)]).to.deep.equal([['cc-exp', 'cc-csc', 'cc-name'], 'cc-exp']);
  });

  it('has nothing for axe to find while it shows errors', async () => {
    const widget = await mountReady();
    widget.validate();
    await widget.updateComplete;
    await expect(widget).to.be.accessible();
  });

  it('tells the page about validity, completeness and brand, only when one of them changes', async () => {
    const widget = await mountReady();
    const events = record(widget);
    await type(widget, 'cc-number', '4242424242424242');
    expect(events.map(({ detail }) => detail as unknown)).to.deep.equal([
      { valid: false, complete: false, brand: 'visa' },
    ]);
  });

  it('never puts what was typed into an event', async () => {
    const widget = await mountReady();
    const events = record(widget);
    await type(widget, 'cc-number', '4242424242424242');
    await type(widget, 'cc-csc', '987');
    const told = JSON.stringify(events.map(({ detail }) => detail as unknown));
    expect(told).to.not.match(/4242|987/);
  });

  it('is valid when every field passes its rule', async () => {
    const widget = await mountReady({ fields: 'card-number card-expiry card-cvc' });
    const before = widget.valid;
    await type(widget, 'cc-number', '4242424242424242');
    await type(widget, 'cc-exp', '1230');
    await type(widget, 'cc-csc', '123');
    expect([before, widget.valid]).to.deep.equal([false, true]);
  });

  it('moves to the first field when the page focuses it', async () => {
    const widget = await mountReady();
    widget.focus();
    expect(focusedId(widget)).to.equal('cc-number');
  });

  it('goes from field to field to the button by Tab', async () => {
    const widget = await mountReady();
    widget.focus();
    const order = [focusedId(widget)];
    for (let key = 0; key < 4; key++) {
      await sendKeys({ press: 'Tab' });
      order.push(focusedId(widget) || 'button');
    }
    expect(order).to.deep.equal(['cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'button']);
  });

  it('reads a value that somebody set without any event', async () => {
    const widget = await mountReady();
    for (const [id, value] of [
      ['cc-number', '4242424242424242'],
      ['cc-exp', '12/2030'],
      ['cc-csc', '123'],
      ['cc-name', 'Ada'],
    ] as const) {
      input(widget, id).value = value;
    }
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    expect((await success).detail.status).to.equal(200);
  });
});
