import { fixture } from '@open-wc/testing';
import {
  chargesOf,
  expect,
  fillCard,
  find,
  input,
  mount,
  mountReady,
  next,
  part,
  postsOf,
  record,
  textOf,
  type,
  newMerchant,
} from '../support/widget.js';
import type { PaymentErrorDetail, PaymentWidget } from 'payment-widget';

let logged: string[] = [];
const { error: consoleError, warn: consoleWarn } = console;

beforeEach(() => {
  logged = [];
  console.error = (...text: unknown[]) => logged.push(text.join(' '));
  console.warn = (...text: unknown[]) => logged.push(text.join(' '));
});
afterEach(() => {
  console.error = consoleError;
  console.warn = consoleWarn;
});

/** Adds a widget to the page and returns it with the error that it reports. */
async function failureOf(add: () => Promise<PaymentWidget>): Promise<[PaymentWidget, CustomEvent<PaymentErrorDetail>]> {
  const failure = new Promise<Event>((resolve) => {
    document.addEventListener('payment-failure', resolve, { once: true });
  });
  return [await add(), (await failure) as CustomEvent<PaymentErrorDetail>];
}

describe('Invalid configuration', () => {
  for (const [settings, code, expected] of [
    [{ amount: '49.99' }, 'invalid_amount', 'minor units'],
    [{ currency: 'EURO' }, 'invalid_currency', 'ISO 4217'],
  ] as const) {
    it(`${JSON.stringify(settings)}: reports ${code} and explains it in place of the form`, async () => {
      const [widget, { detail }] = await failureOf(() => mount(settings));
      expect([detail.error.code, detail.error.outcome, widget.state]).to.deep.equal([code, 'not_charged', 'failed']);
      expect(textOf(part(widget, '.configuration'))).to.contain(expected);
      expect(find(widget, 'input')?.checkVisibility() ?? false).to.equal(false);
    });
  }

  it('is logged to the console', async () => {
    await failureOf(() => mount({ amount: '49.99' }));
    expect(logged.join()).to.match(/invalid_amount.*"49\.99".*minor units.* See .*\/errors\.md#invalid_amount$/);
  });

  it('makes submit() fail with the same code and send nothing', async () => {
    const widget = await mount({ amount: '0' });
    const outcome = await widget.submit();
    expect(['error' in outcome && outcome.error.code, await postsOf(widget)]).to.deep.equal(['invalid_amount', []]);
  });

  it('can be fixed without losing the typed text', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-number', '4242');
    widget.setAttribute('amount', '49.99');
    await widget.updateComplete;
    const hidden = !input(widget, 'cc-number').checkVisibility();
    widget.setAttribute('amount', '5000');
    await widget.updateComplete;
    expect([
      hidden,
      widget.state,
      input(widget, 'cc-number').value,
      input(widget, 'cc-number').checkVisibility(),
    ]).to.deep.equal([true, 'ready', '4242', true]);
  });

  it('does not come from a removed attribute: the default applies', async () => {
    const widget = await mountReady({ fields: 'card-number card-expiry card-cvc', timeout: '1000' });
    widget.removeAttribute('fields');
    widget.removeAttribute('request-timeout');
    await widget.updateComplete;
    expect([widget.state, find(widget, '#cc-name') !== null]).to.deep.equal(['ready', true]);
  });

  it('hides the form if isolated is set once it is shown', async () => {
    const widget = await mountReady();
    widget.isolated = true;
    const { detail } = await next(widget, 'payment-failure');
    expect([detail.error.code, input(widget, 'cc-number').checkVisibility()]).to.deep.equal(['not_isolated', false]);
  });

  it('is reported once', async () => {
    const [widget] = await failureOf(() => mount({ amount: '0' }));
    const events = record(widget);
    widget.description = 'render again';
    await widget.updateComplete;
    expect(events).to.deep.equal([]);
  });
});

describe('An API key in the page', () => {
  for (const name of ['api-key', 'data-secret-key']) {
    it(`is removed from the attribute ${name} and reported in place of the form`, async () => {
      const widget = await mountReady();
      const failure = next(widget, 'payment-failure');
      widget.setAttribute(name, 'sk_live_do_not_use');
      const { detail } = await failure;
      expect([
        detail.error.code,
        widget.hasAttribute(name),
        input(widget, 'cc-number').checkVisibility(),
      ]).to.deep.equal(['key_in_browser', false, false]);
      expect(textOf(part(widget, '.configuration'))).to.contain(`"${name}"`);
    });
  }

  it('is rejected in the property apiKey', async () => {
    const widget = await mountReady();
    const failure = next(widget, 'payment-failure');
    Object.assign(widget, { apiKey: 'sk_live_do_not_use' });
    expect((await failure).detail.error.code).to.equal('key_in_browser');
  });

  it('is found in similar properties before anything is sent', async () => {
    const widget = await mountReady();
    await fillCard(widget);
    Object.assign(widget, { clientSecret: 'sk_live_do_not_use' });
    const outcome = await widget.submit();
    expect(['error' in outcome && outcome.error.code, 'clientSecret' in widget]).to.deep.equal([
      'key_in_browser',
      false,
    ]);
  });

  it('is found in the initial markup', async () => {
    const markup =
      '<payment-widget proxy-url="/pay" amount="1" currency="EUR" api-key="sk_live_do_not"></payment-widget>';
    const [widget, { detail }] = await failureOf(() => fixture<PaymentWidget>(markup));
    expect([detail.error.code, widget.outerHTML.includes('sk_live')]).to.deep.equal(['key_in_browser', false]);
  });

  it('is not repeated on the page, in the console or in the event', async () => {
    const widget = await mountReady();
    const failure = next(widget, 'payment-failure');
    widget.setAttribute('api-key', 'sk_live_do_not_use');
    const { detail } = await failure;
    const everything = `${widget.outerHTML}${widget.shadowRoot?.innerHTML ?? ''}${logged.join()}${JSON.stringify(detail)}${detail.error.message}`;
    expect(everything).to.not.contain('sk_live');
  });

  it('disables payment for good', async () => {
    const widget = await mountReady();
    await fillCard(widget);
    const failure = next(widget, 'payment-failure');
    widget.setAttribute('token', 'x');
    await failure;
    widget.amount = 100;
    const outcome = await widget.submit();
    expect(['error' in outcome && outcome.error.code, await chargesOf(widget)]).to.deep.equal(['key_in_browser', []]);
  });
});

