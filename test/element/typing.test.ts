import { html } from 'lit';
import { cdp, command } from '../support/commands.js';
import { until } from '../support/until.js';
import {
  errorOf,
  expect,
  fillCard,
  fillIn,
  find,
  focusedId,
  input,
  itExcept,
  mountReady,
  next,
  nextFrame,
  part,
  paste,
  payButton,
  postsOf,
  record,
  sendKeys,
  textOf,
  type,
  typeCard,
} from '../support/widget.js';
import { click } from '../support/widget.js';
import type { PaymentWidget } from '../../src/index.js';

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

  const caret: readonly {
    what: string;
    before: string;
    selection: [number, number];
    keys: readonly ({ type: string } | { press: string })[];
    after: string;
    at: number;
  }[] = [
    {
      what: 'two digits are inserted in the middle',
      before: '4242424242',
      selection: [2, 2],
      keys: [{ type: '99' }],
      after: '4299 4242 4242',
      at: 4,
    },
    {
      what: 'a digit is inserted at the end of a group',
      before: '42424242',
      selection: [4, 4],
      keys: [{ type: '9' }],
      after: '4242 9424 2',
      at: 6,
    },
    {
      what: 'a digit is inserted at the start of a group',
      before: '42424242',
      selection: [5, 5],
      keys: [{ type: '9' }],
      after: '4242 9424 2',
      at: 6,
    },
    {
      what: 'a digit is deleted in the middle',
      before: '4242424242',
      selection: [3, 3],
      keys: [{ press: 'Backspace' }],
      after: '4224 2424 2',
      at: 2,
    },
    {
      what: 'Backspace after a space deletes the digit before it',
      before: '42424242',
      selection: [5, 5],
      keys: [{ press: 'Backspace' }],
      after: '4244 242',
      at: 3,
    },
    {
      what: 'Delete before a space deletes the digit after it',
      before: '42421242',
      selection: [4, 4],
      keys: [{ press: 'Delete' }],
      after: '4242 242',
      at: 5,
    },
    {
      what: 'a selection is replaced',
      before: '4242424242424242',
      selection: [2, 7],
      keys: [{ type: '99' }],
      after: '4299 4242 4242 42',
      at: 4,
    },
    {
      what: 'a selection is deleted',
      before: '4242424242424242',
      selection: [0, 5],
      keys: [{ press: 'Delete' }],
      after: '4242 4242 4242',
      at: 0,
    },
    {
      what: 'the grouping changes with the brand',
      before: '4782822463',
      selection: [0, 1],
      keys: [{ type: '3' }],
      after: '3782 822463',
      at: 1,
    },
  ];
  for (const { what, before, selection, keys, after, at } of caret) {
    it(`keeps the caret in place when ${what}`, async () => {
      const widget = await mountReady();
      await type(widget, 'cc-number', before);
      input(widget, 'cc-number').setSelectionRange(...selection);
      for (const key of keys) await sendKeys(key);
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

  it('undoes and redoes a cardholder name', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-name', 'Ada');
    await command('undo');
    const undone = input(widget, 'cc-name').value;
    await command('redo');
    expect([undone === 'Ada', input(widget, 'cc-name').value]).to.deep.equal([false, 'Ada']);
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

  itExcept(['webkit'], 'WebDriver has no input methods')(
    'does not change text that an input method is composing',
    async () => {
      const widget = await mountReady();
      input(widget, 'cc-number').focus();
      await command('compose', '４２４２４');
      expect(input(widget, 'cc-number').value).to.equal('４２４２４');
    },
  );

  itExcept(['webkit'], 'WebDriver has no input methods')('groups text that an input method has composed', async () => {
    const widget = await mountReady();
    input(widget, 'cc-number').focus();
    await command('compose', '４２４２４');
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

  it('changes nothing but the typed field while brand and errors stay the same', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '42');
    await widget.updateComplete;
    const changes = new MutationObserver(() => undefined);
    changes.observe(widget.shadowRoot as ShadowRoot, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    await type(widget, 'cc-number', '4242');
    await nextFrame();
    expect(changes.takeRecords().length).to.equal(0);
  });

  it('does not search slotted content while a field is typed into', async () => {
    const content = html`<label slot="before-button"><input required /></label>`;
    const widget = await mountReady({ merchant: 'live', content }); // the hints of Test mode search, too
    let searches = 0;
    (part(widget, 'slot[name=before-button]') as HTMLSlotElement).assignedElements = () => {
      searches++;
      return [];
    };
    await nextFrame();
    searches = 0;
    input(widget, 'cc-number').focus();
    await until(() => searches > 0);
    searches = 0;
    await sendKeys({ type: '4242' });
    await widget.updateComplete;
    expect(searches).to.equal(0);
  });

  it('inserts the slash of the expiry date', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '1230');
    expect(input(widget, 'cc-exp').value).to.equal('12 / 30');
  });

  it('leaves an expiry date of three digits as typed, since more may follow', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '530');
    expect(input(widget, 'cc-exp').value).to.equal('530');
  });

  for (const [typed, shown] of [
    ['530', '05 / 30'],
    ['130', '01 / 30'],
    ['5/30', '05 / 30'],
    ['12/2030', '12 / 30'],
    ['Dec 2030', '12 / 30'],
  ] as const) {
    it(`shows the expiry date ${typed} as ${shown} when the field is left`, async () => {
      const widget = await mountReady();
      await type(widget, 'cc-exp', typed);
      await sendKeys({ press: 'Tab' });
      expect([input(widget, 'cc-exp').value, await errorOf(widget, 'cc-exp')]).to.deep.equal([shown, '']);
    });
  }

  it('sends an expiry date of three digits as shown', async () => {
    const widget = await mountReady();
    await fillCard(widget);
    await fillIn(widget, { 'cc-exp': '' });
    await type(widget, 'cc-exp', '530');
    const success = next(widget, 'payment-success');
    await sendKeys({ press: 'Enter' });
    await success;
    const [post] = await postsOf(widget);
    const { card } = post?.body['payment_method'] as { card: Record<string, unknown> };
    expect([card['exp_month'], card['exp_year']]).to.deep.equal([5, 2030]);
  });

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

  it('allows a digit of a complete security code to be corrected', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242424242424242');
    await type(widget, 'cc-csc', '123');
    await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: '4' });
    expect(input(widget, 'cc-csc').value).to.equal('124');
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

  it('shows an error when the field is left', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242 42');
    await sendKeys({ press: 'Tab' });
    expect(await errorOf(widget, 'cc-number')).to.equal('Your card number is incomplete.');
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

  it('asks for the 4-digit code of American Express', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '378282246310005');
    await click(payButton(widget));
    await widget.updateComplete;
    expect(textOf(part(widget, '#cc-csc-error'))).to.equal('Enter the 4-digit code on the front of your card.');
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

  it('moves to the first field with focus()', async () => {
    const widget = await mountReady();
    widget.focus();
    expect(focusedId(widget)).to.equal('cc-number');
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

  it('reads values that were set without events', async () => {
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

describe('The keyboard of a touch screen', () => {
  const hints = (widget: PaymentWidget) =>
    [...part(widget, 'form').querySelectorAll('input')].map((field) => field.getAttribute('enterkeyhint'));

  it('goes from field to field, and pays in the last one', async () => {
    expect(hints(await mountReady())).to.deep.equal(['next', 'next', 'next', 'go']);
  });

  it('ends in the last field if the page has its own button', async () => {
    expect(hints(await mountReady({ withoutButton: true })).at(-1)).to.equal('done');
  });

  it('pays in the last field if submit-on-enter is set', async () => {
    const widget = await mountReady({ withoutButton: true });
    widget.submitOnEnter = true;
    await widget.updateComplete;
    expect(hints(widget).at(-1)).to.equal('go');
  });

  it('capitalizes the words of the name only', async () => {
    const widget = await mountReady({ fields: 'card-number card-expiry card-cvc cardholder-name email postal-code' });
    const inputs = [...part(widget, 'form').querySelectorAll('input')];
    expect(inputs.map((field) => field.getAttribute('autocapitalize'))).to.deep.equal(
      inputs.map(({ id }) => (id === 'cc-name' ? 'words' : 'off')),
    );
  });

  it('does not move with Enter where there is a mouse', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-exp', '12');
    await sendKeys({ press: 'Enter' });
    await widget.updateComplete;
    expect(focusedId(widget)).to.equal('cc-number'); // the first error
  });

  const onChromium = itExcept(['firefox', 'webkit'], 'emulates no touch screen');
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

  onChromium('pays with Enter in the last field', async () => {
    await touch(true);
    const widget = await mountReady();
    await fillCard(widget);
    const success = next(widget, 'payment-success');
    await sendKeys({ press: 'Enter' });
    expect((await success).detail.status).to.equal(200);
  });
});
