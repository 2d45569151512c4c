import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as contact from 'payment-widget/form/contact/fields';
import { findProblems, type FormRules, type FormValues } from 'payment-widget/form/form-rules';
import { createPaymentRequest } from 'payment-widget/form/create-request';
import { paymentRequest } from 'payment-widget-proxy/order/schema';

const RULES: FormRules = { currency: 'EUR', locale: 'en', contact };
const ORDER = { amount: 4999, currency: 'EUR', reference: 'order-1042' };
const TYPED: FormValues = {
  'card-number': '4242 4242 4242 4242',
  'card-expiry': '1 / 30',
  'card-cvc': ' 123 ',
  'cardholder-name': ' Ada Lovelace ',
};

const cardOf = (typed: FormValues) => createPaymentRequest(ORDER, { ...TYPED, ...typed }, RULES).payment_method.card;
const customerOf = (typed: FormValues) => createPaymentRequest(ORDER, { ...TYPED, ...typed }, RULES).customer;

describe('createPaymentRequest()', () => {
  it('returns the body of the contract', () => {
    assert.deepEqual(createPaymentRequest({ ...ORDER, metadata: { cart: '77' } }, TYPED, RULES), {
      amount: 4999,
      currency: 'EUR',
      reference: 'order-1042',
      metadata: { cart: '77' },
      customer: { name: 'Ada Lovelace' },
      payment_method: { type: 'card', card: { number: '4242424242424242', exp_month: 1, exp_year: 2030, cvc: '123' } },
    });
  });

  it('sends digits of other scripts as ASCII digits', () => {
    const card = cardOf({ 'card-number': '٤٢٤٢-٤٢٤٢-٤٢٤٢-٤٢٤٢', 'card-expiry': '१२/३०', 'card-cvc': '۱۲۳' });
    assert.deepEqual(card, { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' });
  });

  it('sends the customer’s details in standard formats', () => {
    const typed = { email: ' ada@example.com ', phone: '020 7946 0958', 'postal-code': 'sw1a1aa', country: 'GB' };
    assert.deepEqual(customerOf(typed), {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+442079460958',
      postal_code: 'SW1A 1AA',
      country: 'GB',
    });
  });

  it('reads the phone number with the country of the page but does not send that country', () => {
    const { customer } = createPaymentRequest(ORDER, { phone: '030 123456' }, { ...RULES, country: 'DE' });
    assert.deepEqual(customer, { phone: '+4930123456' });
  });

  it('omits an empty postal code in a country without postal codes', () => {
    assert.deepEqual(customerOf({ 'postal-code': '', country: 'AE' }), { name: 'Ada Lovelace', country: 'AE' });
  });

  it('keeps the leading zero of the security code', () => {
    assert.equal(cardOf({ 'card-cvc': '012' }).cvc, '012');
  });

  it('omits an empty security code', () => {
    assert.deepEqual(Object.keys(cardOf({ 'card-cvc': ' ' })), ['number', 'exp_month', 'exp_year']);
  });

  it('omits members that the page does not set', () => {
    const order = { ...ORDER, reference: undefined, description: undefined, metadata: undefined };
    const json = JSON.parse(JSON.stringify(createPaymentRequest(order, TYPED, RULES))) as object;
    assert.deepEqual(Object.keys(json).sort(), ['amount', 'currency', 'customer', 'payment_method']);
  });

  it('returns a body that the proxy’s schema accepts for every valid form', () => {
    const form = fc.record({
      'card-number': fc.constantFrom('4242 4242 4242 4242', '378282246310005', '6200000000000005', '9999999999999995'),
      'card-expiry': fc
        .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 22 }))
        .map(([month, years]) => `${month}/${new Date().getUTCFullYear() + years}`),
      'card-cvc': fc.stringMatching(/^\d{3,4}$/),
      'cardholder-name': fc.string({ unit: 'grapheme', maxLength: 300 }),
    });
    fc.assert(
      fc.property(form, (values) => {
        fc.pre(Object.keys(findProblems(values, RULES)).length === 0);
        paymentRequest().parse(createPaymentRequest(ORDER, values, RULES));
      }),
    );
  });
});
