import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COUNTRIES } from 'payment-widget/contract/countries';
import * as contact from 'payment-widget/form/contact/fields';
import { findProblems } from 'payment-widget/form/form-rules';
import { formTestValues } from 'payment-widget/form/contact/fields';

const RULES = { currency: 'EUR', locale: 'en', contact };

describe('formTestValues()', () => {
  it('passes every check', () => {
    assert.deepEqual(findProblems(formTestValues({}, RULES), RULES), {});
  });

  it('keeps typed values except the card', () => {
    const typed = { 'card-number': '4000', email: 'ada@example.org', country: 'DE', 'postal-code': '10115' };
    const { email, country, 'postal-code': code, 'card-number': number } = formTestValues(typed, RULES);
    assert.deepEqual([email, country, code, number], ['ada@example.org', 'DE', '10115', '4242424242424242']);
  });

  it('replaces the postal code if it chooses the country', () => {
    assert.deepEqual(findProblems(formTestValues({ country: '', 'postal-code': '10115' }, RULES), RULES), {});
  });

  it('has a valid postal code and phone number in every country', () => {
    const wrong = COUNTRIES.filter((country) => {
      const { 'postal-code': code = '', phone = '' } = formTestValues({ country }, RULES);
      return Object.keys(findProblems({ country, 'postal-code': code, phone }, RULES)).length > 0;
    });
    assert.deepEqual(wrong, []);
  });

  for (const [what, rules] of [
    ['in yen', { ...RULES, currency: 'JPY' }],
    ['below the maximum', { ...RULES, max: 100 }],
    ['in Persian digits', { ...RULES, locale: 'fa' }],
  ] as const) {
    it(`has a payable amount ${what}`, () => {
      const { amount = '' } = formTestValues({}, rules);
      assert.deepEqual(findProblems({ amount }, rules), {});
    });
  }
});
