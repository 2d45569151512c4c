import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reportStranger, sourceOf } from 'payment-widget/payment/settle-attempt';

it('the console names the cache of a foreign answer, once', (t) => {
  const warn = t.mock.method(console, 'warn', () => undefined);
  for (const age of ['31', '32']) reportStranger(new Response(null, { headers: { Age: age } }), 'other');
  const [text = ''] = (warn.mock.calls[0]?.arguments ?? []) as string[];
  assert.deepEqual([warn.mock.callCount(), /This answer came from a cache \(Age: 31\)/.test(text)], [1, true]);
});

describe('a header of a cache', () => {
  for (const [name, value, isFromCache] of [
    ['Age', '31', true],
    ['X-Cache', 'Hit from cloudfront', true],
    ['CF-Cache-Status', 'HIT', true],
    ['Age', '0', false],
    ['X-Cache', 'Miss from cloudfront', false],
    ['CF-Cache-Status', 'DYNAMIC', false],
  ] as const)
    it(`${name}: ${value} is ${isFromCache ? '' : 'not '}named as the source`, () => {
      assert.equal(sourceOf(new Headers({ [name]: value })).includes(name), isFromCache);
    });
});
