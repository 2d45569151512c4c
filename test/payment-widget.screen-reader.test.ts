import { aTimeout, waitUntil } from '@open-wc/testing';
import { virtual } from '@guidepup/virtual-screen-reader/browser.js';
import type { PaymentWidget } from '../src/index.js';
import {
  chord,
  expect,
  mountReady,
  next,
  part,
  payButton,
  sendKeys,
  typeCard,
  type Settings,
} from './support/widget.js';

/** What a screen reader says: as a person moves, and by itself. The reader is a virtual one, the keys are real. */
describe('<payment-widget>, read aloud', () => {
  let widget: PaymentWidget;

  async function start(settings: Settings): Promise<void> {
    widget = await mountReady({ reference: `order-${Date.now()}`, ...settings });
    await virtual.start({ container: part(widget, '.widget') });
  }

  afterEach(() => virtual.stop());

  /** What was said since it was last asked for. The virtual reader counts the end of a message as well: real ones do not. */
  async function said(): Promise<string[]> {
    const phrases = await virtual.spokenPhraseLog();
    return phrases.filter((phrase, index) => !/^(polite|assertive): $/.test(phrase) && phrase !== phrases[index - 1]);
  }

  /** What is said up to this phrase, and right after it; what is said instead, if that does not come. */
  async function heard(last: string): Promise<string[]> {
    const isSaid = async () => (await said()).at(-1) === last;
    await waitUntil(isSaid, last, { timeout: 5000 }).catch(() => undefined);
    await aTimeout(100);
    const phrases = await said();
    await virtual.clearSpokenPhraseLog();
    return phrases;
  }

  async function expectToHear(phrases: readonly string[], what?: string): Promise<void> {
    expect(await heard(phrases.at(-1) ?? ''), what).to.deep.equal(phrases);
  }

  /** The whole widget, line by line, once through. */
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

  it('is a form of four fields and a button', async () => {
    await start({ merchant: 'live' });
    expect(await readOnce()).to.deep.equal([
      'status',
      'alert',
      'form, Card payment',
      'Card number',
      'textbox, Card number, required',
      'Expiry date',
      'textbox, Expiry date, placeholder MM / YY, required',
      'Security code',
      'textbox, Security code, 3 digits on the back of your card, required',
      'Name on card',
      'textbox, Name on card, required',
      'button, Pay €49.99',
      'end of form, Card payment',
      'status',
      'alert',
    ]);
  });

  it('tells of the whole way: empty, what is wrong, each field as it is mended, busy, paid', async () => {
    await start({ merchant: 'slow', reference: 'order-1042' });
    await heard('status');
    part(widget, '#cc-number').focus();
    await expectToHear(['textbox, Card number, required'], 'the first field');

    await press('Enter');
    await expectToHear(
      ['assertive: Please check the following before you pay: Enter the card number: the long number on your card.'],
      'what is wrong',
    );

    await sendKeys({ type: '4242424242424242' });
    await press('Tab');
    await expectToHear(
      [
        'textbox, Expiry date, Enter the expiry date: month and year, as on your card., invalid, placeholder MM / YY, required',
      ],
      'the second field',
    );

    await sendKeys({ type: '1320' });
    await press('Tab');
    await expectToHear(
      [
        'textbox, Security code, Enter the security code: 3 digits on the back of your card., invalid, required',
        'polite: There is no such month. Enter the month first, 01 to 12, then the year, as on your card.',
      ],
      'a month that there is not',
    );

    await sendKeys({ type: '123' });
    await press('Tab');
    await sendKeys({ type: 'Ada Lovelace' });
    await heard('textbox, Name on card, Enter the name as it is on your card., invalid, required');
    await press('Enter');
    await expectToHear(
      [
        'textbox, Expiry date, 1320, There is no such month. Enter the month first, 01 to 12, then the year, as on your card., invalid, required',
      ],
      'the one that is left',
    );

    const paid = next(widget, 'payment-success');
    await chord('Control', 'a');
    await sendKeys({ type: '1230' });
    await press('Enter');
    await paid;
    await expectToHear(
      ['polite: Processing payment…', 'region, Payment successful, You paid €49.99. Reference: order-1042'],
      'the payment',
    );
  });

  it('tells a test from a real payment', async () => {
    await start({ merchant: 'test' });
    expect((await readOnce()).slice(0, 5)).to.deep.equal([
      'status',
      'paragraph',
      'Test mode: no real money will move.',
      'end of paragraph',
      'end of status',
    ]);
  });

  it('names the card once it is known', async () => {
    await start({});
    await typeCard(widget, '378282246310005');
    await heard('textbox, Name on card, required');
    part(widget, '#cc-number').focus();
    await expectToHear(['textbox, Card number, 3782 822463 10005, American Express, required']);
  });

  it('says again what is wrong with the field that has the focus, each time Enter is pressed', async () => {
    await start({ fields: 'card-number card-expiry card-cvc' });
    part(widget, '#cc-number').focus();
    await sendKeys({ type: '4242424242424242' });
    await press('Tab');
    await sendKeys({ type: '1230' });
    await press('Tab');
    await sendKeys({ type: '12' });
    await heard('textbox, Security code, 3 digits on the back of your card, required');
    for (const time of ['once', 'twice']) {
      await press('Enter');
      await expectToHear(['polite: Check the security code: 3 digits on the back of your card.'], time);
    }
  });

  for (const [merchant, event, result] of [
    [
      'status-402',
      'payment-failure',
      'group, Your card was declined. Nothing was charged. Use another card, or ask your bank.',
    ],
    [
      'status-202',
      'payment-pending',
      'region, Your payment is being processed, Your payment of €49.99 is not finished yet. You do not need to pay again. Reference: order-1042',
    ],
    [
      'status-500',
      'payment-unknown',
      'region, We could not confirm your payment, Your card may have been charged €49.99. Please do not pay again: ask the shop first whether the payment arrived. Reference: order-1042',
    ],
  ] as const) {
    it(`goes to the result and reads it whole: ${event}`, async () => {
      await start({ merchant, reference: 'order-1042' });
      await typeCard(widget);
      await heard('textbox, Name on card, required');
      const ended = next(widget, event);
      payButton(widget).click();
      await ended;
      expect((await heard(result)).at(-1)).to.equal(result);
    });
  }
});
