import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { addBrands } from '../../../src/card/brand-table.js';
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
} from '../../../src/card/card.js';
import { REGIONAL_BRANDS } from '../../../src/card/regional-brands.js';
import { TEST_CARDS } from './test-cards.js';

const digits = (minLength: number, maxLength: number) =>
  fc.stringMatching(new RegExp(`^\\d{${minLength},${maxLength}}$`), { size: 'max' });

describe('checkPan() accepts', () => {
  it('the test cards of all payment services', () => {
    assert.deepEqual(
      TEST_CARDS.filter(({ pan }) => checkPan(pan) !== undefined),
      [],
    );
  });

  for (const [what, pan] of [
    ['a number of an unknown brand with a valid check digit', '9999999999999995'],
    ['12 digits, the minimum', '999999999991'],
    ['19 digits, the maximum', '9999999999999999998'],
    ['a Visa number of 18 digits', '424242424242424242'],
    ['an old Visa number of 13 digits', '4222222222222'],
    ['an old JCB number of 15 digits that starts with 1800', '180000000000002'],
    ['an old JCB number of 15 digits that starts with 2131', '213100000000001'],
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
    ['separators only', ' - ', 'card_number_required'],
    ['letters', '4242 4242 4242 424O', 'card_number_letters'],
    ['a name', 'Ada Lovelace', 'card_number_letters'],
    ['masked digits', '4242 **** **** 4242', 'card_number_letters'],
    ['digits replaced by bullets', '•••• •••• •••• 4242', 'card_number_letters'],
    ['a wrong check digit', '4242424242424241', 'card_number_invalid'],
    ['two transposed digits', '4242424242422442', 'card_number_invalid'],
    ['a wrong check digit of an unknown brand', '9999999999999991', 'card_number_invalid'],
    ['a wrong check digit in an old Visa number', '4222222222221', 'card_number_invalid'],
    ['a wrong check digit in a UnionPay range outside the brand table', '6279886248094967', 'card_number_invalid'],
    ['a number that begins with 0', '0000000000000000', 'card_number_invalid'],
    ['a zero before a valid number', '04242 4242 4242 4242', 'card_number_invalid'],
    ['one digit too few', '424242424242424', 'card_number_incomplete'],
    ['one digit too few for Amex', '37828224631000', 'card_number_incomplete'],
    ['one digit too few for a JCB number that starts with 35', '356600202036052', 'card_number_incomplete'],
    ['a number too short for any card, whatever its check digit', '99999999994', 'card_number_incomplete'],
    ['one digit too many for Visa, whatever its check digit', '42424242424242424', 'card_number_long'],
    ['one digit too many for Mastercard', '55555555555544440', 'card_number_long'],
    ['one digit too many for Amex', '3782822463100050', 'card_number_long'],
    ['one digit too many for Diners Club', '362272062716670', 'card_number_long'],
    ['more digits than any Visa number has', '42424242424242424242', 'card_number_long'],
    ['more digits than any card number has', '99999999999999999999', 'card_number_long'],
  ] as const) {
    it(`${what}: ${problem}`, () => {
      assert.equal(checkPan(pan), problem);
    });
  }

  it('nine of the ten check digits of a Visa number', () => {
    fc.assert(
      fc.property(digits(14, 14), (rest) => {
        const taken = Array.from('0123456789').filter((check) => checkPan(`4${rest}${check}`) === undefined);
        assert.equal(taken.length, 1);
      }),
    );
  });
});

describe('warnPan()', () => {
  for (const [what, pan, warning] of [
    ['a UnionPay number with a wrong check digit', '6200 0000 0000 0004', 'card_number_unusual'],
    ['a UnionPay number with a valid check digit', '6200 0000 0000 0005', undefined],
    ['an incomplete UnionPay number', '6200 0000 0000 4', undefined],
    ['a UnionPay number that is too long', '6200 0000 0000 0000 0004', undefined],
    ['a Visa number with a wrong check digit, which is an error', '4242 4242 4242 4241', undefined],
    ['a Visa number', '4242 4242 4242 4242', undefined],
    ['letters', '6200 0000 0000 000x', undefined],
    ['an empty value', '', undefined],
  ] as const) {
    it(`${what}: ${warning ?? 'no warning'}`, () => {
      assert.equal(warnPan(pan), warning);
    });
  }
});

