import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { learnBrands } from '../../../src/payment/brand-table.js';
import {
  cardBrand,
  checkCardholderName,
  checkCvc,
  checkPan,
  formatPan,
  normalizeCardholderName,
  normalizeCvc,
  normalizePan,
  warnPan,
} from '../../../src/payment/card.js';
import { REGIONAL_BRANDS } from '../../../src/payment/regional-brands.js';
import { TEST_CARDS } from './test-cards.js';

const digits = (minLength: number, maxLength: number) =>
  fc.stringMatching(new RegExp(`^\\d{${minLength},${maxLength}}$`), { size: 'max' });

describe('card numbers that are taken', () => {
  for (const { service, pan } of TEST_CARDS) {
    it(`the test card ${pan} of ${service}`, () => {
      assert.equal(checkPan(pan), undefined);
    });
  }

  for (const [what, pan] of [
    ['of a brand that nobody here knows, with the right check digit', '9999999999999995'],
    ['of 12 digits, the shortest there are', '999999999991'],
    ['of 19 digits, the longest there are', '9999999999999999998'],
    ['of 18 digits, of Visa', '424242424242424242'],
    ['of 13 digits, as old Visa cards have', '4222222222222'],
    ['of 15 digits, as old JCB cards that start with 1800 have', '180000000000002'],
    ['of 15 digits, as old JCB cards that start with 2131 have', '213100000000001'],
    ['of RuPay, which the brand table takes for a Maestro', '6074000000000008'],
    ['of UnionPay, which does not always use a check digit', '6200000000000004'],
  ] as const) {
    it(what, () => {
      assert.equal(checkPan(pan), undefined);
    });
  }
});

describe('card numbers that are not taken', () => {
  for (const [what, pan, problem] of [
    ['none', '', 'card_number_required'],
    ['nothing but separators', ' - ', 'card_number_required'],
    ['letters', '4242 4242 4242 424O', 'card_number_letters'],
    ['a name', 'Ada Lovelace', 'card_number_letters'],
    ['hidden digits', '4242 **** **** 4242', 'card_number_letters'],
    ['digits that are covered', '•••• •••• •••• 4242', 'card_number_letters'],
    ['a wrong check digit', '4242424242424241', 'card_number_invalid'],
    ['two neighbouring digits swapped', '4242424242422442', 'card_number_invalid'],
    ['a wrong check digit with an unknown brand', '9999999999999991', 'card_number_invalid'],
    ['a wrong check digit in an old Visa number', '4222222222221', 'card_number_invalid'],
    [
      'a wrong check digit in a UnionPay range that the brand table does not know',
      '6279886248094967',
      'card_number_invalid',
    ],
    ['a digit too few', '424242424242424', 'card_number_incomplete'],
    ['a digit too few for Amex', '37828224631000', 'card_number_incomplete'],
    ['a digit too few for a JCB that starts with 35', '356600202036052', 'card_number_incomplete'],
    ['too short for any card, right check digit or not', '99999999994', 'card_number_incomplete'],
    ['a digit too many for Visa, right check digit or not', '42424242424242424', 'card_number_long'],
    ['a digit too many for Mastercard', '55555555555544440', 'card_number_long'],
    ['a digit too many for Amex', '3782822463100050', 'card_number_long'],
    ['a digit too many for Diners Club', '362272062716670', 'card_number_long'],
    ['more digits than any Visa has', '42424242424242424242', 'card_number_long'],
    ['more digits than any card has', '99999999999999999999', 'card_number_long'],
  ] as const) {
    it(`${what}: ${problem}`, () => {
      assert.equal(checkPan(pan), problem);
    });
  }

  it('of the ten possible check digits of a Visa card nine', () => {
    fc.assert(
      fc.property(digits(14, 14), (rest) => {
        const taken = Array.from('0123456789').filter((check) => checkPan(`4${rest}${check}`) === undefined);
        assert.equal(taken.length, 1);
      }),
    );
  });
});

