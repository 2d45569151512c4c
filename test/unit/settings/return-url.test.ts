import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addOutcome, parseUrl } from 'payment-widget/settings/urls';

const PAGE = 'http://shop.example/checkout/?step=2';

for (const [value, url] of [
  ['/thanks', 'http://shop.example/thanks'],
  ['thanks?a=1#top', 'http://shop.example/checkout/thanks?a=1#top'],
  ['https://www.shop.example/thanks', 'https://www.shop.example/thanks'],
  ...['http://other.example/thanks', 'http://shop.example:8080/thanks', 'https://', ' ', 7],
  ...[
    'javascript:alert(1)',
    ' \tjava\nscript:alert(1)',
    'data:text/html,<h1>Thanks</h1>',
    'blob:http://shop.example/6',
  ],
  ...['file:///etc/hosts', 'https://ada@shop.example/thanks', 'https://shop.example/thanks?key=sk_live_0123456789'],
].map((row) => [row].flat())) {
  it(`parseUrl() returns ${url ?? 'nothing'} for ${JSON.stringify(value)}`, () => {
    assert.equal(parseUrl(value, PAGE), url);
  });
}

for (const [what, url, reference, expected] of [
  ['adds a query', 'https://a.example/', 'o-1', 'https://a.example/?reference=o-1&outcome=paid'],
  ['keeps the query', 'https://a.example/?q=a%20b&q=~#top', 'o-1', '?q=a%20b&q=~&reference=o-1&outcome=paid#top'],
  ['replaces members', 'https://a.example/?outcome=x&a=1&reference=y', 'o-1', '?a=1&reference=o-1&outcome=paid'],
  ['encodes the reference', 'https://a.example/', 'a&b=ü #1', '?reference=a%26b%3D%C3%BC+%231&outcome=paid'],
  ['removes a reference that is not of the order', 'https://a.example/?reference=x', undefined, '?outcome=paid'],
] as const) {
  it(`addOutcome() ${what}`, () => {
    assert.equal(addOutcome(url, { reference, outcome: 'paid' }), new URL(expected, 'https://a.example/').href);
  });
}
