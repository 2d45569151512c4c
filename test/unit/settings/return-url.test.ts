import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addOutcome, parseReturnUrl } from '../../../src/settings/return-url.js';

const PAGE = 'http://shop.example/checkout/?step=2';

describe('parseReturnUrl()', () => {
  const accepted: readonly (readonly [value: string, url: string])[] = [
    ['/thanks', 'http://shop.example/thanks'],
    ['thanks?a=1#top', 'http://shop.example/checkout/thanks?a=1#top'],
    ['https://www.shop.example/thanks', 'https://www.shop.example/thanks'],
    ['http://shop.example/thanks', 'http://shop.example/thanks'],
  ];
  for (const [value, url] of accepted) {
    it(`accepts ${value}`, () => {
      assert.equal(parseReturnUrl(value, PAGE), url);
    });
  }

  for (const value of [
    'http://other.example/thanks',
    'http://shop.example:8080/thanks',
    'javascript:alert(1)',
    ' \tjava\nscript:alert(1)',
    'data:text/html,<h1>Thanks</h1>',
    'blob:http://shop.example/6f0e',
    'file:///etc/hosts',
    'about:blank',
    'https://ada@shop.example/thanks',
    'https://shop.example/thanks?key=sk_live_0123456789',
    'https://',
    ' ',
    7,
  ]) {
    it(`rejects ${JSON.stringify(value)}`, () => {
      assert.equal(parseReturnUrl(value, PAGE), undefined);
    });
  }
});

describe('addOutcome()', () => {
  const reference = 'order-1042';
  const written: readonly (readonly [what: string, url: string, expected: string])[] = [
    ['adds a query', 'https://a.example/thanks', 'https://a.example/thanks?reference=order-1042&outcome=paid'],
    [
      'keeps the query as it is, and the fragment',
      'https://a.example/?q=a%20b&q=~#top',
      'https://a.example/?q=a%20b&q=~&reference=order-1042&outcome=paid#top',
    ],
    [
      'replaces members of the same names',
      'https://a.example/?outcome=unknown&a=1&reference=x&reference=y',
      'https://a.example/?a=1&reference=order-1042&outcome=paid',
    ],
  ];
  for (const [what, url, expected] of written) {
    it(what, () => {
      assert.equal(addOutcome(url, { reference, outcome: 'paid' }), expected);
    });
  }

  it('encodes the reference', () => {
    const url = new URL(addOutcome('https://a.example/', { reference: 'a&b=ü #1', outcome: 'pending' }));
    assert.deepEqual(
      [url.searchParams.get('reference'), url.searchParams.get('outcome'), url.hash],
      ['a&b=ü #1', 'pending', ''],
    );
  });

  it('leaves out a missing reference, also one of the page', () => {
    const url = addOutcome('https://a.example/?reference=x', { reference: undefined, outcome: 'paid' });
    assert.equal(url, 'https://a.example/?outcome=paid');
  });
});