describe('card numbers that are worth a second look', () => {
  for (const [what, pan, warning] of [
    ['a UnionPay without a right check digit', '6200 0000 0000 0004', 'card_number_unusual'],
    ['a UnionPay with one', '6200 0000 0000 0005', undefined],
    ['a UnionPay that is not complete', '6200 0000 0000 4', undefined],
    ['a UnionPay that is too long', '6200 0000 0000 0000 0004', undefined],
    ['a Visa with a wrong check digit: that is an error', '4242 4242 4242 4241', undefined],
    ['a Visa', '4242 4242 4242 4242', undefined],
    ['letters', '6200 0000 0000 000x', undefined],
    ['none', '', undefined],
  ] as const) {
    it(`${what}: ${warning ?? 'no'}`, () => {
      assert.equal(warnPan(pan), warning);
    });
  }
});

describe('a pasted or typed number', () => {
  for (const [what, typed] of [
    ['spaces', '4242 4242 4242 4242'],
    ['no-break spaces', '4242\u00a04242\u202f4242\u20074242'],
    ['ideographic spaces', '4242\u30004242\u30004242\u30004242'],
    ['tabs and line ends', '4242\t4242\r\n4242\n4242'],
    ['hyphens', '4242-4242-4242-4242'],
    ['hyphens of every kind', '4242\u20104242\u20114242\uff0d4242'],
    ['dashes of every kind', '4242\u20124242\u20134242\u20144242\u2015'],
    ['minus signs', '4242\u22124242\u22124242\u22124242'],
    ['soft hyphens', '4242\u00ad4242\u00ad4242\u00ad4242'],
    ['wave dashes', '4242\u301c4242\u30304242\u301c4242'],
    ['the long-vowel mark of Japanese keyboards', '4242\u30fc4242\uff704242\u30fc4242'],
    ['dots', '4242.4242.4242.4242'],
    ['invisible marks', '\u200e4242\u200b4242\u20604242\u200d4242\ufeff'],
    ['marks of text from right to left', '\u202b4242\u200f42424242\u2066\u061c4242\u2069\u202c'],
    ['full-width digits', '４２４２　４２４２　４２４２　４２４２'],
    ['Arabic digits', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢'],
    ['Persian digits', '۴۲۴۲-۴۲۴۲-۴۲۴۲-۴۲۴۲'],
    ['Devanagari digits', '४२४२ ४२४२ ४२४२ ४२४२'],
    ['Bengali digits', '৪২৪২৪২৪২৪২৪২৪২৪২'],
    ['digits of two scripts', '4242 ٤٢٤٢ 4242 ４２４２'],
  ] as const) {
    it(`with ${what} is sent as plain digits`, () => {
      assert.equal(normalizePan(typed), '4242424242424242');
    });
  }

  for (const other of ['x', 'O', 'l', 'é', ',', ':', '*', '#', '+', '½', 'ー字'] as const) {
    it(`with "${other}" keeps it, so that it is reported`, () => {
      assert.equal(checkPan(`4242 4242 4242 4242${other}`), 'card_number_letters');
    });
  }
});

describe('brand', () => {
  before(() => {
    learnBrands(REGIONAL_BRANDS);
  });

  for (const { service, pan, brand } of TEST_CARDS.filter((card) => card.brand)) {
    it(`${pan} of ${service} is ${brand}, and taken`, () => {
      assert.deepEqual([cardBrand(pan)?.id, checkPan(pan)], [brand, undefined]);
    });
  }

  for (const [what, pan] of [
    ['a RuPay', '6074000000000008'],
    ['a Forbrugsforeningen', '6007220000000004'],
    ['an unknown one', '9999999999999995'],
  ] as const) {
    it(`${what} is not given a wrong one`, () => {
      assert.equal(cardBrand(pan), undefined);
    });
  }

  it('has the name that people know', () => {
    assert.equal(cardBrand('378282246310005')?.name, 'American Express');
  });

  for (const start of ['', '5', '3', '9999', 'x']) {
    it(`"${start}" does not settle it`, () => {
      assert.equal(cardBrand(start), undefined);
    });
  }

  it('the first digits settle it, typed with spaces or not', () => {
    assert.equal(cardBrand('3 7')?.id, 'american-express');
  });
});

describe('grouping', () => {
  for (const [what, pan, grouped] of [
    ['Visa', '4242424242424242', '4242 4242 4242 4242'],
    ['Visa of 13 digits', '4222222222222', '4222 2222 2222 2'],
    ['Visa of 19 digits', '4917610000000000003', '4917 6100 0000 0000 003'],
    ['Mastercard', '5555555555554444', '5555 5555 5555 4444'],
    ['Amex', '378282246310005', '3782 822463 10005'],
    ['Diners Club of 14 digits', '36227206271667', '3622 720627 1667'],
    ['Diners Club of 16 digits', '3056930009020004', '3056 9300 0902 0004'],
    ['JCB of 15 digits', '180000000000002', '1800 0000 0000 002'],
    ['UnionPay of 19 digits', '6205500000000000004', '6205 5000 0000 0000 004'],
    ['an unknown brand, of 19 digits', '9999999999999999993', '9999 9999 9999 9999 993'],
    ['an Amex with a digit too many', '3782822463100050', '3782 8224 6310 0050'],
  ] as const) {
    it(`${what}: ${grouped}`, () => {
      assert.equal(formatPan(pan), grouped);
    });
  }

  for (const [typed, shown] of [
    ['4', '4'],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['3782822', '3782 822'],
    ['36227206271', '3622 720627 1'],
    ['4242-4242', '4242 4242'],
    ['4242.4242', '4242 4242'],
    ['٤٢٤٢٤', '4242 4'],
    ['4242 42x', '4242 42x'],
    ['', ''],
  ] as const) {
    it(`"${typed}" becomes "${shown}" while it is typed`, () => {
      assert.equal(formatPan(typed), shown);
    });
  }

  it('typed key by key, every test card ends as it does when it is filled in', () => {
    for (const { pan } of TEST_CARDS) {
      const typed = Array.from(pan).reduce((value, key) => formatPan(value + key), '');
      assert.equal(typed, formatPan(pan));
    }
  });

  it('neither loses nor adds a digit', () => {
    fc.assert(
      fc.property(digits(1, 19), (pan) => {
        assert.equal(normalizePan(formatPan(pan)), pan);
      }),
    );
  });

  it('grouping what is grouped changes nothing, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(digits(1, 19), fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
        assert.equal(formatPan(formatPan(text)), formatPan(text));
      }),
    );
  });

  it('text with anything but digits and separators stays as it was typed', () => {
    fc.assert(
      fc.property(digits(0, 8), digits(0, 8), fc.constantFrom('a', 'O', 'é', '*', '😀'), (before, after, other) => {
        assert.equal(formatPan(before + other + after), before + other + after);
      }),
    );
  });
});

