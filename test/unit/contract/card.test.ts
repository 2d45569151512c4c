import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import luhn10 from 'card-validator/dist/luhn-10.js';
import fc from 'fast-check';
import { addBrands } from 'payment-widget/contract/brands';
import {
  cardBrand,
  checkCardholderName,
  checkCvc,
  checkPan,
  formatPan,
  isLuhn,
  normalizeCardholderName,
  normalizeCvc,
  normalizePan,
  warnPan,
} from 'payment-widget/contract/card';
import { REGIONAL_BRANDS } from 'payment-widget/contract/regional-brands';
import { isTestNumber } from 'payment-widget/contract/test-numbers';

const digits = (minLength: number, maxLength: number) =>
  fc.stringMatching(new RegExp(`^\\d{${minLength},${maxLength}}$`), { size: 'max' });

describe('checkPan() accepts', () => {
  for (const [what, pan] of [
    ['an old Visa number of 13 digits', '4222222222222'],
    ['an old JCB number of 15 digits that starts with 1800', '180000000000002'],
    ['a RuPay number, which looks like Maestro in the brand table', '6074000000000008'],
    ['a UnionPay number without a valid check digit', '6200000000000004'],
  ] as const) {
    it(what, () => {
      assert.equal(checkPan(pan), undefined);
    });
  }
});

describe('checkPan() rejects', () => {
  for (const [what, pan, problem] of [
    ['an empty value', '', 'card_number_required'],
    ['letters', '4242 4242 4242 424O', 'card_number_letters'],
    ['masked digits', '4242 **** **** 4242', 'card_number_letters'],
    ['a wrong check digit', '4242424242424241', 'card_number_invalid'],
    ['a number that begins with 0', '0000000000000000', 'card_number_invalid'],
    ['one digit too few', '424242424242424', 'card_number_incomplete'],
    ['one digit too few for a JCB number that starts with 35', '356600202036052', 'card_number_incomplete'],
    ['a number too short for any card, whatever its check digit', '99999999994', 'card_number_incomplete'],
    ['one digit too many for Visa, whatever its check digit', '42424242424242424', 'card_number_long'],
    ['one digit too many for Amex', '3782822463100050', 'card_number_long'],
  ] as const) {
    it(`${what}: ${problem}`, () => {
      assert.equal(checkPan(pan), problem);
    });
  }

  it('the same check digits as card-validator', () => {
    fc.assert(
      fc.property(digits(1, 18), (rest) => {
        const numbers = Array.from('0123456789', (check) => rest + check);
        assert.deepEqual(numbers.filter(isLuhn), numbers.filter(luhn10));
      }),
    );
  });
});

describe('warnPan()', () => {
  for (const [what, pan, warning] of [
    ['a UnionPay number with a wrong check digit', '6200 0000 0000 0004', 'card_number_unusual'],
    ['a Visa number with a wrong check digit, which is an error', '4242 4242 4242 4241', undefined],
  ] as const) {
    it(`${what}: ${warning ?? 'no warning'}`, () => {
      assert.equal(warnPan(pan), warning);
    });
  }

  it('names well-known test numbers in Live mode only', () => {
    const numbers = ['4242 4242 4242 4242', '378282246310005', '4000000000000119', '4539578763621486'];
    const warned = numbers.filter((pan) => warnPan(pan, isTestNumber) === 'card_number_test');
    assert.deepEqual(warned, numbers.slice(0, 3));
    assert.equal(warnPan('4242 4242 4242 4242'), undefined);
  });
});

describe('normalizePan()', () => {
  for (const [what, typed] of [
    ['spaces', '4242 4242 4242 4242'],
    ['Unicode dashes', '4242\u20124242\u20134242\u20144242\u2015'],
    ['the long-vowel mark of Japanese keyboards', '4242\u30fc4242\uff704242\u30fc4242'],
    ['invisible characters', '\u200e4242\u200b4242\u20604242\u200d4242\ufeff'],
    ['full-width digits', '４２４２　４２４２　４２４２　４２４２'],
    ['Arabic digits', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢'],
  ] as const) {
    it(`returns ASCII digits for a number with ${what}`, () => {
      assert.equal(normalizePan(typed), '4242424242424242');
    });
  }

  for (const other of ['x', 'O', 'l', 'é', ',', ':', '*', '#', '+', '½', 'ー字'] as const) {
    it(`keeps "${other}", so that checkPan() reports it`, () => {
      assert.equal(checkPan(`4242 4242 4242 4242${other}`), 'card_number_letters');
    });
  }
});

describe('normalizePan() removes', () => {
  for (const [what, text] of [
    ['double quotes', '"4242 4242 4242 4242"'],
    ['typographic quotes', '“4242-4242-4242-4242”'],
    ['a label', 'Card number: 4242 4242 4242 4242'],
    ['an Arabic label', 'رقم البطاقة: ٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢'],
  ] as const) {
    it(`${what} around a number`, () => {
      assert.equal(normalizePan(text), '4242424242424242');
    });
  }

  for (const [what, text] of [
    ['one letter, which may be a digit that was read wrong', 'S555 5555 5555 4444'],
    ['hidden digits', '•••• 4242 4242 4242'],
    ['an expiry date after the number', '4242 4242 4242 4242 exp 12/30'],
    ['a number in the label', 'Card 1: 4242 4242 4242 4242'],
  ] as const) {
    it(`nothing from a text with ${what}`, () => {
      assert.equal(checkPan(text), 'card_number_letters');
    });
  }

  it('no digit of any text', () => {
    const unit = fc.constantFrom(...Array.from('0123456789 4242"\'“”«»:.-•*Cardnumberカー٤'));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit, maxLength: 30 }), fc.string({ unit: 'grapheme' })), (text) => {
        const digitsOf = (some: string) => normalizeCvc(some).replace(/\D/g, ''); // in ASCII
        assert.equal(digitsOf(normalizePan(text)), digitsOf(text));
      }),
    );
  });
});

