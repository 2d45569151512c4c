import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkExpiry, formatExpiry, parseExpiry } from '../../../src/payment/card.js';

const NOON = Date.UTC(2026, 10, 21, 12);

describe('reading an expiry date', () => {
  for (const [text, month, year] of [
    ['12/30', 12, 2030],
    ['12 / 30', 12, 2030],
    ['1/30', 1, 2030],
    ['01/30', 1, 2030],
    ['1230', 12, 2030],
    ['122030', 12, 2030],
    ['12/2030', 12, 2030],
    ['12-30', 12, 2030],
    ['12–30', 12, 2030],
    ['12 30', 12, 2030],
    ['12.30', 12, 2030],
    [' 12/30 ', 12, 2030],
    ['１２／３０', 12, 2030],
    ['12/00', 12, 2000],
  ] as const) {
    it(`"${text}" is ${month} of ${year}`, () => {
      assert.deepEqual(parseExpiry(text), { month, year });
    });
  }

  for (const text of [
    '',
    '12',
    '123',
    '12/3',
    '12/203',
    '00/30',
    '13/30',
    '12/30/1',
    '/30',
    'ab/cd',
    '12345',
    '1/2/30',
  ]) {
    it(`"${text}" is none`, () => {
      assert.equal(parseExpiry(text), undefined);
    });
  }

  it('reads every month of every year, however it is separated', () => {
    const separator = fc.constantFrom('/', ' / ', '-', ' ', '.');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 2000, max: 2099 }),
        separator,
        (month, year, mark) => {
          assert.deepEqual(parseExpiry(`${month}${mark}${year}`), { month, year });
          assert.deepEqual(parseExpiry(`${month}${mark}${String(year).slice(2)}`), { month, year });
        },
      ),
    );
  });

  it('answers with a month that exists, or not at all, whatever was typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d/ .-]{0,9}$/), (text) => {
        const { month } = parseExpiry(text) ?? { month: 1 };
        assert.ok(month >= 1 && month <= 12);
      }),
    );
  });
});

describe('writing the slash while one types', () => {
  for (const [typed, shown] of [
    ['1', '1'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['1230', '12 / 30'],
    ['12/30', '12 / 30'],
    ['12 / 30', '12 / 30'],
    ['122030', '12 / 2030'],
    ['12 / ', '12 / '],
    ['13', '13'],
    ['130', '130'],
    ['1/30', '1/30'],
    ['ab', 'ab'],
  ] as const) {
    it(`"${typed}" becomes "${shown}"`, () => {
      assert.equal(formatExpiry(typed), shown);
    });
  }

  it('never changes what the date means', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(0[1-9]|1[0-2])[ /]{0,2}(\d{2}|20\d{2})$/), (typed) => {
        assert.deepEqual(parseExpiry(formatExpiry(typed)), parseExpiry(typed));
      }),
    );
  });
});

describe('checking an expiry date on 21 November 2026', () => {
  for (const [text, problem] of [
    ['11/26', undefined],
    ['12/26', undefined],
    ['12/30', undefined],
    ['12/46', undefined],
    ['10/26', 'card_expiry_past'],
    ['11/25', 'card_expiry_past'],
    ['01/00', 'card_expiry_past'],
    ['01/47', 'card_expiry_far'],
    ['12/99', 'card_expiry_far'],
    ['', 'card_expiry_required'],
    ['  ', 'card_expiry_required'],
    ['12', 'card_expiry_invalid'],
    ['13/30', 'card_expiry_invalid'],
    ['soon', 'card_expiry_invalid'],
  ] as const) {
    it(`"${text}": ${problem ?? 'right'}`, () => {
      assert.equal(checkExpiry(text, NOON), problem);
    });
  }
});

describe('a card is good through the last day of its month, everywhere on earth', () => {
  for (const [text, now, problem] of [
    ['11/26', '2026-11-30T23:59:59.999Z', undefined],
    ['11/26', '2026-11-30T23:59:59.999-12:00', undefined],
    ['11/26', '2026-12-01T00:00:00.000-12:00', 'card_expiry_past'],
    ['12/26', '2026-12-31T23:59:59.999-12:00', undefined],
    ['12/26', '2027-01-01T00:00:00.000-12:00', 'card_expiry_past'],
    ['02/28', '2028-02-29T23:59:59.999-12:00', undefined],
    ['02/28', '2028-03-01T00:00:00.000-12:00', 'card_expiry_past'],
  ] as const) {
    it(`"${text}" at ${now}: ${problem ?? 'right'}`, () => {
      assert.equal(checkExpiry(text, Date.parse(now)), problem);
    });
  }

  it('no card expires before the month is over', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }), (now) => {
        const thisMonth = `${now.getUTCMonth() + 1}/${now.getUTCFullYear()}`;
        assert.equal(checkExpiry(thisMonth, now.getTime()), undefined);
      }),
    );
  });
});