describe('security code', () => {
  const visa = cardBrand('4242424242424242');
  const amex = cardBrand('378282246310005');

  for (const [what, brand, cvc, problem] of [
    ['Visa', visa, '123', undefined],
    ['Visa', visa, ' 1 2 3 ', undefined],
    ['Visa', visa, '１２３', undefined],
    ['Visa', visa, '١٢٣', undefined],
    ['Visa', visa, '', 'card_cvc_required'],
    ['Visa', visa, '12', 'card_cvc_invalid'],
    ['Visa', visa, '1234', 'card_cvc_invalid'],
    ['Visa', visa, '12a', 'card_cvc_invalid'],
    ['Amex', amex, '1234', undefined],
    ['Amex', amex, '', 'card_cvc_required_4'],
    ['Amex', amex, '123', 'card_cvc_invalid_4'],
    ['Amex', amex, '12345', 'card_cvc_invalid_4'],
    ['unknown brand', undefined, '123', undefined],
    ['unknown brand', undefined, '1234', undefined],
    ['unknown brand', undefined, '12', 'card_cvc_invalid'],
    ['unknown brand', undefined, '12345', 'card_cvc_invalid'],
  ] as const) {
    it(`${what}, "${cvc}": ${problem ?? 'right'}`, () => {
      assert.equal(checkCvc(cvc, brand), problem);
    });
  }

  it('is sent as digits only', () => {
    assert.equal(normalizeCvc(' １٢ 3'), '123');
  });

  it('keeps its leading zeros', () => {
    assert.equal(normalizeCvc('007'), '007');
  });
});