describe('cardBrand()', () => {
  before(() => {
    addBrands(REGIONAL_BRANDS);
  });

  for (const [what, pan] of [['RuPay', '6074000000000008']] as const) {
    it(`returns nothing for ${what}`, () => {
      assert.equal(cardBrand(pan), undefined);
    });
  }

  for (const start of ['', '5', '3', '9999', 'x']) {
    it(`returns nothing for "${start}"`, () => {
      assert.equal(cardBrand(start), undefined);
    });
  }
});

describe('formatPan()', () => {
  for (const [what, pan, grouped] of [
    ['Visa', '4242424242424242', '4242 4242 4242 4242'],
    ['Visa of 19 digits', '4917610000000000003', '4917 6100 0000 0000 003'],
    ['Mastercard', '5555555555554444', '5555 5555 5555 4444'],
    ['Amex', '378282246310005', '3782 822463 10005'],
    ['Diners Club of 14 digits', '36227206271667', '3622 720627 1667'],
  ] as const) {
    it(`groups ${what} as ${grouped}`, () => {
      assert.equal(formatPan(pan), grouped);
    });
  }

  for (const [typed, shown] of [
    ['36227206271', '3622 720627 1'],
    ['٤٢٤٢٤', '4242 4'],
    ['4242 42x', '4242 42x'],
    ['', ''],
  ] as const) {
    it(`formats "${typed}" as "${shown}" while typing`, () => {
      assert.equal(formatPan(typed), shown);
    });
  }

  it('is idempotent for any text', () => {
    fc.assert(
      fc.property(fc.oneof(digits(1, 19), fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
        assert.equal(formatPan(formatPan(text)), formatPan(text));
      }),
    );
  });
});

describe('checkCvc()', () => {
  const visa = cardBrand('4242424242424242');
  const amex = cardBrand('378282246310005');

  for (const [what, brand, cvc, problem] of [
    ['Visa', visa, ' 1 2 3 ', undefined],
    ['Visa', visa, '١٢٣', undefined],
    ['Visa', visa, '', 'card_cvc_required'],
    ['Visa', visa, '1234', 'card_cvc_invalid'],
    ['Amex', amex, '', 'card_cvc_required_4'],
    ['Amex', amex, '12345', 'card_cvc_invalid_4'],
    ['unknown brand', undefined, '12', 'card_cvc_invalid'],
  ] as const) {
    it(`${what}, "${cvc}": ${problem ?? 'valid'}`, () => {
      assert.equal(checkCvc(cvc, brand), problem);
    });
  }
});

describe('cardholder name', () => {
  for (const name of [
    'Ada Lovelace',
    'Dr. J. R. R. Tolkien, Jr.',
    '李小龙',
    'محمد علي',
    'علی\u200cرضا',
    'James Bond 3rd',
  ]) {
    it(`accepts ${name.slice(0, 30)}`, () => {
      assert.equal(checkCardholderName(name), undefined);
    });
  }

  for (const [what, name, problem] of [
    ['an empty value', '', 'cardholder_name_required'],
    ['invisible characters', '\u202e\u0000\u2069', 'cardholder_name_required'],
    ['a card number', '4242 4242 4242 4242', 'cardholder_name_invalid'],
    ['a card number in Arabic digits', 'Ada ٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', 'cardholder_name_invalid'],
    ['256 characters outside the Basic Multilingual Plane', '𠮷'.repeat(256), 'cardholder_name_long'],
  ] as const) {
    it(`rejects ${what}: ${problem}`, () => {
      assert.equal(checkCardholderName(name), problem);
    });
  }

  for (const [what, typed, sent] of [
    ['without leading and trailing spaces', '  Ada Lovelace ', 'Ada Lovelace'],
    ['with one space between words', 'Ada \u00a0\t\n Lovelace', 'Ada Lovelace'],
    ['without bidi overrides', '\u202eAda\u202c \u2067Lovelace\u2069', 'Ada Lovelace'],
    ['without control characters', 'Ada\u0000 \u001b\u009fLovelace\u007f', 'Ada Lovelace'],
    ['with zero-width joiners', 'علی\u200cرضا', 'علی\u200cرضا'],
  ] as const) {
    it(`is sent ${what}`, () => {
      assert.equal(normalizeCardholderName(typed), sent);
    });
  }
});
