import { fixture } from '@open-wc/testing';
import { html } from 'lit';
import { createIdempotencyKey } from 'payment-widget/contract/protocol';
import type { PaymentErrorDetail, PaymentWidget } from 'payment-widget';
import { memoryOf, payUnknown, reopen } from './doubt.js';
import { holdPolling } from '../support/timers.js';
import { until } from '../support/until.js';
import {
  chargesOf,
  click,
  expect,
  fillIn,
  find,
  holdMerchant,
  input,
  mount,
  mountReady,
  newReference,
  next,
  nextFrame,
  part,
  postsOf,
  record,
  recordAnnouncements,
  textOf,
} from '../support/widget.js';

const resultText = (widget: PaymentWidget) => textOf(part(widget, '#result-text p'));

describe('A page reopened after a payment', () => {
  it('checks the payment before it shows a form', async () => {
    const widget = await reopen(holdMerchant('config').merchant);
    expect([find(widget, 'form') === null, textOf(part(widget, '[part=checking]'))]).to.deep.equal([
      true,
      'Checking whether this order is already paid…',
    ]);
  });

  it('offers no Pay before it has read that the payment is in doubt', async () => {
    const { merchant } = holdMerchant('config');
    const reference = newReference();
    memoryOf(merchant).save({ reference, idempotencyKey: createIdempotencyKey(), startedAt: Date.now() });
    const widget = document.createElement('payment-widget');
    const settings = { proxyUrl: `/merchant/${merchant}`, amount: 4999, currency: 'EUR', reference };
    document.body.append(Object.assign(widget, settings));
    const root = widget.shadowRoot as ShadowRoot;
    const offers: Element[] = [];
    const changes = new MutationObserver(() => {
      offers.push(...root.querySelectorAll('.pay:not([aria-disabled])'));
    });
    changes.observe(root, { subtree: true, childList: true, attributes: true });
    await until(() => find(widget, '[part=checking]'));
    widget.remove();
    expect(offers).to.deep.equal([]);
  });

  it('shows that the order is paid', async () => {
    const polling = holdPolling();
    const widget = await reopen('settles-paid');
    await polling.fire();
    await until(() => widget.state === 'paid');
    expect(await postsOf(widget)).to.have.lengthOf(0);
  });

  it('pays under a new key if the proxy has not seen the earlier attempt', async () => {
    const widget = await reopen('never-saw');
    const { reference = '' } = widget;
    const key = memoryOf('never-saw').find(reference)?.idempotencyKey;
    await next(widget, 'payment-ready');
    await widget.updateComplete;
    await fillIn(widget);
    await widget.submit();
    expect((await postsOf(widget))[0]?.headers['idempotency-key']).to.not.equal(key);
  });

  it('shows an unknown outcome when the proxy cannot report it', async () => {
    const widget = await reopen('test-without-config');
    await until(() => widget.state === 'unknown');
    await widget.updateComplete;
    expect(textOf(part(widget, '#result-text'))).to.contain('may have been charged');
  });

  it('shows the amount that the proxy reports, not the current one', async () => {
    const widget = await reopen('reports-amount');
    await until(() => widget.state === 'paid');
    await widget.updateComplete;
    expect(resultText(widget)).to.equal('You paid €54.99.');
  });

  it('announces the state when the focus is elsewhere on the page', async () => {
    const elsewhere = await fixture<HTMLInputElement>(html`<input aria-label="Search" />`);
    elsewhere.focus();
    const widget = await reopen('stays-unknown');
    const announced = recordAnnouncements(widget);
    await until(() => announced.length > 0);
    expect(announced.join()).to.match(/Your card may have been charged\. We’re checking/);
  });

  it('does not pay from another form of the same order before the outcome is known', async () => {
    const reference = newReference();
    const other = await mountReady({ merchant: 'stays-unknown', reference });
    await payUnknown('stays-unknown', { reference });
    await fillIn(other);
    const outcome = await other.submit();
    expect([outcome.outcome, (await postsOf(other)).length]).to.deep.equal(['unknown', 1]);
  });

  it(`does not pay before the first render of the form that works`, async () => {
    const reference = newReference();
    memoryOf('status-500').save({ reference, idempotencyKey: createIdempotencyKey(), startedAt: Date.now() });
    const widget = document.createElement('payment-widget');
    const settings = { lang: 'en', proxyUrl: '/merchant/status-500', amount: 4999, currency: 'EUR', reference };
    document.body.append(Object.assign(widget, settings));
    const { outcome } = await widget.submit();
    const posts = await postsOf(widget);
    widget.remove();
    expect([outcome, posts.length]).to.deep.equal(['unknown', 0]);
  });

  it('pays the next order while a submit() called before the change still waits', async () => {
    const { merchant, release } = holdMerchant('attempt');
    const widget = await reopen(merchant);
    const firstReference = widget.reference;
    const events = record(widget);
    const first = widget.submit();
    widget.reference = newReference();
    widget.reset();
    await widget.updateComplete;
    await fillIn(widget);
    const second = await widget.submit();
    await release();
    const abandoned = (await first) as PaymentErrorDetail;
    const latest = await widget.submit();
    expect([abandoned.error.code, abandoned.reference]).to.deep.equal(['submit_prevented', firstReference]);
    expect([second.outcome, latest.reference, (await postsOf(widget)).length]).to.deep.equal([
      'unknown',
      widget.reference,
      1,
    ]);
    expect(events.map(({ type }) => type).filter((type) => /failure|unknown/.test(type))).to.deep.equal([
      'payment-unknown',
      'payment-failure',
    ]);
  });

  it('asks the page once for the next order, although the abandoned submit() ends meanwhile', async () => {
    const { merchant, release } = holdMerchant('attempt');
    const widget = await reopen(merchant);
    const first = widget.submit();
    widget.reference = newReference();
    widget.reset();
    await widget.updateComplete;
    await fillIn(widget);
    let asked = 0;
    let endCheck: (value?: unknown) => void = () => undefined;
    const check = new Promise((resolve) => (endCheck = resolve));
    widget.addEventListener('payment-submit', (event) => {
      asked++;
      event.waitUntil(check);
    });
    const second = widget.submit();
    await until(() => asked > 0);
    await release();
    await first;
    const isSame = widget.submit() === second;
    endCheck();
    await second;
    expect([asked, isSame, (await postsOf(widget)).length]).to.deep.equal([1, true, 1]);
  });

  it('asks for an order in doubt that the page sets right before submit()', async () => {
    const widget = await mountReady({ merchant: 'reports-amount', reference: newReference() });
    await fillIn(widget);
    const reference = newReference();
    memoryOf('reports-amount').save({ reference, idempotencyKey: createIdempotencyKey(), startedAt: Date.now() });
    widget.reference = reference;
    const { outcome } = await widget.submit();
    expect([outcome, (await postsOf(widget)).length]).to.deep.equal(['paid', 0]);
  });
});

