import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  cardBrand,
  checkCardholderName,
  checkCvc,
  checkPan,
  formatPan,
  normalizeCvc,
  normalizePan,
} from '../../../src/payment/card.js';

/** Test cards that other services publish: what every payment form on earth takes. */
const TEST_CARDS = [
  ['4242424242424242', 'visa', '4242 4242 4242 4242'],
  ['4000056655665556', 'visa', '4000 0566 5566 5556'],
  ['5555555555554444', 'mastercard', '5555 5555 5555 4444'],
  ['2223003122003222', 'mastercard', '2223 0031 2200 3222'],
  ['378282246310005', 'american-express', '3782 822463 10005'],
  ['6011111111111117', 'discover', '6011 1111 1111 1117'],
  ['3056930009020004', 'diners-club', '3056 930009 020004'],
  ['36227206271667', 'diners-club', '3622 720627 1667'],
  ['3566002020360505', 'jcb', '3566 0020 2036 0505'],
  ['6200000000000005', 'unionpay', '6200 0000 0000 0005'],
  ['4111111111111111', 'visa', '4111 1111 1111 1111'],
  ['5555444433331111', 'mastercard', '5555 4444 3333 1111'],
  ['370000000000002', 'american-express', '3700 000000 00002'],
] as const;

const digits = (minLength: number, maxLength: number) =>
  fc.stringMatching(new RegExp(`^\\d{${minLength},${maxLength}}$`), { size: 'max' });

describe('card numbers that are taken', () => {
  for (const [pan, brand] of TEST_CARDS) {
    it(`the test card ${pan} (${brand})`, () => {
      assert.equal(checkPan(pan), undefined);
    });
  }

  for (const [what, pan] of [
    ['of a brand that nobody here knows, with the right check digit', '9999999999999995'],
    ['of 12 digits, the shortest there are', '999999999991'],
    ['of 19 digits, the longest there are', '9999999999999999998'],
    ['of UnionPay, which does not always use a check digit', '6200000000000004'],
    ['with spaces', '4242 4242 4242 4242'],
    ['with hyphens', '4242-4242-4242-4242'],
    ['with dashes as word processors make them', '4242–4242–4242–4242'],
    ['pasted with invisible marks around it', '\u200e4242\u00a04242\u200b42424242\ufeff'],
    ['in full-width digits, as Japanese keyboards type them', '４２４２４２４２４２４２４２４２'],
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
    ['a wrong check digit', '4242424242424241', 'card_number_invalid'],
    ['two neighbouring digits swapped', '4242424242422442', 'card_number_invalid'],
    ['a wrong check digit with an unknown brand', '9999999999999991', 'card_number_invalid'],
    ['a digit too few', '424242424242424', 'card_number_incomplete'],
    ['a digit too few for Amex', '37828224631000', 'card_number_incomplete'],
    ['a digit too many for Amex', '3782822463100050', 'card_number_invalid'],
    ['too short for any card, right check digit or not', '99999999994', 'card_number_incomplete'],
    ['too long for any card', '99999999999999999999', 'card_number_invalid'],
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

describe('brand', () => {
  for (const [pan, brand] of TEST_CARDS) {
    it(`${pan} is ${brand}`, () => {
      assert.equal(cardBrand(pan)?.id, brand);
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
  for (const [pan, brand, grouped] of TEST_CARDS) {
    it(`${brand}: ${grouped}`, () => {
      assert.equal(formatPan(pan), grouped);
    });
  }

  for (const [typed, shown] of [
    ['4', '4'],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['3782822', '3782 822'],
    ['4242-4242', '4242 4242'],
    ['4242 42x', '4242 42x'],
    ['', ''],
    ['9999999999999999993', '9999 9999 9999 9999 993'],
  ] as const) {
    it(`"${typed}" becomes "${shown}" while it is typed`, () => {
      assert.equal(formatPan(typed), shown);
    });
  }

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
      fc.property(digits(0, 8), digits(0, 8), fc.constantFrom('a', 'O', 'é', '.', '😀'), (before, after, other) => {
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
    assert.equal(normalizeCvc(' １２ 3'), '123');
  });

  it('keeps its leading zeros', () => {
    assert.equal(normalizeCvc('007'), '007');
  });
});

describe('name on card', () => {
  for (const name of [
    'Ada Lovelace',
    "Seán O'Neil-Ruiz",
    'X',
    '李小龙',
    'محمد علي',
    'Дарья',
    'नरेंद्र',
    'James Bond 3rd',
  ]) {
    it(`${name} is a name`, () => {
      assert.equal(checkCardholderName(name), undefined);
    });
  }

  for (const [what, name, problem] of [
    ['none', '', 'cardholder_name_required'],
    ['spaces', '  ', 'cardholder_name_required'],
    ['a card number', '4242 4242 4242 4242', 'cardholder_name_invalid'],
    ['a card number in full-width digits', '４２４２４２４２４２４２４２４２', 'cardholder_name_invalid'],
    ['marks only', '—', 'cardholder_name_invalid'],
    ['more than the request takes', 'a'.repeat(256), 'cardholder_name_invalid'],
  ] as const) {
    it(`${what}: ${problem}`, () => {
      assert.equal(checkCardholderName(name), problem);
    });
  }
});