describe('normalizePan()', () => {
  for (const [what, typed] of [
    ['spaces', '4242 4242 4242 4242'],
    ['no-break spaces', '4242\u00a04242\u202f4242\u20074242'],
    ['ideographic spaces', '4242\u30004242\u30004242\u30004242'],
    ['tabs and line breaks', '4242\t4242\r\n4242\n4242'],
    ['hyphens', '4242-4242-4242-4242'],
    ['Unicode hyphens', '4242\u20104242\u20114242\uff0d4242'],
    ['Unicode dashes', '4242\u20124242\u20134242\u20144242\u2015'],
    ['minus signs', '4242\u22124242\u22124242\u22124242'],
    ['soft hyphens', '4242\u00ad4242\u00ad4242\u00ad4242'],
    ['wave dashes', '4242\u301c4242\u30304242\u301c4242'],
    ['the long-vowel mark of Japanese keyboards', '4242\u30fc4242\uff704242\u30fc4242'],
    ['dots', '4242.4242.4242.4242'],
    ['invisible characters', '\u200e4242\u200b4242\u20604242\u200d4242\ufeff'],
    ['right-to-left marks', '\u202b4242\u200f42424242\u2066\u061c4242\u2069\u202c'],
    ['full-width digits', '４２４２　４２４２　４２４２　４２４２'],
    ['Arabic digits', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢'],
    ['Persian digits', '۴۲۴۲-۴۲۴۲-۴۲۴۲-۴۲۴۲'],
    ['Devanagari digits', '४२४२ ४२४२ ४२४२ ४२४२'],
    ['Bengali digits', '৪২৪২৪২৪২৪২৪২৪২৪২'],
    ['digits of two scripts', '4242 ٤٢٤٢ 4242 ４２４２'],
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
    ['single quotes', "'4242424242424242'"],
    ['typographic quotes', '“4242-4242-4242-4242”'],
    ['German quotes', '„4242 4242 4242 4242“'],
    ['French quotes', '« 4242 4242 4242 4242 »'],
    ['Japanese quotes', '「4242 4242 4242 4242」'],
    ['a single quote at the start, as in spreadsheets', "'4242 4242 4242 4242"],
    ['a label', 'Card number: 4242 4242 4242 4242'],
    ['a label and quotes', 'card_number: "4242 4242 4242 4242"'],
    ['a label without a colon', 'Card number 4242 4242 4242 4242'],
    ['a label on a line of its own', 'Card number\n4242 4242 4242 4242\n'],
    ['a German label', 'Kartennummer: 4242 4242 4242 4242'],
    ['an Arabic label', 'رقم البطاقة: ٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢'],
    ['a Japanese label', 'カード番号：４２４２ ４２４２ ４２４２ ４２４２'],
    ['a Hindi label', 'कार्ड नंबर: ४२४२ ४२४२ ४२४२ ४२४२'],
    ['the name of the brand', 'Visa 4242 4242 4242 4242'],
  ] as const) {
    it(`${what} around a number`, () => {
      assert.equal(normalizePan(text), '4242424242424242');
    });
  }

  for (const [what, text] of [
    ['one letter, which may be a digit that was read wrong', 'S555 5555 5555 4444'],
    ['two letters', 'SS55 5555 5555 4444'],
    ['hidden digits', '•••• 4242 4242 4242'],
    ['asterisks', '**** 4242 4242 4242'],
    ['a letter after the number', 'Card number: 4242 4242 4242 424O'],
    ['an expiry date after the number', '4242 4242 4242 4242 exp 12/30'],
    ['a number in the label', 'Card 1: 4242 4242 4242 4242'],
    ['a number too short for a card', 'Card number: 4242 4242 424'],
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

  it('any quotes and any label', () => {
    const label = fc.constantFrom('', 'Card number: ', 'PAN:', 'No:', 'Numéro de carte : ', '카드 번호 ');
    const quotes = fc.constantFrom('""', "''", '“”', '«»', '『』', '  ');
    fc.assert(
      fc.property(label, quotes, digits(12, 19), (label, [open, close], pan) => {
        assert.equal(normalizePan(`${label}${open}${formatPan(pan)}${close}`), pan);
      }),
    );
  });
});

describe('cardBrand()', () => {
  before(() => {
    addBrands(REGIONAL_BRANDS);
  });

  it('recognizes the test cards of all payment services, and checkPan() accepts them', () => {
    const wrong = TEST_CARDS.filter(({ pan, brand }) => checkPan(pan) !== undefined || cardBrand(pan)?.id !== brand);
    assert.deepEqual(
      wrong.filter(({ brand }) => brand),
      [],
    );
  });

  for (const [what, pan] of [
    ['RuPay', '6074000000000008'],
    ['Forbrugsforeningen', '6007220000000004'],
    ['an unknown brand', '9999999999999995'],
  ] as const) {
    it(`returns nothing for ${what}`, () => {
      assert.equal(cardBrand(pan), undefined);
    });
  }

  it('returns the display name', () => {
    assert.equal(cardBrand('378282246310005')?.name, 'American Express');
  });

  for (const start of ['', '5', '3', '9999', 'x']) {
    it(`returns nothing for "${start}"`, () => {
      assert.equal(cardBrand(start), undefined);
    });
  }

  it('ignores separators between the first digits', () => {
    assert.equal(cardBrand('3 7')?.id, 'american-express');
  });
});

describe('formatPan()', () => {
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
    ['Amex with one digit too many', '3782822463100050', '3782 8224 6310 0050'],
  ] as const) {
    it(`groups ${what} as ${grouped}`, () => {
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
    it(`formats "${typed}" as "${shown}" while typing`, () => {
      assert.equal(formatPan(typed), shown);
    });
  }

  it('ends the same for a number typed key by key as for a pasted one', () => {
    for (const { pan } of TEST_CARDS) {
      const typed = Array.from(pan).reduce((value, key) => formatPan(value + key), '');
      assert.equal(typed, formatPan(pan));
    }
  });

  it('keeps all digits and adds none', () => {
    fc.assert(
      fc.property(digits(1, 19), (pan) => {
        assert.equal(normalizePan(formatPan(pan)), pan);
      }),
    );
  });

  it('is idempotent for any text', () => {
    fc.assert(
      fc.property(fc.oneof(digits(1, 19), fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
        assert.equal(formatPan(formatPan(text)), formatPan(text));
      }),
    );
  });

  it('leaves text with other characters unchanged', () => {
    fc.assert(
      fc.property(digits(0, 8), digits(0, 8), fc.constantFrom('a', 'O', 'é', '*', '😀'), (before, after, other) => {
        assert.equal(formatPan(before + other + after), before + other + after);
      }),
    );
  });
});

describe('checkCvc()', () => {
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
    it(`${what}, "${cvc}": ${problem ?? 'valid'}`, () => {
      assert.equal(checkCvc(cvc, brand), problem);
    });
  }
});

describe('normalizeCvc()', () => {
  it('returns ASCII digits only', () => {
    assert.equal(normalizeCvc(' １٢ 3'), '123');
  });

  it('keeps leading zeros', () => {
    assert.equal(normalizeCvc('007'), '007');
  });
});

describe('cardholder name', () => {
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
    it(`accepts ${name.slice(0, 30)}`, () => {
      assert.equal(checkCardholderName(name), undefined);
    });
  }

  for (const [what, name, problem] of [
    ['an empty value', '', 'cardholder_name_required'],
    ['spaces', '  ', 'cardholder_name_required'],
    ['invisible characters', '\u202e\u0000\u2069', 'cardholder_name_required'],
    ['a card number', '4242 4242 4242 4242', 'cardholder_name_invalid'],
    ['a card number with dashes', '4242-4242-4242-4242', 'cardholder_name_invalid'],
    ['a card number in full-width digits', '４２４２４２４２４２４２４２４２', 'cardholder_name_invalid'],
    ['a card number in Arabic digits', 'Ada ٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', 'cardholder_name_invalid'],
    ['a card number after a name', 'Ada Lovelace 4242 4242 4242 4242', 'cardholder_name_invalid'],
    ['a card number before a name', '3782-822463-10005 Ada', 'cardholder_name_invalid'],
    ['the shortest card number beside a name', 'Ada 999999999991', 'cardholder_name_invalid'],
    ['digits only', '12', 'cardholder_name_invalid'],
    ['punctuation only', '—', 'cardholder_name_invalid'],
    ['256 characters', 'a'.repeat(256), 'cardholder_name_long'],
    ['256 characters outside the Basic Multilingual Plane', '𠮷'.repeat(256), 'cardholder_name_long'],
  ] as const) {
    it(`rejects ${what}: ${problem}`, () => {
      assert.equal(checkCardholderName(name), problem);
    });
  }

  for (const [what, typed, sent] of [
    ['without leading and trailing spaces', '  Ada Lovelace ', 'Ada Lovelace'],
    ['with one space between words', 'Ada \u00a0\t\n Lovelace', 'Ada Lovelace'],
    ['in composed form (NFC)', 'Sea\u0301n', 'Seán'],
    ['without bidi overrides', '\u202eAda\u202c \u2067Lovelace\u2069', 'Ada Lovelace'],
    ['without control characters', 'Ada\u0000 \u001b\u009fLovelace\u007f', 'Ada Lovelace'],
    ['with zero-width joiners', 'علی\u200cرضا', 'علی\u200cرضا'],
    ['with its case, accents and punctuation', 'mary-JANE o’Néill III.', 'mary-JANE o’Néill III.'],
    ['with full-width letters', 'ＡＤＡ', 'ＡＤＡ'],
  ] as const) {
    it(`is sent ${what}`, () => {
      assert.equal(normalizeCardholderName(typed), sent);
    });
  }

  it('is sent without control characters, bidi overrides and repeated spaces', () => {
    const harmful = fc.constantFrom('\u0000', '\u0085', '\u202e', '\u2066', ' ', '\t', '\u00a0', 'a', '\u0301');
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            harmful,
            fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)),
          ),
        }),
        (name) => {
          assert.doesNotMatch(normalizeCardholderName(name), /\p{Cc}|[\u202a-\u202e\u2066-\u2069]|^\s|\s{2}|\s$/u);
        },
      ),
    );
  });

  it('is normalized idempotently', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) }), (name) => {
        assert.equal(normalizeCardholderName(normalizeCardholderName(name)), normalizeCardholderName(name));
      }),
    );
  });
});