describe('name on card', () => {
  for (const name of [
    'Ada Lovelace',
    "Seán O'Neil-Ruiz",
    'Gal·la D’Angelo',
    'Dr. J. R. R. Tolkien, Jr.',
    'X',
    '李小龙',
    'やまだ たろう',
    'محمد علي',
    'علی\u200cرضا',
    'Дарья',
    'नरेंद्र',
    'James Bond 3rd',
    'Depot 12345678901',
    'é'.repeat(255),
    'e\u0301'.repeat(255),
    '𠮷'.repeat(255),
  ]) {
    it(`${name.slice(0, 30)} is a name`, () => {
      assert.equal(checkCardholderName(name), undefined);
    });
  }

  for (const [what, name, problem] of [
    ['none', '', 'cardholder_name_required'],
    ['spaces', '  ', 'cardholder_name_required'],
    ['marks that nobody sees', '\u202e\u0000\u2069', 'cardholder_name_required'],
    ['a card number', '4242 4242 4242 4242', 'cardholder_name_invalid'],
    ['a card number with dashes', '4242-4242-4242-4242', 'cardholder_name_invalid'],
    ['a card number in full-width digits', '４２４２４２４２４２４２４２４２', 'cardholder_name_invalid'],
    ['a card number in Arabic digits', 'Ada ٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', 'cardholder_name_invalid'],
    ['a card number after a name', 'Ada Lovelace 4242 4242 4242 4242', 'cardholder_name_invalid'],
    ['a card number before a name', '3782-822463-10005 Ada', 'cardholder_name_invalid'],
    ['the shortest card number beside a name', 'Ada 999999999991', 'cardholder_name_invalid'],
    ['digits that are no card number', '12', 'cardholder_name_invalid'],
    ['marks only', '—', 'cardholder_name_invalid'],
    ['more than the request takes', 'a'.repeat(256), 'cardholder_name_long'],
    ['more than the request takes, in rare ideographs', '𠮷'.repeat(256), 'cardholder_name_long'],
  ] as const) {
    it(`${what}: ${problem}`, () => {
      assert.equal(checkCardholderName(name), problem);
    });
  }

  for (const [what, typed, sent] of [
    ['without spaces around it', '  Ada Lovelace ', 'Ada Lovelace'],
    ['with one space between words', 'Ada \u00a0\t\n Lovelace', 'Ada Lovelace'],
    ['composed', 'Sea\u0301n', 'Seán'],
    ['without overrides of the reading direction', '\u202eAda\u202c \u2067Lovelace\u2069', 'Ada Lovelace'],
    ['without control characters', 'Ada\u0000 \u001b\u009fLovelace\u007f', 'Ada Lovelace'],
    ['with the joiners that scripts need', 'علی\u200cرضا', 'علی\u200cرضا'],
    ['with its case, accents and marks', 'mary-JANE o’Néill III.', 'mary-JANE o’Néill III.'],
    ['with its full-width letters', 'ＡＤＡ', 'ＡＤＡ'],
  ] as const) {
    it(`is sent ${what}`, () => {
      assert.equal(normalizeCardholderName(typed), sent);
    });
  }

  it('what is sent has no control character, no override and no double space, whatever was typed', () => {
    const harmful = fc.constantFrom('\u0000', '\u0085', '\u202e', '\u2066', ' ', '\t', '\u00a0', 'a', '\u0301');
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(harmful, fc.string({ unit: 'binary', maxLength: 1 })) }), (name) => {
        assert.doesNotMatch(normalizeCardholderName(name), /\p{Cc}|[\u202a-\u202e\u2066-\u2069]|^\s|\s{2}|\s$/u);
      }),
    );
  });

  it('what is sent would be sent the same again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        assert.equal(normalizeCardholderName(normalizeCardholderName(name)), normalizeCardholderName(name));
      }),
    );
  });
});
