import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as extras from '../../../src/payment/extras.js';
import { checkForm, type FormRules, type FormValues } from '../../../src/payment/form.js';
import { createPaymentRequest } from '../../../src/payment/request.js';
import { paymentRequest } from '../../../src/payment/schema.js';

const RULES: FormRules = { currency: 'EUR', locale: 'en', extras };
const ORDER = { amount: 4999, currency: 'EUR', reference: 'order-1042' };
const TYPED: FormValues = {
  'card-number': '4242 4242 4242 4242',
  'card-expiry': '1 / 30',
  'card-cvc': ' 123 ',
  'cardholder-name': ' Ada Lovelace ',
};

const cardOf = (typed: FormValues) => createPaymentRequest(ORDER, { ...TYPED, ...typed }, RULES).payment_method.card;
const customerOf = (typed: FormValues) => createPaymentRequest(ORDER, { ...TYPED, ...typed }, RULES).customer;

describe('making the request out of the form', () => {
  it('has the shape of the contract', () => {
    assert.deepEqual(createPaymentRequest({ ...ORDER, metadata: { cart: '77' } }, TYPED, RULES), {
      amount: 4999,
      currency: 'EUR',
      reference: 'order-1042',
      metadata: { cart: '77' },
      customer: { name: 'Ada Lovelace' },
      payment_method: { type: 'card', card: { number: '4242424242424242', exp_month: 1, exp_year: 2030, cvc: '123' } },
    });
  });

  it('full-width digits are sent as plain ones', () => {
    const { number, cvc } = cardOf({ 'card-number': '４２４２４２４２４２４２４２４２', 'card-cvc': '１２３' });
    assert.deepEqual({ number, cvc }, { number: '4242424242424242', cvc: '123' });
  });

  it('digits of other scripts are sent as plain ones', () => {
    const card = cardOf({ 'card-number': '٤٢٤٢-٤٢٤٢-٤٢٤٢-٤٢٤٢', 'card-expiry': '१२/३०', 'card-cvc': '۱۲۳' });
    assert.deepEqual(card, { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' });
  });

  it('the name is sent without what nobody sees', () => {
    assert.deepEqual(customerOf({ 'cardholder-name': '\u202eAda\u0000  Lovelace' }), { name: 'Ada Lovelace' });
  });

  it('what the shopper gave is sent in the form that everyone understands', () => {
    const typed = { email: ' ada@example.com ', phone: '020 7946 0958', 'postal-code': 'sw1a1aa', country: 'GB' };
    assert.deepEqual(customerOf(typed), {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+442079460958',
      postal_code: 'SW1A 1AA',
      country: 'GB',
    });
  });

  it('a country that the page gave reads the phone number, but is not sent as if the shopper had chosen it', () => {
    const { customer } = createPaymentRequest(ORDER, { phone: '030 123456' }, { ...RULES, country: 'DE' });
    assert.deepEqual(customer, { phone: '+4930123456' });
  });

  it('a postal code that the country has none of is not sent', () => {
    assert.deepEqual(customerOf({ 'postal-code': '', country: 'AE' }), { name: 'Ada Lovelace', country: 'AE' });
  });

  it('the security code keeps its leading zero', () => {
    assert.equal(cardOf({ 'card-cvc': '012' }).cvc, '012');
  });

  it('a form without a name sends no customer', () => {
    const { 'cardholder-name': _, ...withoutName } = TYPED;
    assert.equal('customer' in createPaymentRequest(ORDER, withoutName, RULES), false);
  });

  it('members that the page did not set are not in the JSON', () => {
    const order = { ...ORDER, reference: undefined, description: undefined, metadata: undefined };
    const json = JSON.parse(JSON.stringify(createPaymentRequest(order, TYPED, RULES))) as object;
    assert.deepEqual(Object.keys(json).sort(), ['amount', 'currency', 'customer', 'payment_method']);
  });

  it('whatever passes the form passes the schema of the proxy', () => {
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
        fc.pre(Object.keys(checkForm(values, RULES)).length === 0);
        paymentRequest().parse(createPaymentRequest(ORDER, values, RULES));
      }),
    );
  });
});
