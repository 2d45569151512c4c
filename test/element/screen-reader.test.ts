import { nextFrame } from '@open-wc/testing';
import { virtual } from '@guidepup/virtual-screen-reader/browser.js';
import type { PaymentWidget } from 'payment-widget';
import { until } from '../support/until.js';
import {
  chord,
  expect,
  holdMerchant,
  mountReady,
  newReference,
  next,
  part,
  payButton,
  sendKeys,
  typeCard,
  type Settings,
} from '../support/widget.js';

/** Phrases of a virtual screen reader, with real keys. */
describe('A screen reader', () => {
  let widget: PaymentWidget;

  async function start(settings: Settings): Promise<void> {
    widget = await mountReady(settings);
    await virtual.start({ container: part(widget, '.widget') });
  }

  afterEach(() => virtual.stop());

  /** Phrases since the log was cleared. Without the end of each live message, which only the virtual reader logs. */
  async function spoken(): Promise<string[]> {
    const phrases = await virtual.spokenPhraseLog();
    return phrases.filter((phrase, index) => !/^(polite|assertive): $/.test(phrase) && phrase !== phrases[index - 1]);
  }

  /** Waits for a phrase; returns and clears all phrases up to it and right after it, or those spoken instead. */
  async function takeSpoken(last: string): Promise<string[]> {
    await until(async () => (await spoken()).includes(last));
    await nextFrame();
    await nextFrame();
    const phrases = await spoken();
    await virtual.clearSpokenPhraseLog();
    return phrases;
  }

  async function expectSpoken(phrases: readonly string[], what?: string): Promise<void> {
    expect(await takeSpoken(phrases.at(-1) ?? ''), what).to.deep.equal(phrases);
  }

  /** Reads the whole widget once, line by line. */
  async function readOnce(): Promise<string[]> {
    const [first] = await virtual.spokenPhraseLog();
    const start = virtual.activeNode;
    do await virtual.next();
    while (virtual.activeNode !== start || (await virtual.lastSpokenPhrase()) !== first);
    return (await virtual.spokenPhraseLog()).slice(0, -1);
  }

  async function press(key: string): Promise<void> {
    await sendKeys({ press: key });
  }

  it('reads a form of four fields and a button', async () => {
    await start({ merchant: 'live' });
    expect(await readOnce()).to.deep.equal([
      'status',
      'alert',
      'form, Card payment',
      'Card number',
      'textbox, Card number, placeholder 1234 1234 1234 1234, required',
      'Expiry date',
      'textbox, Expiry date, placeholder MM / YY, required',
      'Security code',
      'textbox, Security code, 3 digits on the back of your card, placeholder CVC, required',
      'Name on card',
      'textbox, Name on card, required',
      'button, Pay €49.99',
      'Pay',
      '€49.99',
      'end of button, Pay €49.99',
      'end of form, Card payment',
      'status',
      'alert',
    ]);
  });

  it('reads errors, corrected fields, progress and result', async () => {
    const { merchant, release } = holdMerchant('payment');
    const reference = newReference();
    await start({ merchant, reference });
    await takeSpoken('status');
    part(widget, '#cc-number').focus();
    await expectSpoken(['textbox, Card number, placeholder 1234 1234 1234 1234, required'], 'the first field');

    await press('Enter');
    await expectSpoken(['assertive: Please fix these details: Enter your card number.'], 'the errors');

    await sendKeys({ type: '4242424242424242' });
    await press('Tab');
    await expectSpoken(
      ['textbox, Expiry date, Enter the expiry date., invalid, placeholder MM / YY, required'],
      'the second field',
    );

    await sendKeys({ type: '1320' });
    await press('Tab');
    await expectSpoken(
      [
        'textbox, Security code, Enter the 3-digit code on the back of your card., invalid, placeholder CVC, required',
        'polite: Enter the month first (01 to 12), then the year.',
      ],
      'an invalid month',
    );

    await sendKeys({ type: '123' });
    await press('Tab');
    await sendKeys({ type: 'Ada Lovelace' });
    await takeSpoken('textbox, Name on card, Enter the name on your card., invalid, required');
    await press('Enter');
    await expectSpoken(
      ['textbox, Expiry date, 1320, Enter the month first (01 to 12), then the year., invalid, required'],
      'the last error',
    );

    const paid = next(widget, 'payment-success');
    await chord('Control', 'a');
    await sendKeys({ type: '1230' });
    await press('Enter');
    await until(async () => (await spoken()).includes('polite: Processing payment…'));
    await release();
    await paid;
    await expectSpoken(
      [
        'polite: Processing payment…',
        `region, Payment successful, You paid €49.99. Visa ending in 4242 Reference: ${reference}`,
      ],
      'the payment',
    );
  });

  it('moves to the result and reads it', async () => {
    const result =
      'region, We don’t know yet whether your payment went through, Your card may have been charged €49.99. Before you pay again, please ask the shop whether it received the payment. Reference: order-1042';
    await start({ merchant: 'status-500', reference: 'order-1042' });
    await typeCard(widget);
    await takeSpoken('textbox, Name on card, required');
    const ended = next(widget, 'payment-unknown');
    payButton(widget).click();
    await ended;
    expect((await takeSpoken(result)).at(-1)).to.equal(result);
  });
});
