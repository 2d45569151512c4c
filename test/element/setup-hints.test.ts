import { fixture, waitUntil } from '@open-wc/testing';
import { expect, fillIn, mount, mountReady, newMerchant } from '../support/widget.js';

const { warn } = console;
let lines: string[] = [];

beforeEach(() => {
  lines = [];
  console.warn = (...text: unknown[]) => lines.push(text.join(' '));
});
afterEach(() => {
  console.warn = warn;
});

const hints = (name: string) => lines.filter((line) => line.startsWith(`<payment-widget>: ${name}: `));

/** Waits for a hint, and for others that would follow. @returns its lines */
async function hintsNamed(name: string): Promise<string[]> {
  await waitUntil(() => hints(name).length > 0, `logs ${name}, not only ${lines.join()}`, { timeout: 5000 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  return hints(name);
}

/** Pays, and returns the hints. */
async function pay(merchant: string, name: string): Promise<string[]> {
  const widget = await mountReady({ merchant });
  await fillIn(widget);
  await widget.submit();
  await fillIn(widget);
  await widget.submit();
  return hintsNamed(name);
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

describe('The console of a developer', () => {
  it('names the address and the remedy of a proxy that is not there, once', async () => {
    const merchant = newMerchant('status-404');
    const [line, ...others] = await pay(merchant, 'not_found');
    const address = `${location.origin}/merchant/${merchant}/`;
    const isComplete =
      line?.includes(address) &&
      line.includes('Mount the proxy there, or correct proxy-url.') &&
      line.endsWith(' See payment-widget/docs/errors.md#not_found');
    expect([isComplete, others]).to.deep.equal([true, []]);
  });

  it('tells of a proxy without /config that it may be right', async () => {
    await mount({ merchant: newMerchant('bare') });
    const [line] = await hintsNamed('config_unreachable');
    expect(line).to.match(/\/config answered 404\. .* A proxy of your own may leave \/config out\./);
  });

  it('does not ask to mount a proxy without /config', async () => {
    await mount({ merchant: newMerchant('bare') });
    await hintsNamed('config_unreachable');
    expect(lines.filter((line) => line.includes('Mount'))).to.deep.equal([]);
  });

  it('names an unknown order, once', async () => {
    const found = await pay('unknown-order', 'unknown_order');
    expect([found.length, found[0]?.includes('/merchant/unknown-order/v1/payments (reference "order-')]).to.deep.equal([
      1,
      true,
    ]);
  });

  for (const [what, color] of [
    ['the labels are legible on', '#f0f0f0'],
    ['is behind an image over', '#16202e'],
  ] as const) {
    it(`does not warn of the contrast if ${what} a dark page`, async () => {
      const image = what.includes('image') ? 'linear-gradient(#fff, #fff)' : 'none';
      Object.assign(document.body.style, { backgroundColor: '#12141c', backgroundImage: image, color });
      await mountReady();
      await new Promise((resolve) => setTimeout(resolve, 300));
      document.body.removeAttribute('style');
      expect(hints('low_contrast')).to.deep.equal([]);
    });
  }

  it('warns of labels that are hard to read on the page, once', async () => {
    Object.assign(document.body.style, { backgroundColor: '#12141c', color: '#16202e' });
    await mountReady();
    const [line = '', ...others] = await hintsNamed('low_contrast');
    document.body.removeAttribute('style');
    expect([line.includes('a contrast of 1.1 to'), others]).to.deep.equal([true, []]);
  });

  it('reports a missing reference, once', async () => {
    await mountReady({ reference: '' });
    expect(await hintsNamed('missing_reference')).to.have.lengthOf(1);
  });

  it('reports a missing order token, once', async () => {
    await mount({ merchant: newMerchant('token-required') });
    const [line, ...others] = await hintsNamed('order_token_invalid');
    expect([line?.includes('order-token is missing'), others]).to.deep.equal([true, []]);
  });

  it('reports a refused order token', async () => {
    await mount({ merchant: newMerchant('token-required'), orderToken: 'header.payload.forged' });
    const [line] = await hintsNamed('order_token_invalid');
    expect(line).to.contain('the proxy refuses order-token');
  });

  it('reports a proxy that does not answer, once', async () => {
    await fixture(`${tag('', 'http://localhost:1/pay')}></payment-widget>`);
    const [line, ...others] = await hintsNamed('config_unreachable');
    expect([line?.includes('GET http://localhost:1/pay/config got no response'), others]).to.deep.equal([true, []]);
  });

  it('reports each proxy of the page that the policy blocks', async () => {
    const addresses = [newMerchant('test'), newMerchant('test')].map((name) => `${location.origin}/merchant/${name}`);
    for (const address of addresses) await mountReady({ merchant: address.replace(/^.*\//, '') });
    await waitUntil(() => {
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

  it('reports nothing about a page without a mistake', async () => {
    const style = '<style>payment-widget:not(:defined) { display: block; }</style>';
    await fixture(`<main>${style}${tag('')}><p>Please call us.</p></payment-widget>\n</main>`);
    await mountReady();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(lines).to.deep.equal([]);
  });

  it('reports nothing in live mode', async () => {
    await mountReady({ merchant: 'live', reference: '' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(lines).to.deep.equal([]);
  });
});
