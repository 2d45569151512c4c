import { html } from 'lit';
import { fixture } from '@open-wc/testing';
import {
  chargesOf,
  expect,
  find,
  input,
  mount,
  mountReady,
  next,
  nextFrame,
  part,
  postsOf,
  record,
  textOf,
  type,
  typeCard,
} from './support/widget.js';
import type { PaymentErrorDetail, PaymentWidget } from '../src/index.js';

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

/** Puts a widget on the page and gives the error it fails with. */
async function failureOf(template: ReturnType<typeof html>): Promise<[PaymentWidget, CustomEvent<PaymentErrorDetail>]> {
  let failure: CustomEvent<PaymentErrorDetail> | undefined;
  const keep = (event: Event) => (failure = event as CustomEvent<PaymentErrorDetail>);
  document.addEventListener('payment-failure', keep, { once: true });
  const widget = await fixture<PaymentWidget>(template);
  if (!failure) throw new Error('The widget did not fail.');
  return [widget, failure];
}

describe('a page that is set up wrongly', () => {
  for (const [what, template, code, expected] of [
    [
      'no proxy-url',
      html`<payment-widget amount="4999" currency="EUR"></payment-widget>`,
      'missing_proxy_url',
      'proxy-url',
    ],
    [
      'an address that is none',
      html`<payment-widget proxy-url="javascript:0" amount="1" currency="EUR"></payment-widget>`,
      'invalid_proxy_url',
      'proxy-url',
    ],
    [
      'amount="49.99"',
      html`<payment-widget proxy-url="/merchant/test" amount="49.99" currency="EUR"></payment-widget>`,
      'invalid_amount',
      'minor units',
    ],
    [
      'no amount',
      html`<payment-widget proxy-url="/merchant/test" currency="EUR"></payment-widget>`,
      'invalid_amount',
      'minor units',
    ],
    [
      'an unknown currency',
      html`<payment-widget proxy-url="/merchant/test" amount="4999" currency="EURO"></payment-widget>`,
      'invalid_currency',
      'ISO 4217',
    ],
    [
      'an unknown field',
      html`<payment-widget proxy-url="/merchant/test" amount="1" currency="EUR" fields="card-numbr"></payment-widget>`,
      'unknown_field',
      'card-number',
    ],
    [
      'a form without a card number',
      html`<payment-widget
        proxy-url="/merchant/test"
        amount="1"
        currency="EUR"
        fields="card-expiry card-cvc"
      ></payment-widget>`,
      'missing_field',
      'card-number',
    ],
    [
      'an unknown mode',
      html`<payment-widget proxy-url="/merchant/test" amount="1" currency="EUR" mode="production"></payment-widget>`,
      'invalid_mode',
      'live',
    ],
  ] as const) {
    it(`${what}: fails with ${code} and says in place of the form what was expected`, async () => {
      const [widget, { detail }] = await failureOf(template);
      expect([detail.error.code, detail.error.outcome, widget.state]).to.deep.equal([code, 'not_charged', 'failed']);
      expect(textOf(part(widget, '.configuration'))).to.contain(expected);
      expect(find(widget, 'input')?.checkVisibility() ?? false).to.equal(false);
    });
  }

  it('says it in the console, too', async () => {
    await failureOf(html`<payment-widget proxy-url="/merchant/test" amount="49.99" currency="EUR"></payment-widget>`);
    expect(logged.join()).to.match(/invalid_amount.*"49\.99".*minor units/);
  });

  it('answers submit() with the same code and sends nothing', async () => {
    const [widget] = await failureOf(
      html`<payment-widget
        proxy-url="/merchant/test"
        amount="0"
        currency="EUR"
        reference="order-none"
      ></payment-widget>`,
    );
    const outcome = await widget.submit();
    expect(['error' in outcome && outcome.error.code, await postsOf(widget)]).to.deep.equal(['invalid_amount', []]);
  });

  it('is well as soon as the page is mended, and what was typed is still there', async () => {
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

  it('falls back to the defaults when an attribute is taken away', async () => {
    const widget = await mountReady({ fields: 'card-number card-expiry card-cvc', timeout: '1000' });
    widget.removeAttribute('fields');
    widget.removeAttribute('request-timeout');
    await widget.updateComplete;
    expect([widget.state, find(widget, '#cc-name') !== null]).to.deep.equal(['ready', true]);
  });

  it('tells each error once', async () => {
    const [widget] = await failureOf(
      html`<payment-widget proxy-url="/merchant/test" amount="0" currency="EUR"></payment-widget>`,
    );
    const events = record(widget);
    widget.description = 'drawn again';
    await widget.updateComplete;
    expect(events).to.deep.equal([]);
  });

  it('has nothing for axe to find while it explains', async () => {
    const [widget] = await failureOf(html`<payment-widget amount="4999" currency="EUR"></payment-widget>`);
    await expect(widget).to.be.accessible();
  });
});

describe('a key in the page', () => {
  for (const name of ['api-key', 'key', 'secret', 'token', 'authorization', 'data-secret-key']) {
    it(`the attribute ${name} is removed, explained in place of the form, and nothing can be paid`, async () => {
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

  it('the property apiKey is refused in the same way', async () => {
    const widget = await mountReady();
    const failure = next(widget, 'payment-failure');
    Object.assign(widget, { apiKey: 'sk_live_do_not_use' });
    expect((await failure).detail.error.code).to.equal('key_in_browser');
  });

  it('a property of any such name is found before anything is sent', async () => {
    const widget = await mountReady();
    await typeCard(widget);
    Object.assign(widget, { clientSecret: 'sk_live_do_not_use' });
    const outcome = await widget.submit();
    expect(['error' in outcome && outcome.error.code, 'clientSecret' in widget]).to.deep.equal([
      'key_in_browser',
      false,
    ]);
  });

  it('is found when it was in the markup from the start', async () => {
    const [widget, { detail }] = await failureOf(
      html`<payment-widget
        proxy-url="/merchant/test"
        amount="1"
        currency="EUR"
        api-key="sk_live_do_not_use"
      ></payment-widget>`,
    );
    expect([detail.error.code, widget.outerHTML.includes('sk_live')]).to.deep.equal(['key_in_browser', false]);
  });

  it('is repeated nowhere: not on the screen, not in the console, not in the event', async () => {
    const widget = await mountReady();
    const failure = next(widget, 'payment-failure');
    widget.setAttribute('api-key', 'sk_live_do_not_use');
    const { detail } = await failure;
    const everything = `${widget.outerHTML}${widget.shadowRoot?.innerHTML ?? ''}${logged.join()}${JSON.stringify(detail)}${detail.error.message}`;
    expect(everything).to.not.contain('sk_live');
  });

  it('stays refused, since a key that was in a page is no secret any more', async () => {
    const widget = await mountReady();
    await typeCard(widget);
    const failure = next(widget, 'payment-failure');
    widget.setAttribute('token', 'x');
    await failure;
    widget.amount = 100;
    const outcome = await widget.submit();
    expect(['error' in outcome && outcome.error.code, await chargesOf(widget)]).to.deep.equal(['key_in_browser', []]);
  });
});

describe('test and live', () => {
  const banner = (widget: PaymentWidget) => find(widget, '[part~="banner"]') !== null;

  for (const [expects, merchant, shown] of [
    [undefined, 'test', true],
    ['test', 'test', true],
    ['live', 'test', true],
    ['test', 'bare', true],
    ['live', 'live', false],
    [undefined, 'live', false],
    ['live', 'bare', false],
    [undefined, 'bare', false],
  ] as const) {
    it(`page expects ${expects ?? 'nothing'}, proxy is ${merchant}: ${shown ? 'banner' : 'no banner'}`, async () => {
      const widget = await mountReady({ merchant, ...(expects && { mode: expects }) });
      expect([banner(widget), widget.matches(':state(test)')]).to.deep.equal([shown, shown]);
    });
  }

  it('page expects test, proxy is live: refuses before anything is typed', async () => {
    const widget = await mount({ merchant: 'live', mode: 'test' });
    const { detail } = await next(widget, 'payment-failure');
    expect([detail.error.code, input(widget, 'cc-number').checkVisibility()]).to.deep.equal(['mode_mismatch', false]);
  });

  it('page expects test, proxy is live: sends nothing', async () => {
    const widget = await mount({ merchant: 'live', mode: 'test' });
    await next(widget, 'payment-failure');
    await widget.submit();
    expect(await postsOf(widget)).to.deep.equal([]);
  });

  it('page expects test, proxy is live but its first answer is a passing error: asks again, sends nothing', async () => {
    const widget = await mountReady({ merchant: 'recovering', mode: 'test' });
    await typeCard(widget);
    const outcome = await widget.submit();
    expect(['error' in outcome && outcome.error.code, await postsOf(widget)]).to.deep.equal(['mode_mismatch', []]);
  });

  it('page expects live, proxy says test only on its answer: banner, and the one warning', async () => {
    const widget = await mountReady({ merchant: 'late-test', mode: 'live' });
    await typeCard(widget);
    await widget.submit();
    await widget.updateComplete;
    expect([banner(widget), logged.filter((line) => line.includes('Test key')).length]).to.deep.equal([true, 1]);
  });

  it('a proxy whose /config cannot be reached and whose answer says test: keeps the banner for the next try', async () => {
    const widget = await mountReady({ merchant: 'test-without-config' });
    await typeCard(widget, '4000000000000002');
    await widget.submit();
    await typeCard(widget);
    await widget.submit();
    await widget.updateComplete;
    expect([widget.state, banner(widget)]).to.deep.equal(['paid', true]);
  });

  it('page expects test, proxy turns out to be live after Pay was pressed: sends nothing, and says so once', async () => {
    const widget = await mountReady({ merchant: 'test', mode: 'test' });
    await typeCard(widget);
    const events = record(widget);
    widget.proxyUrl = '/merchant/live';
    await widget.submit();
    await widget.updateComplete;
    const told = events.map((event) => (event.detail as { error?: { code: string } }).error?.code).filter(Boolean);
    expect([told, await postsOf(widget)]).to.deep.equal([['mode_mismatch'], []]);
  });

  it('page expects live, proxy is test: warns once in the console', async () => {
    const widget = await mountReady({ merchant: 'test', mode: 'live' });
    widget.amount = 1;
    await widget.updateComplete;
    expect(logged.filter((line) => line.includes('Test key')).length).to.equal(1);
  });

  it('reports the mode of the proxy, not what the page wished for', async () => {
    expect((await mountReady({ merchant: 'test', mode: 'live' })).mode).to.equal('test');
  });

  it('has the banner seen and announced', async () => {
    const widget = await mountReady();
    const shown = part(widget, '[part~="banner"]');
    expect([shown.checkVisibility(), textOf(shown), shown.parentElement?.getAttribute('role')]).to.deep.equal([
      true,
      'Test mode: no real money will move.',
      'status',
    ]);
  });

  it('draws the banner after its live region, since a region that comes with its text is not read', async () => {
    const widget = document.createElement('payment-widget');
    Object.assign(widget, { proxyUrl: '/merchant/bare', amount: 1, currency: 'EUR', mode: 'test' });
    document.body.append(widget);
    await widget.updateComplete;
    const first = banner(widget);
    await nextFrame();
    const second = banner(widget);
    widget.remove();
    expect([first, second]).to.deep.equal([false, true]);
  });

  it('cannot be talked out of the banner by an attribute', async () => {
    const widget = await mountReady();
    for (const name of ['no-banner', 'without-banner', 'hide-banner']) widget.setAttribute(name, '');
    widget.setAttribute('mode', 'live');
    await widget.updateComplete;
    expect(banner(widget)).to.equal(true);
  });

  it('is ready once, also when the page had to be mended first', async () => {
    const widget = await mount({ amount: '0' });
    const events = record(widget);
    widget.amount = 4999;
    await next(widget, 'payment-ready');
    widget.amount = 5000;
    await widget.updateComplete;
    expect(events.map(({ type }) => type)).to.deep.equal(['payment-ready']);
  });

  it('tells the page when it is ready, in which mode, and what the proxy can do', async () => {
    const { detail } = await next(await mount(), 'payment-ready');
    expect(detail).to.deep.equal({
      mode: 'test',
      capabilities: { idempotency: true, recovery: true, encryption: false },
    });
  });
});
