import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkForm, type FieldProblems, type FormValues } from '../../../src/payment/form.js';

const RIGHT: Required<FormValues> = {
  'card-number': '4242 4242 4242 4242',
  'card-expiry': '12 / 30',
  'card-cvc': '123',
  'cardholder-name': 'Ada Lovelace',
};

describe('checking the form', () => {
  const table: readonly (readonly [what: string, change: FormValues, problems: FieldProblems])[] = [
    ['a right one has no problem', {}, {}],
    ['a wrong number', { 'card-number': '4242 4242 4242 4241' }, { 'card-number': 'card_number_invalid' }],
    ['a date that is past', { 'card-expiry': '01/20' }, { 'card-expiry': 'card_expiry_past' }],
    ['a short security code', { 'card-cvc': '12' }, { 'card-cvc': 'card_cvc_invalid' }],
    ['no name', { 'cardholder-name': ' ' }, { 'cardholder-name': 'cardholder_name_required' }],
    [
      'the security code of a Visa with the number of an Amex',
      { 'card-number': '3782 822463 10005' },
      { 'card-cvc': 'card_cvc_invalid_4' },
    ],
    ['the security code of an Amex with its number', { 'card-number': '378282246310005', 'card-cvc': '1234' }, {}],
    ['four digits while the brand is not known', { 'card-number': '9999999999999995', 'card-cvc': '1234' }, {}],
    [
      'nothing typed: every field says what it needs',
      { 'card-number': '', 'card-expiry': '', 'card-cvc': '', 'cardholder-name': '' },
      {
        'card-number': 'card_number_required',
        'card-expiry': 'card_expiry_required',
        'card-cvc': 'card_cvc_required',
        'cardholder-name': 'cardholder_name_required',
      },
    ],
  ];

  for (const [what, change, problems] of table) {
    it(what, () => {
      assert.deepEqual(checkForm({ ...RIGHT, ...change }), problems);
    });
  }

  it('does not ask for a field that the form does not have', () => {
    const { 'cardholder-name': _, ...withoutName } = RIGHT;
    assert.deepEqual(checkForm(withoutName), {});
  });

  it('no problem quotes what was typed', () => {
    const typed = { 'card-number': '4242424242424241', 'card-expiry': '77/77', 'card-cvc': '98765' };
    assert.doesNotMatch(JSON.stringify(checkForm(typed)), /\d{2}/);
  });
});
