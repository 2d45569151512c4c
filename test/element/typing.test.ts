import { cdp, command } from '../support/commands.js';
import { until } from '../support/until.js';
import {
  errorOf,
  expect,
  find,
  focusedId,
  input,
  itExcept,
  mountReady,
  part,
  paste,
  payButton,
  record,
  sendKeys,
  textOf,
  type,
  typeCard,
} from '../support/widget.js';
import { click } from '../support/widget.js';
import type { PaymentWidget } from 'payment-widget';

describe('Typing', () => {
  for (const [brand, typed, grouped] of [
    ['Visa', '4242424242424242', '4242 4242 4242 4242'],
    ['American Express', '378282246310005', '3782 822463 10005'],
    ['Diners Club', '36227206271667', '3622 720627 1667'],
    ['Mastercard', '5555555555554444', '5555 5555 5555 4444'],
  ] as const) {
    it(`groups a ${brand} number as printed on the card and shows the brand`, async () => {
      const widget = await mountReady();
      await type(widget, 'cc-number', typed);
      expect([input(widget, 'cc-number').value, textOf(part(widget, '.affix'))]).to.deep.equal([grouped, brand]);
    });
  }

  for (const [what, before, [start, end], key, after, at] of [
    ['two digits are inserted in the middle', '4242424242', [2, 2], { type: '99' }, '4299 4242 4242', 4],
    ['a digit is inserted at the end of a group', '42424242', [4, 4], { type: '9' }, '4242 9424 2', 6],
    ['a digit is inserted at the start of a group', '42424242', [5, 5], { type: '9' }, '4242 9424 2', 6],
    ['a digit is deleted in the middle', '4242424242', [3, 3], { press: 'Backspace' }, '4224 2424 2', 2],
    ['Backspace after a space deletes the digit before it', '42424242', [5, 5], { press: 'Backspace' }, '4244 242', 3],
    ['Delete before a space deletes the digit after it', '42421242', [4, 4], { press: 'Delete' }, '4242 242', 5],
    ['a selection is replaced', '4242424242424242', [2, 7], { type: '99' }, '4299 4242 4242 42', 4],
    ['a selection is deleted', '4242424242424242', [0, 5], { press: 'Delete' }, '4242 4242 4242', 0],
    ['the grouping changes with the brand', '4782822463', [0, 1], { type: '3' }, '3782 822463', 1],
  ] as const) {
    it(`keeps the caret in place when ${what}`, async () => {
      const widget = await mountReady();
      await type(widget, 'cc-number', before);
      input(widget, 'cc-number').setSelectionRange(start, end);
      await sendKeys(key);
      const { value, selectionStart, selectionEnd } = input(widget, 'cc-number');
      expect([value, selectionStart, selectionEnd]).to.deep.equal([after, at, at]);
    });
  }

  it('keeps the caret in the expiry date when the month is corrected', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '1230');
    input(widget, 'cc-exp').setSelectionRange(2, 2);
    await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: '1' });
    const { value, selectionStart } = input(widget, 'cc-exp');
    expect([value, selectionStart]).to.deep.equal(['11 / 30', 2]);
  });

  it('never changes a card number by undo and redo', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4000056655665556');
    const seen = new Set<string>();
    for (const step of ['undo', 'undo', 'undo', 'redo', 'redo', 'redo'] as const) {
      await command(step);
      seen.add(input(widget, 'cc-number').value);
    }
    expect([...seen]).to.deep.equal(['4000 0566 5566 5556']);
  });

  it('does not restore a declined card with undo and redo', async () => {
    const widget = await mountReady({ merchant: 'status-402' });
    await typeCard(widget);
    await widget.submit();
    await widget.updateComplete;
    const seen: string[] = [];
    for (const step of ['undo', 'undo', 'undo', 'redo', 'redo', 'redo'] as const) {
      input(widget, 'cc-number').focus();
      await command(step);
      seen.push(input(widget, 'cc-number').value, input(widget, 'cc-csc').value);
    }
    expect(seen.join('')).to.equal('');
  });

  // WebKit’s driver has no input methods.
  itExcept(['webkit'])('groups text once an input method has composed it', async () => {
    const widget = await mountReady();
    input(widget, 'cc-number').focus();
    await command('compose', '４２４２４');
    expect(input(widget, 'cc-number').value).to.equal('４２４２４');
    await command('commit', '４２４２４');
    await until(() => input(widget, 'cc-number').value === '4242 4'); // a browser may deliver it later
  });

  it('groups composed text when the composition ends without an input event', async () => {
    const widget = await mountReady();
    const field = input(widget, 'cc-number');
    field.value = '４２４２４';
    field.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
    field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    expect(field.value).to.equal('4242 4');
  });

  it('inserts the slash of the expiry date', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '1230');
    expect(input(widget, 'cc-exp').value).to.equal('12 / 30');
  });

  for (const [typed, shown] of [
    ['530', '05 / 30'],
    ['Dec 2030', '12 / 30'],
  ] as const) {
    it(`shows the expiry date ${typed} as ${shown} when the field is left`, async () => {
      const widget = await mountReady();
      await type(widget, 'cc-exp', typed);
      await sendKeys({ press: 'Tab' });
      expect([input(widget, 'cc-exp').value, await errorOf(widget, 'cc-exp')]).to.deep.equal([shown, '']);
    });
  }

  for (const [brand, number, code] of [
    ['Visa', '4242424242424242', '123'],
    ['American Express', '378282246310005', '1234'],
    ['an unknown brand', '', '1234'],
  ] as const) {
    it(`takes ${code.length} digits for the security code of ${brand}`, async () => {
      const widget = await mountReady();
      await type(widget, 'cc-number', number);
      await type(widget, 'cc-csc', '123456');
      expect(input(widget, 'cc-csc').value).to.equal(code);
    });
  }

  it('keeps nothing but digits in the security code, typed, pasted and in other scripts', async () => {
    const widget = await mountReady();
    const seen: string[] = [];
    await type(widget, 'cc-csc', '1a2 b-3');
    seen.push(input(widget, 'cc-csc').value);
    input(widget, 'cc-csc').setSelectionRange(1, 1);
    await sendKeys({ type: 'x9' });
    seen.push(input(widget, 'cc-csc').value, String(input(widget, 'cc-csc').selectionStart));
    for (const text of ['CVC: 987', '١٢٣']) {
      input(widget, 'cc-csc').select();
      await paste(text);
      seen.push(input(widget, 'cc-csc').value);
    }
    expect(seen).to.deep.equal(['123', '1923', '2', '987', '123']);
  });

  for (const [code, number, right] of [
    ['1234', '4242424242424242', '123'],
    ['123', '378282246310005', '1234'],
  ] as const) {
    it(`judges a security code of ${code.length} digits again once the brand is known`, async () => {
      const widget = await mountReady();
      await type(widget, 'cc-csc', code);
      await type(widget, 'cc-number', number);
      await type(widget, 'cc-exp', '1230');
      const wrong = await errorOf(widget, 'cc-csc');
      input(widget, 'cc-csc').select();
      await sendKeys({ type: right });
      input(widget, 'cc-name').focus();
      expect([wrong !== '', await errorOf(widget, 'cc-csc')]).to.deep.equal([true, '']);
    });
  }

  it('replaces the selection of a complete security code', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242424242424242');
    await type(widget, 'cc-csc', '123');
    input(widget, 'cc-csc').setSelectionRange(0, 1);
    await sendKeys({ type: '9' });
    expect(input(widget, 'cc-csc').value).to.equal('923');
  });

  it('does not cut off a security code that is pasted', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242424242424242');
    input(widget, 'cc-csc').focus();
    await paste('1234');
    expect(input(widget, 'cc-csc').value).to.equal('1234');
  });

  it('allows an expiry date to be deleted key by key', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '1230');
    for (let key = 0; key < 7; key++) await sendKeys({ press: 'Backspace' });
    expect(input(widget, 'cc-exp').value).to.equal('');
  });

  it('marks an invalid field and describes it with its error', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242 42');
    await sendKeys({ press: 'Tab' });
    await errorOf(widget, 'cc-number');
    const number = input(widget, 'cc-number');
    expect(number.getAttribute('aria-invalid')).to.equal('true');
    expect(number.getAttribute('aria-describedby')?.split(' ')).to.include('cc-number-error');
  });

  it('removes an error as soon as the field is valid', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '424242424242424');
    await sendKeys({ press: 'Tab' });
    const before = await errorOf(widget, 'cc-number');
    await type(widget, 'cc-number', '2');
    expect([before !== '', await errorOf(widget, 'cc-number')]).to.deep.equal([true, '']);
  });

  it('shows no error for an empty field that was only focused', async () => {
    const widget = await mountReady();
    input(widget, 'cc-number').focus();
    await sendKeys({ press: 'Tab' });
    await errorOf(widget, 'cc-number');
    expect(find(widget, '[part~="error"]') === null).to.equal(true);
  });

  it('shows every error when Pay is pressed and focuses the first', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242424242424242');
    await click(payButton(widget));
    await widget.updateComplete;
    const wrong = [...part(widget, 'form').querySelectorAll('[aria-invalid=true]')].map(({ id }) => id);
    expect([wrong, focusedId(widget)]).to.deep.equal([['cc-exp', 'cc-csc', 'cc-name'], 'cc-exp']);
  });

  it('dispatches payment-change only when validity, completeness or brand changes', async () => {
    const widget = await mountReady();
    const events = record(widget);
    await type(widget, 'cc-number', '4242424242424242');
    expect(events.map(({ detail }) => detail as unknown)).to.deep.equal([
      { valid: false, complete: false, brand: 'visa' },
    ]);
  });

  it('puts no typed value into an event', async () => {
    const widget = await mountReady();
    const events = record(widget);
    await type(widget, 'cc-number', '4242424242424242');
    await type(widget, 'cc-csc', '987');
    const details = JSON.stringify(events.map(({ detail }) => detail as unknown));
    expect(details).to.not.match(/4242|987/);
  });

  it('is valid when every field is valid', async () => {
    const widget = await mountReady({ fields: 'card-number card-expiry card-cvc' });
    const before = widget.valid;
    await type(widget, 'cc-number', '4242424242424242');
    await type(widget, 'cc-exp', '1230');
    await type(widget, 'cc-csc', '123');
    expect([before, widget.valid]).to.deep.equal([false, true]);
  });

  it('moves from field to field to the button with Tab', async () => {
    const widget = await mountReady();
    widget.focus();
    const order = [focusedId(widget)];
    for (let key = 0; key < 4; key++) {
      await sendKeys({ press: 'Tab' });
      order.push(focusedId(widget) || 'button');
    }
    expect(order).to.deep.equal(['cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'button']);
  });
});