describe('Test and live mode', () => {
  const banner = (widget: PaymentWidget) => find(widget, '[part~="banner"]') !== null;

  for (const [expects, merchant, shown] of [
    ['live', 'test', true],
    ['test', 'bare', true],
    ['live', 'live', false],
    [undefined, 'bare', false],
  ] as const) {
    it(`page expects ${expects ?? 'nothing'}, proxy is ${merchant}: ${shown ? 'banner' : 'no banner'}`, async () => {
      const widget = await mountReady({ merchant, ...(expects && { mode: expects }) });
      expect([banner(widget), widget.matches(':state(test)')]).to.deep.equal([shown, shown]);
    });
  }

  it('page expects test, proxy is live: sends nothing', async () => {
    const widget = await mount({ merchant: 'live', mode: 'test' });
    await next(widget, 'payment-failure');
    await widget.submit();
    expect(await postsOf(widget)).to.deep.equal([]);
  });

  it('page expects test, proxy is live but its first answer is an error: requests the mode again and sends nothing', async () => {
    const widget = await mountReady({ merchant: newMerchant('recovering'), mode: 'test' });
    await fillCard(widget);
    const outcome = await widget.submit();
    expect(['error' in outcome && outcome.error.code, await postsOf(widget)]).to.deep.equal(['mode_mismatch', []]);
  });

  it('page expects live, proxy reports test with the payment: shows the banner and warns', async () => {
    const widget = await mountReady({ merchant: 'late-test', mode: 'live' });
    await fillCard(widget);
    await widget.submit();
    const found = (await widget.diagnose()).map(({ code }) => code);
    expect([banner(widget), found.includes('test_key')]).to.deep.equal([true, true]);
  });

  it('page expects test, proxy changes to live before submit(): sends nothing and reports it once', async () => {
    const widget = await mountReady({ merchant: 'test', mode: 'test' });
    await fillCard(widget);
    const events = record(widget);
    widget.proxyUrl = '/merchant/live';
    await widget.submit();
    await widget.updateComplete;
    const codes = events.map((event) => (event.detail as { error?: { code: string } }).error?.code).filter(Boolean);
    expect([codes, await postsOf(widget)]).to.deep.equal([['mode_mismatch'], []]);
  });

  it('shows and announces the banner', async () => {
    const widget = await mountReady();
    const shown = part(widget, '[part~="banner"]');
    expect([shown.checkVisibility(), textOf(shown), shown.parentElement?.getAttribute('role')]).to.deep.equal([
      true,
      'Test mode: no real payment will be made.',
      'status',
    ]);
  });

  it('renders the banner after its live region, so that it is announced', async () => {
    const widget = document.createElement('payment-widget');
    Object.assign(widget, { proxyUrl: '/merchant/bare', amount: 1, currency: 'EUR', mode: 'test' });
    const ready = next(widget, 'payment-ready');
    document.body.append(widget);
    const shown: boolean[] = [];
    const observer = new MutationObserver(() => shown.push(banner(widget)));
    observer.observe(widget.shadowRoot as ShadowRoot, { childList: true, subtree: true });
    await ready;
    await widget.updateComplete;
    expect([shown[0], banner(widget)]).to.deep.equal([false, true]);
    observer.disconnect();
    widget.remove();
  });

  it('reports mode and capabilities in payment-ready', async () => {
    const { detail } = await next(await mount(), 'payment-ready');
    expect(detail).to.deep.equal({
      mode: 'test',
      capabilities: { idempotency: true, recovery: true, binding: true },
    });
  });
});

describe('A <base> in the page', () => {
  it('does not change where the payment is sent: the proxy URL is relative to the page itself', async () => {
    const base = document.createElement('base');
    base.href = 'https://evil.example/';
    document.head.append(base);
    const widget = await mount({ merchant: 'test' });
    await fillCard(widget);
    await widget.submit();
    base.remove();
    expect(await chargesOf(widget)).to.have.lengthOf(1);
  });
});
