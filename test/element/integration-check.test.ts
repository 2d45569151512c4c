import { fixture } from '@open-wc/testing';
import type { Finding, PaymentWidget } from '../../src/index.js';
import { recordGroups } from './console-groups.js';
import { until } from '../support/until.js';
import { expect, fillIn, mount, mountReady, newMerchant } from '../support/widget.js';

const { groups, others } = recordGroups();

/** As the browser does when the policy of the page blocks a request. */
function violate(blockedURI: string): void {
  const details = { documentURI: location.href, violatedDirective: 'connect-src', effectiveDirective: 'connect-src' };
  const more = { originalPolicy: "connect-src 'none'", disposition: 'enforce', statusCode: 200, blockedURI } as const;
  document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', { ...details, ...more }));
}

const codesOf = async (widget: PaymentWidget) => (await widget.diagnose()).map(({ code }) => code);

/** Adds a form to a page that has text for a blocked script. */
async function mountWithText(rules: string): Promise<PaymentWidget> {
  const attributes = 'proxy-url="/merchant/test" amount="1" currency="EUR" reference="order-1"';
  const form = `<payment-widget ${attributes}><p>Call us.</p></payment-widget>`;
  return (await fixture(`<main><style>${rules}</style>${form}</main>`)).querySelector(
    'payment-widget',
  ) as PaymentWidget;
}

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

  for (const [rules, expected] of [
    ['', ['missing_style_sheet']],
    ['payment-widget:not(:defined) { display: block }', []],
  ] as const) {
    it(`finds ${expected.join() || 'nothing'} with text inside the element and the rules "${rules}"`, async () => {
      expect(await codesOf(await mountWithText(rules))).to.deep.equal(expected);
    });
  }
});

describe('The console of a developer', () => {
  it('shows the findings in one group, each once, and none of a good form or of Live mode', async () => {
    await mountReady();
    await mountReady({ merchant: 'live', reference: '' });
    const merchants = [newMerchant('start-page'), newMerchant('start-page')];
    const found: Finding[] = [];
    for (const [index, merchant] of merchants.entries()) {
      const widget = await mount({ merchant, mode: 'test' });
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
