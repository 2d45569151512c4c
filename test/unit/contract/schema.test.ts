import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paymentRequest, problem, proxyConfig, resolvedPayment } from '../../../src/contract/schema.js';
import { PAN, samplePayment } from '../../support/sample-payment.js';

const accepts = (body: unknown) => paymentRequest().safeParse(body).success;

/** A payment with one member changed, or removed if the value is `undefined`. */
function paymentWith(path: string, value: unknown): object {
  const payment = structuredClone(samplePayment()) as unknown as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  let target = payment;
  for (const name of names) target = (target[name] ??= {}) as Record<string, unknown>;
  if (value === undefined) Reflect.deleteProperty(target, last);
  else target[last] = value;
  return payment;
}

describe('paymentRequest()', () => {
  it('accepts the body that the widget sends', () => {
    assert.deepEqual(paymentRequest().parse(samplePayment()), samplePayment());
  });

  for (const [path, value] of [
    ['reference', undefined],
    ['description', 'A thousand roses'],
    ['customer', undefined],
    ['customer.email', 'ada@example.com'],
    ['customer.phone', '+44 20 7946 0000'],
    ['customer.postal_code', 'SW1A 1AA'],
    ['customer.country', 'GB'],
    ['customer.address', { line1: '1 High Street', city: 'Leeds', postal_code: 'LS1 1AA', country: 'GB' }],
    ['metadata', {}],
    ['metadata', { cart: '77' }],
    ['payment_method.card.number', '4'.repeat(12)],
    ['payment_method.card.number', '4'.repeat(19)],
    ['payment_method.card.cvc', '1234'],
  ] as const) {
    it(`accepts ${path} ${value === undefined ? 'missing' : JSON.stringify(value)}`, () => {
      assert.equal(accepts(paymentWith(path, value)), true);
    });
  }

  for (const path of [
    'apiKey',
    'capture',
    'customer.id',
    'payment_method.id',
    'payment_method.card.name',
    'payment_method.card.pin',
  ]) {
    it(`rejects the unknown member ${path}`, () => {
      assert.equal(accepts(paymentWith(path, 'x')), false);
    });
  }

  it('rejects the member __proto__', () => {
    const text = JSON.stringify(samplePayment()).replace('{', '{"__proto__":{"amount":1},');
    assert.equal(accepts(JSON.parse(text)), false);
  });

  for (const [path, values] of [
    ['amount', [undefined, null, 0, -1, 49.99, '4999', 1e15]],
    ['currency', [undefined, null, '', 'eur', 'XXX', 978]],
    ['reference', [5, null, 'x'.repeat(256), ' order-1042', 'order-1042\ufeff', 'order\n1042', '\u202eorder']],
    ['description', [5, 'x'.repeat(1001)]],
    ['customer', ['Ada', null, []]],
    ['customer.name', [5, 'x'.repeat(256)]],
    ['customer.email', ['x'.repeat(255)]],
    ['customer.country', ['GBR']],
    ['customer.address', ['1 High Street', null, { street: 'x' }, { line1: 'x'.repeat(101) }, { country: 'GBR' }]],
    ['payment_method', [undefined, null, PAN]],
    ['payment_method.type', [undefined, 'iban']],
    ['payment_method.card', [undefined, null, PAN]],
    [
      'payment_method.card.number',
      [undefined, '', 4242424242424242, '4'.repeat(11), '4'.repeat(20), '0'.repeat(16), '4242 4242 4242'],
    ],
    ['payment_method.card.exp_month', [undefined, 0, 13, 1.5, '12']],
    ['payment_method.card.exp_year', [undefined, 30, 1999, 10_000, 2030.5, '2030']],
    ['payment_method.card.cvc', [undefined, '', '12', '12345', 123, '12a', '123\n']],
    ['metadata', ['x', ['x'], { cart: 77 }, { cart: null }, { cart: 'x'.repeat(1001) }, { ['x'.repeat(65)]: 'x' }]],
  ] as const) {
    for (const value of values) {
      const shown = value === undefined ? 'missing' : JSON.stringify(value).replace(/(.)\1{20,}/, '$1…');
      it(`rejects ${path} ${shown}`, () => {
        assert.equal(accepts(paymentWith(path, value)), false);
      });
    }
  }

  for (const body of [undefined, null, 'text', 5, [], {}]) {
    it(`rejects the body ${JSON.stringify(body)}`, () => {
      assert.equal(accepts(body), false);
    });
  }
});

describe('proxyConfig()', () => {
  it('accepts an empty object', () => {
    assert.deepEqual(proxyConfig().parse({}), {});
  });

  it('drops unknown members, so that newer proxies work with older pages', () => {
    assert.deepEqual(proxyConfig().parse({ mode: 'test', wallets: ['x'] }), { mode: 'test' });
  });

  for (const config of [null, [], 'test']) {
    it(`rejects ${JSON.stringify(config)}`, () => {
      assert.equal(proxyConfig().safeParse(config).success, false);
    });
  }

  for (const [wrong, name, others] of [
    [{ mode: 'TEST' }, 'mode', { idempotency: true }],
    [{ idempotency: 'yes' }, 'idempotency', { mode: 'live' }],
    [{ recovery: 1 }, 'recovery', { mode: 'test' }],
  ] as const) {
    it(`drops ${JSON.stringify(wrong)} and keeps the other members`, () => {
      assert.deepEqual(proxyConfig().parse({ ...wrong, ...others }), { [name]: undefined, ...others });
    });
  }
});

describe('problem()', () => {
  it('keeps known members', () => {
    const known = { code: 'amount_changed', outcome: 'not_charged', amount: 5499, currency: 'EUR' };
    assert.deepEqual(problem().parse({ type: 'about:blank', ...known }), known);
  });

  for (const wrong of [{ outcome: 'charged' }, { amount: 54.99 }, { currency: 'euro' }, { code: 5 }]) {
    it(`rejects ${JSON.stringify(wrong)}`, () => {
      assert.equal(problem().safeParse(wrong).success, false);
    });
  }
});

describe('resolvedPayment()', () => {
  it('keeps only amount, currency and reference', () => {
    const order = { amount: 4999, currency: 'EUR', reference: 'order-1042' };
    assert.deepEqual(resolvedPayment().parse({ ...order, lines: [] }), order);
  });

  for (const reference of ['', ' order-1042', 1042, null]) {
    it(`rejects the reference ${JSON.stringify(reference)}`, () => {
      assert.equal(resolvedPayment().safeParse({ amount: 4999, currency: 'EUR', reference }).success, false);
    });
  }

  for (const order of [{}, { amount: 4999 }, { amount: 49.99, currency: 'EUR' }, { amount: '4999', currency: 'EUR' }]) {
    it(`rejects ${JSON.stringify(order)}`, () => {
      assert.equal(resolvedPayment().safeParse(order).success, false);
    });
  }
});
