import { fixture } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import type { PaymentWidget } from 'payment-widget';
import { ALL_FIELDS, STATES } from '../support/states.js';
import { until } from '../support/until.js';
import {
  expect,
  fillIn,
  find,
  focusedId,
  holdMerchant,
  input,
  mountReady,
  next,
  nextFrame,
  part,
  payButton,
  postsOf,
  sendKeys,
  textOf,
  type,
} from '../support/widget.js';

describe('Focus', () => {
  for (const name of ['paid', 'pending', 'unknown'] as const) {
    it(`moves to the result, ${name}`, async () => {
      const widget = await STATES[name]({});
      await widget.updateComplete;
      expect(widget.shadowRoot?.activeElement?.getAttribute('part')).to.equal('result');
    });
  }

  it('moves to the message of a payment that failed', async () => {
    const widget = await STATES.declined({});
    await widget.updateComplete;
    expect(widget.shadowRoot?.activeElement?.getAttribute('part')).to.equal('summary');
  });

  it('stays where a listener of payment-failure puts it', async () => {
    const widget = await mountReady({ merchant: 'status-402' });
    await fillIn(widget);
    widget.addEventListener('payment-failure', () => {
      input(widget, 'cc-number').focus();
    });
    await widget.submit();
    await widget.updateComplete;
    expect(widget.shadowRoot?.activeElement?.id).to.equal('cc-number');
  });

  it('stays outside the element if it is there, and the result is announced instead', async () => {
    const elsewhere = await fixture<HTMLInputElement>(html`<input aria-label="Search" />`);
    const { merchant, release } = holdMerchant('payment');
    const widget = await mountReady({ merchant });
    await fillIn(widget);
    payButton(widget).focus();
    const submitted = next(widget, 'payment-submit');
    const paid = next(widget, 'payment-success');
    await sendKeys({ press: 'Enter' });
    await submitted;
    elsewhere.focus();
    await release();
    await paid;
    await nextFrame();
    expect([document.activeElement, textOf(part(widget, '.visually-hidden[role=alert]'))]).to.deep.equal([
      elsewhere,
      'Payment successful You paid €49.99.',
    ]);
  });

  it('moves to the result when the page was left and restored meanwhile', async () => {
    const { merchant, release } = holdMerchant('payment');
    const widget = await mountReady({ merchant });
    await fillIn(widget);
    const submitted = next(widget, 'payment-submit');
    const paid = next(widget, 'payment-success');
    payButton(widget).click();
    await submitted;
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await widget.updateComplete;
    await release();
    await paid;
    await nextFrame();
    expect([
      widget.shadowRoot?.activeElement?.getAttribute('part'),
      textOf(part(widget, '.visually-hidden[role=alert]')),
    ]).to.deep.equal(['result', '']);
  });

  it('moves to the first field after reset()', async () => {
    const widget = await STATES.paid({});
    await widget.updateComplete;
    widget.reset();
    await widget.updateComplete;
    expect(focusedId(widget)).to.equal('cc-number');
  });

  it('moves to a configuration error, and back when that is fixed', async () => {
    const widget = await mountReady();
    input(widget, 'cc-csc').focus();
    widget.currency = 'nothing';
    await widget.updateComplete;
    const meanwhile = widget.shadowRoot?.activeElement?.getAttribute('part');
    widget.currency = 'EUR';
    await widget.updateComplete;
    expect([meanwhile, focusedId(widget)]).to.deep.equal(['setup-error', 'cc-csc']);
  });

  describe('in a form that is disabled for a moment', () => {
    /** Disables and enables the form while a field has the focus. */
    async function interrupt(meanwhile = () => Promise.resolve()): Promise<PaymentWidget> {
      const widget = await mountReady();
      input(widget, 'cc-csc').focus();
      widget.disabled = true;
      await widget.updateComplete;
      await nextFrame();
      await meanwhile();
      widget.disabled = false;
      await widget.updateComplete;
      return widget;
    }

    it('returns', async () => {
      expect(focusedId(await interrupt())).to.equal('cc-csc');
    });
  });

  it('moves to the result when a removed element is added again', async () => {
    const { merchant, release } = holdMerchant('payment');
    const widget = await mountReady({ merchant });
    const page = widget.parentElement;
    await fillIn(widget);
    const outcome = widget.submit();
    await next(widget, 'payment-submit');
    widget.remove();
    await release();
    await outcome;
    page?.append(widget);
    await widget.updateComplete;
    await nextFrame();
    expect(widget.shadowRoot?.activeElement?.getAttribute('part')).to.equal('result');
  });

  for (const name of ['unknown', 'paid'] as const) {
    it(`scrolls the title of the result into view in a small viewport, ${name}`, async () => {
      await setViewport({ width: 320, height: 180 });
      const widget = await STATES[name]({ testCard: true });
      await widget.updateComplete;
      await nextFrame();
      const { top, bottom } = part(widget, '#result-title').getBoundingClientRect();
      await setViewport({ width: 800, height: 600 });
      expect([top >= 0, bottom <= 180]).to.deep.equal([true, true]);
    });
  }

  describe('on a phone, below a fixed header of the page', () => {
    const HEADER = 120;
    const style = document.createElement('style');

    beforeEach(async () => {
      await setViewport({ width: 375, height: 667 });
      style.textContent = `body::before { content: ''; position: fixed; inset: 0 0 auto; z-index: 1; height: ${HEADER}px; background: gray }
        body { padding-block: 700px }`;
      document.head.append(style);
    });
    afterEach(async () => {
      style.remove();
      await setViewport({ width: 800, height: 600 });
    });

    /** A filled-in form that is longer than the viewport, with its button in the middle. */
    async function atButton(merchant: string): Promise<PaymentWidget> {
      const content = html`<div slot="before-button" style="height: 600px"></div>`;
      const widget = await mountReady({ merchant, content });
      await fillIn(widget);
      payButton(widget).scrollIntoView({ block: 'center', behavior: 'instant' });
      return widget;
    }

    for (const [what, more] of [
      ['', ''],
      [' with scroll-padding', 'html { scroll-padding-top: 120px }'],
      [' with smooth scrolling', 'html { scroll-behavior: smooth }'],
    ] as const)
      it(`shows the whole result${what}`, async () => {
        style.textContent += more;
        const widget = await atButton('test');
        await widget.submit();
        await until(() => find(widget, '.result')?.matches(':focus'));
        const { top, bottom } = part(widget, '.result').getBoundingClientRect();
        expect([top >= HEADER, bottom <= 667]).to.deep.equal([true, true]);
      });

    it('does not scroll to a message that is seen', async () => {
      style.textContent += 'body { overflow-anchor: none }'; // else the browser scrolls, too
      const widget = await atButton('status-402');
      const before = scrollY;
      await widget.submit();
      await until(() => find(widget, '.failure')?.matches(':focus'));
      expect(scrollY).to.be.closeTo(before, 1); // Firefox rounds when the message makes the form higher
    });
  });

  it('is shown by an outline on every focusable element', async () => {
    const widget = await mountReady({ testCard: true, fields: ALL_FIELDS });
    const outlines: string[] = [];
    part(widget, '.test-card').focus();
    for (let count = 0; count < 11; count++) {
      if (count > 0) await sendKeys({ press: 'Tab' }); // one more would leave the page in Firefox
      const element = widget.shadowRoot?.activeElement;
      if (element) outlines.push(`${getComputedStyle(element).outlineStyle} ${getComputedStyle(element).outlineWidth}`);
    }
    expect(outlines).to.deep.equal(Array(11).fill('solid 2px'));
  });
});

describe('Keyboard', () => {
  it('corrects a form through the list of errors, and pays', async () => {
    const widget = await mountReady({ fields: 'card-number card-expiry card-cvc' });
    await type(widget, 'cc-number', '4242424242424242');
    await sendKeys({ press: 'Enter' }); // focuses the expiry date
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Tab' }); // to the first link of the list
    await sendKeys({ press: 'Enter' });
    await sendKeys({ type: '1230' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ type: '123' });
    await sendKeys({ press: 'Tab' });
    const paid = next(widget, 'payment-success');
    await sendKeys({ press: 'Enter' });
    await paid;
    expect(await postsOf(widget)).to.have.lengthOf(1);
  });
});
