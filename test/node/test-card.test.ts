import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COUNTRIES } from '../../src/payment/countries.js';
import * as extras from '../../src/payment/extras.js';
import { checkForm } from '../../src/payment/form.js';
import { testValues } from '../../src/test-card.js';

const RULES = { currency: 'EUR', locale: 'en', extras };

describe('what the test-card button fills in', () => {
  it('passes every check', () => {
    assert.deepEqual(checkForm(testValues({}, RULES), RULES), {});
  });

  it('is a card that does not expire for years', () => {
    const later = new Date(2049, 11, 31);
    assert.equal(testValues({}, RULES, later)['card-expiry'], '1252');
  });

  it('keeps what was typed, but for the card', () => {
    const typed = { 'card-number': '4000', email: 'ada@example.org', country: 'DE', 'postal-code': '10115' };
    const { email, country, 'postal-code': code, 'card-number': number } = testValues(typed, RULES);
    assert.deepEqual([email, country, code, number], ['ada@example.org', 'DE', '10115', '4242424242424242']);
  });

  it('has a postal code for the country that it chooses, whatever was typed', () => {
    assert.deepEqual(checkForm(testValues({ country: '', 'postal-code': '10115' }, RULES), RULES), {});
  });

  for (const country of COUNTRIES) {
    it(`has a postal code that is right in ${country}`, () => {
      const { 'postal-code': code = '', phone = '' } = testValues({ country }, RULES);
      assert.deepEqual(checkForm({ country, 'postal-code': code, phone }, RULES), {});
    });
  }

  for (const [what, rules] of [
    ['in yen', { ...RULES, currency: 'JPY' }],
    ['in dinars with three decimals', { ...RULES, currency: 'KWD' }],
    ['above the smallest', { ...RULES, min: 5000 }],
    ['below the largest', { ...RULES, max: 100 }],
    ['in Persian digits', { ...RULES, locale: 'fa' }],
  ] as const) {
    it(`has an amount that can be paid ${what}`, () => {
      const { amount = '' } = testValues({}, rules);
      assert.deepEqual(checkForm({ amount }, rules), {});
    });
  }
});
