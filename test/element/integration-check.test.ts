import { fixture, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import type { PaymentWidget } from '../../src/index.js';
import { recordGroups } from '../support/console-groups.js';
import { until } from '../support/until.js';
import { expect, fillIn, mount, mountReady, newMerchant, newReference, type Settings } from '../support/widget.js';

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

const hints = (code: string) =>
  groups.flatMap(({ lines }) => lines.map(({ text }) => text)).filter((text) => text.startsWith(`${code}: `));

/** As the browser does when the policy of the page blocks a request. */
function violate(blockedURI: string): void {
  const details = { documentURI: location.href, violatedDirective: 'connect-src', effectiveDirective: 'connect-src' };
  const more = { originalPolicy: "connect-src 'none'", disposition: 'enforce', statusCode: 200, blockedURI } as const;
  document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', { ...details, ...more }));
}

const tag = (rest: string, proxyUrl = '/merchant/test') =>
  `<payment-widget lang="en" proxy-url="${proxyUrl}" amount="4999" currency="EUR" reference="${newReference()}"${rest}`;

/** Adds a widget with more attributes. */
const mountWith = (rest: string) => fixture<PaymentWidget>(`${tag(` ${rest}`)}></payment-widget>`);

/** The codes that a widget finds, with their levels. */
const codesOf = async (widget: PaymentWidget) => (await widget.diagnose()).map(({ code, level }) => `${level} ${code}`);

/** What one finding says. */
async function messageOf(widget: PaymentWidget, code: string): Promise<string> {
  const found = await widget.diagnose();
  const one = found.find((finding) => finding.code === code);
  return one ? `${one.message} ${one.fix}` : `not found among ${found.map(({ code }) => code).join()}`;
}

/** Pays, and returns what the finding says. */
async function messageAfterPayment(merchant: string, code: string): Promise<string> {
  const widget = await mountReady({ merchant });
  await fillIn(widget);
  await widget.submit();
  return messageOf(widget, code);
}

/** Adds a tag as the parser of a page does. */
async function mountIn(page: string): Promise<PaymentWidget> {
  return (await fixture(`<main>${page}</main>`)).querySelector('payment-widget') as PaymentWidget;
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

  it('finds in Live mode, too', async () => {
    expect(await codesOf(await mountReady({ merchant: 'live', reference: '' }))).to.deep.equal([
      'warning missing_reference',
    ]);
  });

  it('links each finding to its description', async () => {
    const widget = await mountWith('theme="dark"');
    const [found] = await widget.diagnose();
    expect(found).to.include({ docs: 'payment-widget/docs/integration-check.md#unknown_attribute' });
  });
});

describe('diagnose() of a proxy', () => {
  it('names the address and the remedy of one that is not there', async () => {
    const merchant = newMerchant('status-404');
    const message = await messageAfterPayment(merchant, 'not_found');
    expect(message).to.contain(`${location.origin}/merchant/${merchant}/`);
    expect(message).to.match(/Mount the proxy there, or correct proxy-url\./);
  });

  it('says of one without /config that it may be right, and does not ask to mount it', async () => {
    const message = await messageOf(await mount({ merchant: newMerchant('bare') }), 'config_unreachable');
    expect(message).to.match(/^(?!.*Mount).*\/config answered 404\. .* A proxy of your own may leave \/config out\./);
  });

  it('names an unknown order', async () => {
    const message = await messageAfterPayment('unknown-order', 'unknown_order');
    expect(message).to.contain('/merchant/unknown-order/v1/payments (reference "order-');
  });

  it('finds a missing order token, and a refused one', async () => {
    const merchant = 'token-required';
    const messages = [{}, { orderToken: 'header.payload.forged' }].map(async (settings) =>
      messageOf(await mount({ merchant, ...settings }), 'order_token_invalid'),
    );
    const [missing, refused] = await Promise.all(messages);
    expect(missing).to.contain('order-token is missing');
    expect(refused).to.contain('the proxy refuses order-token');
  });

  it('finds that it does not answer', async () => {
    const widget = await fixture<PaymentWidget>(`${tag('', 'http://localhost:1/pay')}></payment-widget>`);
    const message = await messageOf(widget, 'config_unreachable');
    expect(message).to.contain('GET http://localhost:1/pay/config got no response');
  });

  it('finds a web server that answers with its start page', async () => {
    const message = await messageOf(await mount({ merchant: 'start-page' }), 'not_found');
    expect(message).to.contain('answered 200 with text/html, not with JSON');
  });
});

