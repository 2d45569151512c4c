import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import creditCardType from 'credit-card-type';
import { BAD_CARDS, BRANDS, NAMES, scenarioFill, type Fill } from '../../../demo/qa/fill-data.js';
import { SCENARIOS } from '../../../src/sandbox/scenarios.js';
import { addBrands } from '../../../src/card/brand-table.js';
import { cardBrand } from '../../../src/card/card.js';
import { checkForm, warnForm } from '../../../src/card/form-rules.js';
import { REGIONAL_BRANDS } from '../../../src/card/regional-brands.js';

const rules = { currency: 'EUR', locale: 'en', isLive: false } as Parameters<typeof checkForm>[1];
const values = ({ values: own, others }: Fill) => ({ ...others, ...own });
/** Names of invalid fields, by the form's own rules. */
const errors = (fill: Fill) => Object.keys(checkForm(values(fill), rules));

describe('quick fills of the QA page', () => {
  before(() => {
    addBrands(REGIONAL_BRANDS);
  });

  it('include a card of every known brand', () => {
    const known = Object.values(creditCardType.types);
    const filled = BRANDS.map(({ values: { 'card-number': number = '' } }) => cardBrand(number)?.id);
    assert.deepEqual(filled.sort(), [...known].sort());
  });

  it('of brands and scenarios are valid', () => {
    const invalid = [...BRANDS, ...SCENARIOS.map(scenarioFill)].filter((fill) => errors(fill).length > 0);
    assert.deepEqual(invalid, []);
  });

  it('of bad cards each have one error or warning', () => {
    const found = BAD_CARDS.map((fill) => [
      fill.label,
      Object.values({ ...checkForm(values(fill), rules), ...warnForm(values(fill)) }).join(),
    ]);
    assert.deepEqual(Object.fromEntries(found), {
      'Wrong check digit': 'card_number_invalid',
      'Too short': 'card_number_incomplete',
      'Too long': 'card_number_long',
      Letters: 'card_number_letters',
      'Unknown brand': '',
      Expired: 'card_expiry_past',
      'Month 13': 'card_expiry_month',
      'Far future': 'card_expiry_far',
      'CVC with 2 digits': 'card_cvc_invalid',
      'Visa CVC with 4 digits': 'card_cvc_invalid',
      'Amex CVC with 3 digits': 'card_cvc_invalid_4',
      'UnionPay without check digit': 'card_number_unusual',
      'Non-Latin digits': '',
    });
  });

  it('of names are valid unless their label says otherwise', () => {
    const refused = NAMES.filter((fill) => checkForm(fill.values, rules)['cardholder-name']).map(({ label }) => label);
    assert.deepEqual(refused, ['256 characters (too long)', 'Card number']);
  });
});
