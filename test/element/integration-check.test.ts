import { fixture, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import type { PaymentWidget } from '../../src/index.js';
import { recordGroups } from '../support/console-groups.js';
import { until } from '../support/until.js';
import { expect, fillIn, mount, mountReady, newMerchant, type Settings } from '../support/widget.js';

const { groups, others } = recordGroups();

beforeEach(() => {
  document.documentElement.lang = 'en';
  const viewport = Object.assign(document.createElement('meta'), { name: 'viewport', content: 'width=device-width' });
  document.head.append(viewport);
});
afterEach(() => {
  for (const added of document.head.querySelectorAll(
    'meta[name=viewport], meta[name=color-scheme], meta[http-equiv], script[data-test]',
  )) {
    added.remove();
  }
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 400));

const hints = (code: string) =>
  groups.flatMap(({ lines }) => lines.map(({ text }) => text)).filter((text) => text.startsWith(`${code}: `));

/** Waits for a line of the console, and for others that would follow. @returns the lines with this code */
async function hintsNamed(code: string): Promise<string[]> {
  await until(() => hints(code).length > 0);
  await pause();
  return hints(code);
}

/** Pays twice, and returns the lines. */
async function pay(merchant: string, code: string): Promise<string[]> {
  const widget = await mountReady({ merchant });
  await fillIn(widget);
  await widget.submit();
  await fillIn(widget);
  await widget.submit();
  return hintsNamed(code);
}

/** As the browser does when the policy of the page blocks a request. */
function violate(blockedURI: string): void {
  const details = { documentURI: location.href, violatedDirective: 'connect-src', effectiveDirective: 'connect-src' };
  const more = { originalPolicy: "connect-src 'none'", disposition: 'enforce', statusCode: 200, blockedURI } as const;
  document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', { ...details, ...more }));
}

let orders = 0;
const tag = (rest: string, proxyUrl = '/merchant/test') =>
  `<payment-widget lang="en" proxy-url="${proxyUrl}" amount="4999" currency="EUR" reference="hints-${orders++}"${rest}`;

/** Adds a widget with more attributes. */
const mountWith = (rest: string) => fixture<PaymentWidget>(`${tag(` ${rest}`)}></payment-widget>`);

/** The codes that a widget finds, with their levels. */
const codesOf = async (widget: PaymentWidget) => (await widget.diagnose()).map(({ code, level }) => `${level} ${code}`);

/** The message of one finding. */
async function messageOf(widget: PaymentWidget, code: string): Promise<string> {
  const found = await widget.diagnose();
  return found.find((one) => one.code === code)?.message ?? `not found among ${found.map(({ code }) => code).join()}`;
}

function addToHead(element: HTMLElement, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.head.append(element);
}

const withContent = (content: TemplateResult): Settings => ({ content });

describe('diagnose()', () => {
  it('finds nothing on a good page', async () => {
    const good = html`<label slot="before-button">Terms <input type="checkbox" name="terms" /></label>`;
    expect(await (await mountReady(withContent(good))).diagnose()).to.deep.equal([]);
  });

  it('finds nothing wrong with names of data, listeners and frameworks', async () => {
    const names =
      'data-theme="x" aria-label="x" onpayment-ready="" ng-version="1" _ngcontent-x v-cloak id="w" style="" part="p"';
    expect(await codesOf(await mountWith(names))).to.deep.equal([]);
  });

  for (const [attribute, expected] of [
    ['requestTimeout="1000"', 'has no attribute requesttimeout, so it has no effect. Expected request-timeout.'],
    ['test-cards', 'has no attribute test-cards, so it has no effect. Expected test-card.'],
    ['descripton="x"', 'has no attribute descripton, so it has no effect. Expected description.'],
    ['request_timeout="1"', 'has no attribute request_timeout, so it has no effect. Expected request-timeout.'],
    ['prefill="{}"', 'has no attribute prefill, so it has no effect. Expected the property prefill.'],
    ['theme="dark"', 'has no attribute theme, so it has no effect. Expected a known name.'],
  ] as const) {
    it(`says of ${attribute}: ${expected}`, async () => {
      expect(await messageOf(await mountWith(attribute), 'unknown_attribute')).to.contain(expected);
    });
  }

  it('finds an attribute in the wrong case that prevents the payment, and the error first', async () => {
    const markup = '<payment-widget proxyUrl="/pay" amount="1" currency="EUR" reference="r"></payment-widget>';
    expect(await codesOf(await fixture<PaymentWidget>(markup))).to.deep.equal([
      'error missing_proxy_url',
      'warning unknown_attribute',
    ]);
  });

  it('repeats no value of an attribute', async () => {
    const found = await (
      await mountWith('card-number="4242424242424242" token-hint="sk_test_1234567890abcdef"')
    ).diagnose();
    expect(JSON.stringify(found)).to.match(/^(?!.*(4242|sk_test)).*card-number/);
  });

  it('finds content in an unknown slot', async () => {
    const widget = await mountReady(withContent(html`<p slot="before-buttons">x</p>`));
    expect(await messageOf(widget, 'unknown_slot')).to.contain('slot="before-buttons"');
  });

  for (const [code, control] of [
    ['note unnamed_control', html`<label slot="before-button">Terms <input type="checkbox" /></label>`],
    ['warning unlabeled_control', html`<input slot="before-button" type="checkbox" name="terms" />`],
  ] as const) {
    it(`finds a control in the form: ${code}`, async () => {
      expect(await codesOf(await mountReady(withContent(control)))).to.deep.equal([code]);
    });
  }

  it('finds ids that the page has twice', async () => {
    const widget = await mountReady(
      withContent(
        html`<p slot="header" id="twice"></p>
          <p slot="footer" id="twice"></p>`,
      ),
    );
    expect(await messageOf(widget, 'duplicate_id')).to.contain('the id "twice". Expected each id once.');
  });

  it('finds a document without a language', async () => {
    document.documentElement.lang = '';
    expect(await codesOf(await mountReady())).to.deep.equal(['warning missing_lang']);
  });

  it('finds a page without a viewport, unless it is in a frame', async () => {
    document.querySelector('meta[name=viewport]')?.remove();
    const expected = self === top ? ['warning missing_viewport'] : [];
    expect(await codesOf(await mountReady())).to.deep.equal(expected);
  });

  it('finds a Test key on a page that expects Live', async () => {
    expect(await codesOf(await mountReady({ mode: 'live' }))).to.deep.equal(['warning test_key']);
  });

  it('finds scripts of other origins without a hash, without their query', async () => {
    const script = { src: 'https://cdn.example/a.js?key=secret', type: 'text/plain', 'data-test': '' };
    addToHead(document.createElement('script'), script);
    addToHead(document.createElement('script'), { ...script, src: 'https://cdn.example/b.js', integrity: 'sha256-x' });
    expect(await messageOf(await mountReady(), 'foreign_script')).to.match(/card: https:\/\/cdn\.example\/a\.js\. /);
  });

  for (const [policy, isBlocked] of [
    ["default-src *; form-action 'self'", true],
    ["form-action 'none'", true],
    ['form-action https://other.example', true],
    ["form-action 'self' https://bank.example", false],
    ['form-action *.example', false],
    ['form-action https://bank.example/confirm/', false],
    ['form-action https:', false],
  ] as const) {
    it(`finds ${isBlocked ? 'a' : 'no'} blocked action under the policy ${policy}`, async () => {
      addToHead(document.createElement('meta'), { 'http-equiv': 'content-security-policy', content: policy });
      const found = await codesOf(await mountWith('action-origins="https://bank.example"'));
      expect(found.includes('error blocked_form_action')).to.equal(isBlocked);
    });
  }

  it('answers for an element that is not on the page', async () => {
    expect(await codesOf(document.createElement('payment-widget'))).to.deep.equal(['error not_in_document']);
  });

  it('finds in Live mode, too, and logs nothing', async () => {
    const found = await codesOf(await mountReady({ merchant: 'live', reference: '' }));
    await pause();
    expect([found, groups, others]).to.deep.equal([['warning missing_reference'], [], []]);
  });

  it('logs nothing that the console does not have', async () => {
    const widget = await mountReady();
    await pause();
    await widget.diagnose();
    await pause();
    expect([groups, others]).to.deep.equal([[], []]);
  });

  it('links each finding to its description', async () => {
    const widget = await mountWith('theme="dark"');
    const [found] = await widget.diagnose();
    expect(found).to.include({ docs: 'payment-widget/docs/integration-check.md#unknown_attribute' });
  });
});

describe('The console of a developer', () => {
  it('shows everything in one collapsed group: the findings of diagnose()', async () => {
    const widget = await mountReady({
      reference: '',
      content: html`<p slot="heading" id="same"></p>
        <p slot="header" id="same"></p>`,
    });
    await hintsNamed('unknown_slot');
    const found = await widget.diagnose();
    const lines = found.map(({ code, message, fix, docs }) => `${code}: ${message} ${fix} See ${docs}`);
    expect(groups.map(({ title, lines }) => [title, lines.map(({ text }) => text)])).to.deep.equal([
      ['<payment-widget>: 3 findings about this page. See payment-widget/docs/integration-check.md', lines],
    ]);
  });

  it('shows the level of each finding', async () => {
    await mountWith('theme-one="x" proxy-url="/merchant/test"');
    await hintsNamed('unknown_attribute');
    expect(groups[0]?.lines.map(({ method }) => method)).to.deep.equal(['warn']);
  });

  it('shows the findings of several forms in one group', async () => {
    const forms = ['first', 'second'].map((name) => `${tag(` theme-${name}="x"`)}></payment-widget>`);
    await fixture(`<main>${forms.join('')}</main>`);
    await hintsNamed('unknown_attribute');
    expect(groups.map(({ lines }) => lines.length)).to.deep.equal([2]);
  });

  it('names the address and the remedy of a proxy that is not there, once', async () => {
    const merchant = newMerchant('status-404');
    const [line, ...more] = await pay(merchant, 'not_found');
    const address = `${location.origin}/merchant/${merchant}/`;
    const isComplete =
      line?.includes(address) &&
      line.includes('Mount the proxy there, or correct proxy-url.') &&
      line.endsWith(' See payment-widget/docs/errors.md#not_found');
    expect([isComplete, more]).to.deep.equal([true, []]);
  });

  it('tells of a proxy without /config that it may be right', async () => {
    await mount({ merchant: newMerchant('bare') });
    const [line] = await hintsNamed('config_unreachable');
    expect(line).to.match(/\/config answered 404\. .* A proxy of your own may leave \/config out\./);
  });

  it('does not ask to mount a proxy without /config', async () => {
    await mount({ merchant: newMerchant('bare') });
    const lines = await hintsNamed('config_unreachable');
    expect(lines.filter((line) => line.includes('Mount'))).to.deep.equal([]);
  });

  it('names an unknown order, once', async () => {
    const found = await pay('unknown-order', 'unknown_order');
    const isNamed = found[0]?.includes('/merchant/unknown-order/v1/payments (reference "order-');
    expect([found.length, isNamed]).to.deep.equal([1, true]);
  });

  for (const [what, color] of [
    ['the labels are legible on', '#f0f0f0'],
    ['is behind an image over', '#16202e'],
  ] as const) {
    it(`does not warn of the contrast if ${what} a dark page`, async () => {
      const image = what.includes('image') ? 'linear-gradient(#fff, #fff)' : 'none';
      Object.assign(document.body.style, { backgroundColor: '#12141c', backgroundImage: image, color });
      await mountReady();
      await pause();
      document.body.removeAttribute('style');
      expect(groups).to.deep.equal([]);
    });
  }

  it('does not warn of the contrast if the page is dark by a meta tag', async () => {
    addToHead(document.createElement('meta'), { name: 'color-scheme', content: 'dark' });
    expect(await codesOf(await mountReady())).to.deep.equal([]);
  });

  it('warns of labels that are hard to read on the page, once', async () => {
    Object.assign(document.body.style, { backgroundColor: '#12141c', color: '#16202e' });
    await mountReady();
    const [line = '', ...more] = await hintsNamed('low_contrast');
    document.body.removeAttribute('style');
    expect([line.includes('a contrast of 1.1 to'), more]).to.deep.equal([true, []]);
  });

  it('reports a missing order token, once', async () => {
    await mount({ merchant: newMerchant('token-required') });
    const [line, ...more] = await hintsNamed('order_token_invalid');
    expect([line?.includes('order-token is missing'), more]).to.deep.equal([true, []]);
  });

  it('reports a refused order token', async () => {
    await mount({ merchant: newMerchant('token-required'), orderToken: 'header.payload.forged' });
    const [line] = await hintsNamed('order_token_invalid');
    expect(line).to.contain('the proxy refuses order-token');
  });

  it('reports a proxy that does not answer, once', async () => {
    await fixture(`${tag('', 'http://localhost:1/pay')}></payment-widget>`);
    const [line, ...more] = await hintsNamed('config_unreachable');
    expect([line?.includes('GET http://localhost:1/pay/config got no response'), more]).to.deep.equal([true, []]);
  });

  it('reports each proxy of the page that the policy blocks', async () => {
    const addresses = [newMerchant('test'), newMerchant('test')].map((name) => `${location.origin}/merchant/${name}`);
    for (const address of addresses) await mountReady({ merchant: address.replace(/^.*\//, '') });
    await until(() => {
      for (const address of addresses) violate(`${address}/config`);
      return addresses.every((address) => hints('blocked_by_csp').some((line) => line.includes(`${address}/config.`)));
    });
  });

  it('reports a web server that answers with its start page', async () => {
    await mount({ merchant: 'start-page' });
    const [line] = await hintsNamed('not_found');
    expect(line).to.contain('answered 200 with text/html, not with JSON');
  });

  for (const [what, following] of [
    ['a heading', '<h2>Delivery</h2>'],
    ['a paragraph that is indented like it', '\n      <p>We deliver on Mondays.</p>\n    '],
  ] as const) {
    it(`reports a tag that is not closed, and contains ${what}, once`, async () => {
      await fixture(`<main>\n      ${tag('')} />${following}</main>`);
      expect(await hintsNamed('unclosed_tag')).to.have.lengthOf(1);
    });
  }

  it('reports text for a blocked script without the style sheet, and no unclosed tag', async () => {
    await fixture(`<main>\n  ${tag('')}>\n    <p>Please call us.</p>\n  </payment-widget>\n</main>`);
    expect([(await hintsNamed('missing_style_sheet')).length, hints('unclosed_tag')]).to.deep.equal([1, []]);
  });

  it('shows nothing about a page without a mistake', async () => {
    const style = '<style>payment-widget:not(:defined) { display: block; }</style>';
    await fixture(`<main>${style}${tag('')}><p>Please call us.</p></payment-widget>\n</main>`);
    await mountReady();
    await pause();
    expect([groups, others]).to.deep.equal([[], []]);
  });

  it('shows what is wrong besides an error of a setting', async () => {
    await fixture('<payment-widget amount="1" currency="EUR" reference="r" proxy-uri="/pay"></payment-widget>');
    const [line] = await hintsNamed('unknown_attribute');
    expect([line?.includes('Expected proxy-url.'), hints('missing_proxy_url').length]).to.deep.equal([true, 1]);
  });

  it('shows no group for an error of a setting alone, which has its own line', async () => {
    await fixture('<payment-widget amount="1" currency="EUR" reference="r"></payment-widget>');
    await pause();
    expect([groups.length, others.map((line) => line.slice(0, 36))]).to.deep.equal([
      0,
      ['<payment-widget>: missing_proxy_url:'],
    ]);
  });

  it('shows nothing in live mode', async () => {
    await mountReady({ merchant: 'live', reference: '' });
    await pause();
    expect(groups).to.deep.equal([]);
  });
});
