import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findMisspelled } from 'payment-widget/hints/spelling';

const ATTRIBUTES = ['proxy-url', 'return-url', 'order-token', 'amount', 'mode', 'fields', 'disabled'];

describe('findMisspelled()', () => {
  for (const [given, meant] of [
    ['proxyurl', 'proxy-url'],
    ['return-uri', 'return-url'],
    ['ammount', 'amount'],
    ['locale', 'lang'],
  ] as const) {
    it(`says that ${given} is ${meant}`, () => {
      assert.deepEqual(findMisspelled([given], ATTRIBUTES), [[given, meant]]);
    });
  }

  for (const name of [
    'mode',
    'id',
    'class',
    'title',
    'role',
    'data-order',
    'aria-label',
    'nonce',
    'hidden',
    'inert',
    'slot',
  ])
    it(`leaves ${name} alone`, () => {
      assert.deepEqual(findMisspelled([name], ATTRIBUTES), []);
    });

  it('finds a custom property', () => {
    const known = ['--payment-widget-accent', '--payment-widget-on-accent', '--payment-widget-text'];
    const given = ['--payment-widget-acent', '--payment-widget-logo'];
    assert.deepEqual(findMisspelled(given, known), [['--payment-widget-acent', '--payment-widget-accent']]);
  });
});
