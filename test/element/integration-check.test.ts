import { html } from 'lit';
import type { Finding, PaymentWidget } from 'payment-widget';
import { recordGroups } from './console-groups.js';
import { until } from '../support/until.js';
import { expect, fillIn, find, input, mount, mountReady, newMerchant, part, textOf } from '../support/widget.js';

const { groups, others } = recordGroups();

/** As the browser does when the policy of the page blocks a request. */
function violate(blockedURI: string): void {
  const details = { documentURI: location.href, violatedDirective: 'connect-src', effectiveDirective: 'connect-src' };
  const more = { originalPolicy: "connect-src 'none'", disposition: 'enforce', statusCode: 200, blockedURI } as const;
  document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', { ...details, ...more }));
}

const codesOf = async (widget: PaymentWidget) => (await widget.diagnose()).map(({ code }) => code);

describe('diagnose()', () => {
  it('finds nothing on a good page', async () => {
    expect(await (await mountReady()).diagnose()).to.deep.equal([]);
  });

  it('finds a wrong setting first', async () => {
    const widget = await mount({ amount: '49.99', reference: '' });
    expect(await codesOf(widget)).to.deep.equal(['invalid_amount', 'missing_reference']);
  });

  it('answers for an element that is not on the page', async () => {
    expect(await codesOf(document.createElement('payment-widget'))).to.deep.equal(['missing_reference']);
  });

  it('finds a web server that answers with its start page', async () => {
    expect(await codesOf(await mount({ merchant: 'start-page' }))).to.deep.equal(['not_found']);
  });

  it('names the address of a payment that reached no proxy', async () => {
    const merchant = newMerchant('status-404');
    const widget = await mountReady({ merchant });
    await fillIn(widget);
    await widget.submit();
    const found = (await widget.diagnose()).find(({ code }) => code === 'not_found');
    expect(found?.message).to.contain(`POST ${location.origin}/merchant/${merchant}/v1/payments (reference "order-`);
  });

  it('finds another price than that of the order token', async () => {
    const claims = btoa(JSON.stringify({ amount: 5999, currency: 'EUR' })).replace(/=/g, '');
    const widget = await mountReady({ orderToken: `eyJhbGciOiJIUzI1NiJ9.${claims}.c2lnbmF0dXJl` });
    const [found] = await widget.diagnose();
    expect([found?.code, found?.message]).to.deep.equal([
      'order_mismatch',
      'The page shows 4999 EUR (amount, currency). Expected 5999 EUR, as in order-token.',
    ]);
  });

  it('finds an unknown outcome', async () => {
    const widget = await mountReady({ merchant: 'stays-unknown' });
    await fillIn(widget);
    await widget.submit();
    expect(await codesOf(widget)).to.deep.equal(['service_error']);
  });

  it('finds a length without a unit', async () => {
    const widget = await mountReady();
    widget.style.cssText = '--payment-widget-radius: 24; --payment-widget-line-height: 2; --payment-widget-gap: 8px';
    expect((await widget.diagnose()).map(({ fix }) => fix)).to.deep.equal(['Write 24px.']);
  });

  it('finds misspelled attributes, properties and custom properties', async () => {
    const widget = await mountReady();
    widget.setAttribute('return-uri', '/thanks');
    Object.assign(widget, { proxyURL: '/pay' });
    widget.style.cssText = '--payment-widget-acent: red; --payment-widget-on-accent: white';
    expect((await widget.diagnose()).map(({ fix }) => fix)).to.deep.equal([
      'Write return-url in place of return-uri.',
      'Write proxyUrl in place of proxyURL.',
      'Write --payment-widget-accent in place of --payment-widget-acent.',
    ]);
  });

  it('finds a form without room, unless it is hidden', async () => {
    const widget = await mountReady();
    widget.style.inlineSize = '53px';
    const found = await codesOf(widget);
    widget.hidden = true;
    expect([found, await codesOf(widget)]).to.deep.equal([['too_narrow'], []]);
  });

  it('finds that the style sheet for text inside the element is missing', async () => {
    const widget = await mountReady({ content: html`<p>Call us.</p>` });
    expect(await codesOf(widget)).to.deep.equal(['missing_style_sheet']);
  });
});

describe('The form of a developer', () => {
  for (const merchant of ['start-page', 'status-404'])
    it(`shows a wrong address of the proxy before a payment: ${merchant}`, async () => {
      const widget = await mountReady({ merchant: newMerchant(merchant) });
      await until(() => find(widget, '[part=setup-error]'));
      expect(textOf(part(widget, '[part=setup-error]'))).to.match(/proxy-url/);
      expect(input(widget, 'cc-number').checkVisibility()).to.equal(true);
    });

  it('shows why the proxy refuses the order token before a payment, until the page has a new one', async () => {
    const tokenOf = (signature: string) =>
      `eyJhbGciOiJIUzI1NiJ9.${btoa('{"exp":1700000000}').replace(/=/g, '')}.${signature}`;
    const widget = await mount({ merchant: 'token-required', orderToken: tokenOf('expired') });
    await until(() => find(widget, '[part=setup-error]'));
    expect(textOf(part(widget, '[part=setup-error]'))).to.contain('expired at 2023-11-14 22:13:20 UTC');
    widget.orderToken = tokenOf('valid');
    await until(() => !find(widget, '[part=setup-error]'));
  });

  it('names a misspelled attribute in the console although the form has no proxy', async () => {
    const before = groups.length;
    const widget = await mount();
    widget.removeAttribute('proxy-url');
    widget.setAttribute('proxyurl', '/pay');
    await until(() => groups.length > before);
    expect(groups.at(-1)?.lines.map(({ text }) => text.split(':')[0])).to.deep.equal(['unknown_name']);
  });

  it('shows nothing more once the address is right, or in Live mode', async () => {
    const widget = await mountReady({ merchant: 'start-page' });
    await until(() => find(widget, '[part=setup-error]'));
    widget.proxyUrl = '/merchant/live';
    await until(() => !find(widget, '[part=setup-error]'));
  });
});

describe('The console of a developer', () => {
  it('shows the findings in one group, each once, and none of a good form or of Live mode', async () => {
    await mountReady();
    await mountReady({ merchant: 'live', reference: '' });
    const merchants = [newMerchant('start-page'), newMerchant('start-page')];
    const found: Finding[] = [];
    for (const [index, merchant] of merchants.entries()) {
      const widget = await mount({ merchant });
      await until(() => groups.length > index);
      found.push(...(await widget.diagnose()));
    }
    expect(groups).to.deep.equal(
      found.map(({ code, message, fix, docs }) => ({
        title: '<payment-widget>: 1 finding about this page. See payment-widget/docs/integration-check.md',
        lines: [{ method: 'error', text: `${code}: ${message} ${fix} See ${docs}` }],
      })),
    );
    expect(others).to.deep.equal([]);
  });
});

/** The last one, since the page remembers them. */
describe('diagnose() after violations of the policy of the page', () => {
  it('finds each proxy that it blocks', async () => {
    for (const merchant of [newMerchant('test'), newMerchant('test')]) {
      const widget = await mountReady({ merchant });
      await widget.diagnose(); // which listens from then on
      violate(`${location.origin}/merchant/${merchant}/config`);
      const messages = (await widget.diagnose()).map(({ code, message }) => `${code} ${message}`);
      expect(messages.join()).to.match(new RegExp(`blocked_by_csp [^,]*${merchant}/config`));
    }
  });
});
