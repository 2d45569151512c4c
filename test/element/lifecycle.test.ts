import { fixture } from '@open-wc/testing';
import { html } from 'lit';
import { until } from '../support/until.js';
import {
  CARD,
  chargesOf,
  errorOf,
  expect,
  fillIn,
  focusedId,
  input,
  mountReady,
  newReference,
  next,
  nextFrame,
  payButton,
  type,
} from '../support/widget.js';
import { ALL_FIELDS } from '../support/states.js';
import { PaymentWidget } from 'payment-widget';

const values = (widget: PaymentWidget) =>
  [...(widget.shadowRoot?.querySelectorAll<HTMLInputElement>('input, select') ?? [])].map(({ id, value }) => [
    id,
    value,
  ]);

/** A form with a value in every field. */
async function filledForm(): Promise<PaymentWidget> {
  const widget = await mountReady({ fields: ALL_FIELDS, prefill: { country: 'GB' } });
  const contact = { email: 'ada@example.com', tel: '020 7946 0958', 'postal-code': 'SW1A 1AA' };
  await fillIn(widget, { ...CARD, ...contact, amount: '30' });
  input(widget, 'postal-code').focus();
  return widget;
}

/** How many requests of this page for an address have ended. */
const requestsTo = (end: string) =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(end)).length;

describe('Values', () => {
  const putBack = (widget: PaymentWidget): void => {
    const parent = widget.parentElement as Element;
    widget.remove();
    parent.append(widget);
  };
  const changes: readonly [what: string, change: (widget: PaymentWidget) => unknown][] = [
    ['moves in the document', (widget) => document.body.insertBefore(widget, document.body.firstChild)],
    ['moves by moveBefore()', (widget) => document.body.moveBefore(widget, document.body.firstChild)],
    ['is removed and added again, twice, as in React’s StrictMode', (widget) => [putBack(widget), putBack(widget)]],
    ['changes its language', (widget) => (widget.lang = 'de')],
    ['is disabled', (widget) => (widget.disabled = true)],
    ['gets an invalid setting', (widget) => (widget.currency = 'nothing')],
  ];
  for (const [what, change] of changes) {
    it(`are kept when the element ${what}`, async () => {
      const widget = await filledForm();
      const before = values(widget);
      change(widget);
      await new Promise(requestAnimationFrame);
      await widget.updateComplete;
      expect(values(widget)).to.deep.equal(before);
    });
  }

  it('are kept when the fields change their order', async () => {
    const widget = await filledForm();
    const before = values(widget);
    widget.fields = ALL_FIELDS.split(' ').reverse().join(' ');
    await widget.updateComplete;
    expect(values(widget)).to.deep.equal([...before].reverse());
  });

  it('are kept for a field that is removed and added again', async () => {
    const widget = await filledForm();
    const before = values(widget);
    widget.fields = 'card-number card-expiry card-cvc';
    await widget.updateComplete;
    widget.fields = ALL_FIELDS;
    await widget.updateComplete;
    expect(values(widget)).to.deep.equal(before);
  });
});

describe('A focused field', () => {
  it('keeps the focus and the caret when it moves', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-name', 'Ada Lovelace');
    input(widget, 'cc-name').setSelectionRange(3, 3);
    widget.fields = 'cardholder-name card-number card-cvc card-expiry';
    await widget.updateComplete;
    expect([focusedId(widget), input(widget, 'cc-name').selectionStart]).to.deep.equal(['cc-name', 3]);
  });

  const moves: readonly [what: string, move: (widget: PaymentWidget) => unknown][] = [
    ['moves', (widget) => (widget.fields = 'cardholder-name card-expiry card-number card-cvc')],
    ['moves with the element', (widget) => document.body.insertBefore(widget, document.body.firstChild)],
    ['is disabled', (widget) => (widget.disabled = true)],
  ];
  for (const [what, move] of moves) {
    it(`shows no error when it ${what}`, async () => {
      const widget = await mountReady();
      await type(widget, 'cc-number', '4242');
      move(widget);
      await nextFrame();
      await nextFrame();
      expect(await errorOf(widget, 'cc-number')).to.equal('');
    });
  }
});

