import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as contact from 'payment-widget/form/contact/fields';
import { findProblems, type FieldProblems, type FormRules, type FormValues } from 'payment-widget/form/form-rules';

const RULES: FormRules = { currency: 'EUR', locale: 'en', min: 500, max: 50_000, contact };
const RIGHT: FormValues = {
  'card-number': '4242 4242 4242 4242',
  'card-expiry': '12 / 30',
  'card-cvc': '123',
  'cardholder-name': 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+44 20 7946 0958',
  'postal-code': 'SW1A 1AA',
  country: 'GB',
  amount: '25.00',
};

function problemsOfNoCountry(field: 'phone'): FieldProblems {
  return { [field]: 'phone_country_code', country: 'country_required' };
}

describe('findProblems()', () => {
  const table: readonly (readonly [what: string, change: FormValues, problems: FieldProblems])[] = [
    ['a valid form', {}, {}],
    ['an unusual number, which is only a warning', { 'card-number': '6200 0000 0000 0004' }, {}],
    [
      'the security code of a Visa card for an Amex number',
      { 'card-number': '3782 822463 10005' },
      { 'card-cvc': 'card_cvc_invalid_4' },
    ],
    [
      'an empty form',
      Object.fromEntries(Object.keys(RIGHT).map((name) => [name, ''])),
      {
        'card-number': 'card_number_required',
        'card-expiry': 'card_expiry_required',
        'card-cvc': 'card_cvc_required',
        'cardholder-name': 'cardholder_name_required',
        email: 'email_required',
        phone: 'phone_required',
        'postal-code': 'postal_code_required',
        country: 'country_required',
        amount: 'amount_required',
      },
    ],
    ['a national phone number with its country', { phone: '020 7946 0958' }, {}],
    [
      'a national phone number without a country',
      { phone: '020 7946 0958', country: '' },
      problemsOfNoCountry('phone'),
    ],
    ['the postal code of another country', { 'postal-code': '10115' }, { 'postal-code': 'postal_code_invalid' }],
    ['an unknown country', { country: 'ZZ' }, { country: 'country_required' }],
    ['an amount below the minimum', { amount: '4.99' }, { amount: 'amount_too_small' }],
  ];

  for (const [what, change, problems] of table) {
    it(what, () => {
      assert.deepEqual(findProblems({ ...RIGHT, ...change }, RULES), problems);
    });
  }

  it('ignores fields that the form does not have', () => {
    const { 'cardholder-name': _, ...withoutName } = RIGHT;
    assert.deepEqual(findProblems(withoutName, RULES), {});
  });

  it('uses the country of the page where the form has no country field', () => {
    assert.deepEqual(findProblems({ phone: '020 7946 0958' }, { ...RULES, country: 'GB' }), {});
  });
});
