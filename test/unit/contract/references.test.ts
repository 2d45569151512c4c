import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalReference, isReference } from 'payment-widget/contract/order';
import vectors from 'payment-widget-testing/vectors/names.json' with { type: 'json' };

describe('the reference of an order', () => {
  for (const { reference, valid } of vectors.references) {
    it(`${JSON.stringify(reference).slice(0, 40)} of ${reference.length} units is ${valid ? 'valid' : 'invalid'}`, () => {
      assert.equal(isReference(reference), valid);
    });
  }

  it('is the same in each Unicode spelling, and no other one', () => {
    const isSame = ([one = '', other = '']: string[]) => canonicalReference(one) === canonicalReference(other);
    assert.deepEqual([vectors.same.filter((pair) => !isSame(pair)), vectors.different.filter(isSame)], [[], []]);
  });
});