describe('A moved element', () => {
  it('requests the configuration once', async () => {
    performance.clearResourceTimings();
    const widget = await mountReady();
    for (let move = 0; move < 3; move++) document.body.prepend(widget);
    await new Promise(requestAnimationFrame);
    await fetch('/merchant/ledger?reference=later');
    await until(() => requestsTo('reference=later') > 0 && requestsTo('/config') > 0);
    expect(requestsTo('/config')).to.equal(1);
  });
});

describe('An element whose properties are set before its definition', () => {
  it('shows their amount, and reports no error', async () => {
    const tag = 'late-widget';
    const widget = await fixture<PaymentWidget>(`<${tag} proxy-url="/merchant/test"></${tag}>`);
    Object.assign(widget, { amount: 4999, currency: 'EUR', reference: tag });
    const errors: string[] = [];
    widget.addEventListener('payment-failure', ({ detail }) => errors.push(detail.error.code));
    customElements.define(tag, class extends PaymentWidget {});
    await until(() => widget.state === 'ready');
    await widget.updateComplete;
    expect([payButton(widget).textContent.trim(), errors]).to.deep.equal(['Pay €49.99', []]);
  });
});

describe('In an iframe that is not rendered', () => {
  it('becomes ready, so that the page can show it then', async () => {
    const frame = await fixture<HTMLIFrameElement>(html`<iframe title="shop" style="display: none"></iframe>`);
    const shop = frame.contentDocument as Document;
    // As in Firefox: an observer reports nothing there.
    Object.assign(frame.contentWindow as Window, { IntersectionObserver: class { observe() {} } }); // prettier-ignore
    const script = shop.createElement('script');
    script.type = 'module';
    script.src = new URL('../../src/define.js', import.meta.url).href;
    shop.head.append(script);
    shop.body.innerHTML = `<payment-widget proxy-url="${location.origin}/merchant/test" amount="4999" currency="EUR"></payment-widget>`;
    await new Promise((resolve) => shop.addEventListener('payment-ready', resolve));
    expect((shop.body.firstElementChild as PaymentWidget).state).to.equal('ready');
  });
});

describe('In another document', () => {
  const openDocument = (): Document => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    return frame.contentDocument as Document;
  };
  const looks = (widget: PaymentWidget) => {
    const of = (element: Element) => (element.ownerDocument.defaultView ?? window).getComputedStyle(element);
    return [
      of(input(widget, 'cc-number')).minHeight,
      of(payButton(widget)).borderRadius,
      of(input(widget, 'cc-number')).textOverflow,
    ];
  };

  async function pays(widget: PaymentWidget): Promise<number> {
    await fillIn(widget);
    const success = next(widget, 'payment-success');
    payButton(widget).click();
    await success;
    return (await chargesOf(widget)).length;
  }

  it('keeps its styles and pays when it is moved there and back', async () => {
    const widget = await mountReady();
    const before = looks(widget);
    const other = openDocument();
    other.body.append(widget);
    await widget.updateComplete;
    const moved = looks(widget);
    document.body.append(widget);
    await widget.updateComplete;
    const back = looks(widget);
    other.body.append(widget);
    expect([moved, back, await pays(widget)]).to.deep.equal([before, before, 1]);
    widget.remove();
  });

  it('has its styles and pays when it is first connected there', async () => {
    const before = looks(await mountReady());
    const widget = document.createElement('payment-widget');
    Object.assign(widget, { lang: 'en', proxyUrl: '/merchant/test', amount: 4999, currency: 'EUR' });
    widget.reference = newReference();
    openDocument().body.append(widget);
    await next(widget, 'payment-ready');
    await widget.updateComplete;
    expect([looks(widget), await pays(widget)]).to.deep.equal([before, 1]);
    widget.remove();
  });
});