describe('The stored attempt', () => {
  for (const [merchant, remembered] of [
    ['test', true],
    ['status-402', false],
  ] as const) {
    it(`is ${remembered ? 'kept' : 'deleted'} after ${merchant}`, async () => {
      const widget = await mountReady({ merchant, reference: newReference() });
      await fillIn(widget);
      await widget.submit();
      expect(memoryOf(merchant).find(widget.reference) !== undefined).to.equal(remembered);
    });
  }
});

describe('An order that another tab of the browser has paid', () => {
  async function payInAnotherTab(merchant: string) {
    const widget = await mountReady({ merchant, reference: newReference() });
    await fillIn(widget);
    await widget.submit();
    sessionStorage.clear(); // a tab has a session of its own
    return widget;
  }

  it('is shown as paid, at a proxy that does not recognize it', async () => {
    const { reference } = await payInAnotherTab('bare');
    const second = await mount({ merchant: 'bare', reference });
    const { detail } = await next(second, 'payment-success');
    expect([detail.restored, second.state, (await postsOf(second)).length]).to.deep.equal([true, 'paid', 1]);
  });

  it('is sent to a proxy that recognizes it, which returns the outcome', async () => {
    const { reference } = await payInAnotherTab('test');
    const second = await mountReady({ reference });
    await fillIn(second);
    const { outcome } = await second.submit();
    expect([outcome, (await postsOf(second)).length, (await chargesOf(second)).length]).to.deep.equal(['paid', 2, 1]);
  });

  it('can be paid again after the shopper has accepted the warning', async () => {
    const reference = newReference();
    const merchant = 'bare';
    const first = await mountReady({ merchant, reference });
    await fillIn(first);
    await first.submit();
    first.remove();
    const widget = await mount({ merchant, reference });
    await until(() => find(widget, '[part=go-on-button]') !== null);
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    await click(part(widget, '[part=go-on-button]'));
    await widget.updateComplete;
    await fillIn(widget);
    expect((await widget.submit()).outcome).to.equal('paid');
  });
});

describe('A browser that comes back online', () => {
  it('keeps the typed text when the proxy does not know an earlier attempt', async () => {
    const widget = await reopen('never-saw');
    await until(() => find(widget, 'form') !== null);
    await fillIn(widget);
    dispatchEvent(new Event('online'));
    await nextFrame();
    await nextFrame();
    expect(input(widget, 'cc-number').value).not.to.equal('');
  });
});