describe('diagnose() of markup', () => {
  for (const [what, following] of [
    ['a heading', '<h2>Delivery</h2>'],
    ['a paragraph that is indented like it', '\n      <p>We deliver on Mondays.</p>\n    '],
  ] as const) {
    it(`finds a tag that is not closed, and contains ${what}`, async () => {
      const codes = await codesOf(await mountIn(`\n      ${tag('')} />${following}`));
      expect(codes.join()).to.contain('unclosed_tag');
    });
  }

  it('finds text for a blocked script without the style sheet, and no unclosed tag', async () => {
    const codes = await codesOf(await mountIn(`\n  ${tag('')}>\n    <p>Please call us.</p>\n  </payment-widget>\n`));
    expect(codes.join()).to.contain('missing_style_sheet').and.not.contain('unclosed_tag');
  });
});

describe('diagnose() of colours', () => {
  afterEach(() => {
    document.body.removeAttribute('style');
  });

  it('finds labels that are hard to read on the page', async () => {
    Object.assign(document.body.style, { backgroundColor: '#12141c', color: '#16202e' });
    expect(await messageOf(await mountReady(), 'low_contrast')).to.contain('a contrast of 1.1 to');
  });

  for (const [what, color, backgroundImage] of [
    ['labels that are legible on a dark page', '#f0f0f0', 'none'],
    ['an image over a dark page', '#16202e', 'linear-gradient(#fff, #fff)'],
  ] as const) {
    it(`finds nothing wrong with ${what}`, async () => {
      Object.assign(document.body.style, { backgroundColor: '#12141c', backgroundImage, color });
      expect(await codesOf(await mountReady())).to.deep.equal([]);
    });
  }

  it('finds nothing wrong with a page that is dark by a meta tag', async () => {
    addToHead(document.createElement('meta'), { name: 'color-scheme', content: 'dark' });
    expect(await codesOf(await mountReady())).to.deep.equal([]);
  });
});

describe('The console of a developer', () => {
  it('shows everything in one collapsed group: the findings of diagnose(), with their levels', async () => {
    const widget = await mountReady({
      reference: '',
      content: html`<p slot="heading" id="same"></p>
        <p slot="header" id="same"></p>`,
    });
    await until(() => hints('unknown_slot').length > 0);
    const found = await widget.diagnose();
    const methods = { error: 'error', warning: 'warn', note: 'info' } as const;
    const lines = found.map(({ code, level, message, fix, docs }) => ({
      method: methods[level],
      text: `${code}: ${message} ${fix} See ${docs}`,
    }));
    expect(groups).to.deep.equal([
      { title: '<payment-widget>: 3 findings about this page. See payment-widget/docs/integration-check.md', lines },
    ]);
  });

  it('shows the findings of several forms in one group', async () => {
    const forms = ['first', 'second'].map((name) => `${tag(` theme-${name}="x"`)}></payment-widget>`);
    await fixture(`<main>${forms.join('')}</main>`);
    await until(() => hints('unknown_attribute').length > 0);
    expect(groups.map(({ lines }) => lines.length)).to.deep.equal([2]);
  });

  it('shows nothing of a good form or of Live mode, and all findings again with a new one', async () => {
    await mountReady();
    await mountReady({ merchant: 'live', reference: '' });
    for (const name of ['third', 'fourth']) {
      await mountWith(`theme-${name}="x"`);
      await until(() => hints('unknown_attribute').some((line) => line.includes(`theme-${name}`)));
    }
    const codes = groups.map(({ lines }) => lines.map(({ text }) => text.split(':')[0]));
    expect(codes).to.deep.equal([['unknown_attribute'], ['unknown_attribute', 'unknown_attribute']]);
    expect(others).to.deep.equal([]);
  });
});

/** The last one, since the page remembers them. */
describe('diagnose() after violations of the policy of the page', () => {
  it('finds each proxy that it blocks', async () => {
    const paths = [newMerchant('test'), newMerchant('test')].map((name) => `/merchant/${name}`);
    for (const path of paths) {
      const widget = await mountReady({ merchant: path.replace('/merchant/', '') });
      await widget.diagnose(); // which listens from then on
      violate(`${location.origin}${path}/config`);
      const messages = (await widget.diagnose()).map(({ code, message }) => `${code} ${message}`);
      expect(messages.join()).to.match(new RegExp(`blocked_by_csp [^,]*${path}/config`));
    }
  });
});
