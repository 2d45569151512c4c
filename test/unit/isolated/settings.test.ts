import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { PaymentWidget } from 'payment-widget';
import { findHostError, readFrameSettings, returnUrlFor } from 'payment-widget/isolated/page/host-settings';

const PAGE = 'https://shop.example/cart/checkout';

const elementWith = (settings: object) =>
  ({ proxyUrl: 'https://pay.shop.example/pay', ownerDocument: document, ...settings }) as PaymentWidget;

const codeOf = (settings: object) => findHostError(elementWith(settings))?.code;

describe('the settings of an isolated element', () => {
  before(() => {
    const location = new URL(PAGE);
    Object.assign(globalThis, { document: { location }, origin: location.origin });
  });

  it('are accepted with a proxy on another origin', () => {
    assert.equal(codeOf({}), undefined);
  });

  for (const [code, settings] of [
    ['missing_proxy_url', { proxyUrl: '' }],
    ['invalid_proxy_url', { proxyUrl: 'ftp://pay.example' }],
    ['not_isolated', { proxyUrl: '/pay' }],
    ['isolated_setting', { buildRequest: () => ({}) }],
    ['isolated_setting', { interpretResponse: () => undefined }],
    ['isolated_setting', { networksOf: () => [] }],
    ['isolated_setting', { messages: {} }],
    ['isolated_setting', { currencyExponents: {} }],
    ['invalid_return_url', { returnUrl: 'javascript:alert(1)' }],
  ] as const)
    it(`are the error ${code} with ${Object.keys(settings)[0] ?? ''}`, () => {
      assert.equal(codeOf(settings), code);
    });

  it('reach the frame as plain values, except what the page or the proxy decides', () => {
    const sent = readFrameSettings(elementWith({ amount: 4999, messages: {}, metadata: { a: { b: 1 }, c: 'd' } }), {});
    assert.deepEqual(
      [sent.amount, sent.metadata, 'messages' in sent, 'proxyUrl' in sent],
      [4999, { a: null, c: 'd' }, false, false],
    );
  });

  for (const [address, returnUrl, expected] of [
    [PAGE, 'thanks', 'https://shop.example/cart/thanks?reference=o-1&outcome=paid'],
    [PAGE, '/thanks?a=b', 'https://shop.example/thanks?a=b&reference=o-1&outcome=paid'],
    ['about:srcdoc', 'thanks', 'https://shop.example/cart/thanks?reference=o-1&outcome=paid'],
    [PAGE, '', undefined],
  ] as const)
    it(`lead from ${address} with return-url="${returnUrl}" to ${expected ?? 'no page'}`, (t) => {
      Object.assign(globalThis, { location: new URL(PAGE) });
      const { location } = document;
      t.after(() => {
        Reflect.deleteProperty(globalThis, 'location');
        Object.assign(document, { location });
      });
      Object.assign(document, { location: new URL(address) });
      assert.equal(returnUrlFor(elementWith({ returnUrl }), { outcome: 'paid', reference: 'o-1' }), expected);
    });
});
