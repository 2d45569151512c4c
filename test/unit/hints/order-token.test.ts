import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainRefusal, findOtherOrder, type TokenRefusal } from 'payment-widget/hints/order-token';

/** Nobody verifies it here. */
const tokenOf = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

const EXP = Date.UTC(2026, 10, 29, 14, 2) / 1000;
const NOW = Date.UTC(2026, 10, 29, 15, 10) / 1000;
const ORDER = { reference: 'order-é', amount: 4999, currency: 'EUR' };
const TOKEN = tokenOf({ ...ORDER, exp: EXP });

describe('explainRefusal()', () => {
  for (const [what, refusal, token, expected] of [
    [
      'the times of an expired token',
      { code: 'order_token_expired', now: NOW },
      TOKEN,
      'The order token expired at 2026-11-29 14:02:00 UTC: the clock of the proxy says 2026-11-29 15:10:00 UTC.',
    ],
    ['when a token expired for a proxy that names no time', { code: 'order_token_expired' }, TOKEN, /14:02:00 UTC/],
    ['a missing token', { reason: 'missing' }, undefined, /The element has no order-token/],
    ['a token that a server has dropped', { reason: 'missing' }, TOKEN, /the proxy got none/],
    ['another secret', { reason: 'signature' }, TOKEN, /another secret/],
    ['exp in milliseconds', { reason: 'lifetime' }, tokenOf({ exp: EXP * 1000 }), /is 1795960920000, .* 31 days ahead/],
    ['an exp beyond all dates', { reason: 'lifetime' }, tokenOf({ exp: 1e300 }), /no time/],
    ['a token of another shape', { reason: 'claims' }, tokenOf(null), /lacks a claim/],
    ['a refusal without a reason', {}, TOKEN, /forged, of another secret, or for another order/],
  ] as const satisfies readonly (readonly [string, TokenRefusal, string | undefined, string | RegExp])[]) {
    it(`names ${what}`, () => {
      const { message } = explainRefusal(refusal, token);
      if (typeof expected === 'string') assert.equal(message, expected);
      else assert.match(message, expected);
    });
  }
});

describe('findOtherOrder()', () => {
  for (const [what, shown, expected] of [
    ['the order of the token in another normal form', { ...ORDER, reference: 'order-e\u0301' }, undefined],
    ['a page without a reference', { ...ORDER, reference: undefined }, undefined],
    ['another order', { ...ORDER, reference: 'order-2' }, /"order-2". Expected "order-é"/],
    ['another price', { ...ORDER, amount: 1 }, /shows 1 EUR .* Expected 4999 EUR/],
  ] as const) {
    it(`finds ${expected ? 'a mismatch' : 'nothing'}: ${what}`, () => {
      const message = findOtherOrder(shown, TOKEN)?.message;
      if (expected) assert.match(message ?? '', expected);
      else assert.equal(message, undefined);
    });
  }
});