describe('The keyboard of a touch screen', () => {
  const hints = (widget: PaymentWidget) =>
    [...part(widget, 'form').querySelectorAll('input')].map((field) => field.getAttribute('enterkeyhint'));

  it('goes from field to field, and pays in the last one, unless the page has its own button', async () => {
    expect(hints(await mountReady())).to.deep.equal(['next', 'next', 'next', 'go']);
    expect(hints(await mountReady({ withoutButton: true })).at(-1)).to.equal('done');
  });

  it('does not move with Enter where there is a mouse', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '12');
    await sendKeys({ press: 'Enter' });
    await widget.updateComplete;
    expect(focusedId(widget)).to.equal('cc-number'); // the first error
  });

  // Only Chromium emulates a touch screen.
  const onChromium = itExcept(['firefox', 'webkit']);
  const touch = (enabled: boolean) => cdp('Emulation.setTouchEmulationEnabled', { enabled });
  afterEach(() => touch(false).catch(() => undefined));

  onChromium('moves to the next field with Enter, and shows no error', async () => {
    await touch(true);
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242424242424242');
    await sendKeys({ press: 'Enter' });
    await errorOf(widget, 'cc-number');
    expect([focusedId(widget), find(widget, '[part=error]') === null]).to.deep.equal(['cc-exp', true]);
  });

  for (const [browser, init] of [
    ['most browsers', { isComposing: true }],
    ['Safari', { keyCode: 229 }],
  ] satisfies [string, KeyboardEventInit][]) {
    onChromium(`leaves Enter that ends a composition to the input method, as in ${browser}`, async () => {
      await touch(true);
      const widget = await mountReady({ fields: 'cardholder-name card-number card-expiry card-cvc' });
      const name = input(widget, 'cc-name');
      name.focus();
      const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init });
      name.dispatchEvent(event);
      expect([focusedId(widget), event.defaultPrevented]).to.deep.equal(['cc-name', false]);
    });
  }
});
