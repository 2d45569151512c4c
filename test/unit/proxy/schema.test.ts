import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paymentRequest, resolvedPayment } from 'payment-widget-proxy/order/schema';
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
  it('accepts every optional member', () => {
    const address = { line1: '1 High Street', city: 'Leeds', postal_code: 'LS1 1AA', country: 'GB' };
    const customer = { email: 'ada@example.com', phone: '+442079460000', postal_code: 'SW1A 1AA', address };
    const all = { ...samplePayment(), description: 'A thousand roses', customer, metadata: { cart: '77' } };
    assert.deepEqual(paymentRequest().parse(all), all);
  });

  for (const path of ['apiKey', 'customer.id', 'payment_method.id', 'payment_method.card.pin']) {
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
    ['payment_method.card.cvc', [undefined, null, '', '12', '12345', 123, '12a', '123\n']],
    ['metadata', ['x', ['x'], { cart: 77 }, { cart: null }, { cart: 'x'.repeat(1001) }, { ['x'.repeat(65)]: 'x' }]],
  ] as const) {
    for (const value of values) {
      const shown = value === undefined ? 'missing' : JSON.stringify(value).replace(/(.)\1{20,}/, '$1…');
      it(`rejects ${path} ${shown}`, () => {
        assert.equal(accepts(paymentWith(path, value)), false);
      });
    }
  }
});

describe('resolvedPayment()', () => {
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
