import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkExpiry, formatExpiry, parseExpiry, tidyExpiry } from 'payment-widget/contract/expiry';

const NOON = Date.UTC(2026, 10, 21, 12);

/** Text, month, year. */
const SPELLINGS = [
  ['12/30', 12, 2030],
  ['1/30', 1, 2030],
  ['1230', 12, 2030],
  ['12-30', 12, 2030],
  ['2030-12', 12, 2030],
  ['203012', 12, 2030],
  ['30/12', 12, 2030],
  ['13/12', 12, 2013],
  ['530', 5, 2030],
  ['५३०', 5, 2030],
  ['12/31/2030', 12, 2030],
  ['31/12/2030', 12, 2030],
  ['2030-12-31', 12, 2030],
  ['Expiry date: 12/2030', 12, 2030],
  ['Valid to December 30', 12, 2030],
  ['有効期限 12/30', 12, 2030],
  ['Dec 2030', 12, 2030],
  ['Sept-2030', 9, 2030],
  ['１２３０', 12, 2030],
  ['12ー30', 12, 2030],
  ['١٢/٣٠', 12, 2030],
] as const;

describe('parseExpiry()', () => {
  for (const [text, month, year] of [
    ...SPELLINGS,
    ['(12/30)', 12, 2030],
    ['\u200f12\u200f/\u200e30\u2069', 12, 2030],
  ] as const) {
    it(`reads "${text}" as ${month}/${year}`, () => {
      assert.deepEqual(parseExpiry(text), { month, year });
    });
  }

  for (const text of [
    '',
    '12',
    '123',
    '00/30',
    '13/30',
    '30/1',
    '2030',
    '2030-13',
    '01/02/2030',
    '31/12/30',
    '/30',
    '20301',
    '30 Dec',
    'Dec',
    'Dec 5, 2030',
  ]) {
    it(`rejects "${text}"`, () => {
      assert.equal(parseExpiry(text), undefined);
    });
  }

  it('reads every month of every year with every separator', () => {
    const separator = fc.constantFrom('/', ' / ', '-', ' ', '.', '／', '・', '٫', 'ー', ' – ', '\u00a0');
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

  it('reads three digits as M YY unless they begin with a month', () => {
    for (let number = 0; number < 1000; number++) {
      const text = String(number).padStart(3, '0');
      const startsWithMonth = Number(text.slice(0, 2)) >= 1 && Number(text.slice(0, 2)) <= 12;
      const isRead = !startsWithMonth && text[0] !== '0';
      const date = isRead ? { month: Number(text[0]), year: 2000 + Number(text.slice(1)) } : undefined;
      assert.deepEqual(parseExpiry(text), date, text);
    }
  });
});

describe('formatExpiry()', () => {
  for (const [typed, shown] of [
    ['', ''],
    ['12/', '12 / '],
    ['123', '12 / 3'],
    ['12-3', '12 / 3'],
    ['1230', '12 / 30'],
    ['122030', '12 / 2030'],
  ] as const) {
    it(`formats "${typed}" as "${shown}"`, () => {
      assert.equal(formatExpiry(typed), shown);
    });
  }

  for (const typed of [
    '530',
    'Dec 2030',
    '1/',
    '2030',
    '2030-12',
    '30/12',
    '20301',
    '30/1',
    '13/30',
    '12/30/',
    '12 /',
  ]) {
    it(`leaves "${typed}" unchanged`, () => {
      assert.equal(formatExpiry(typed), typed);
    });
  }

  for (const [spelling, month, year] of SPELLINGS) {
    it(`lets a person type "${spelling}" and delete it key by key`, () => {
      const typed = Array.from(spelling).reduce((value, key) => formatExpiry(value + key), '');
      assert.deepEqual(parseExpiry(typed), { month, year });
      let value = formatExpiry(spelling);
      for (let keys = 20; keys > 0; keys--) value = formatExpiry(value.slice(0, -1));
      assert.equal(value, '');
    });
  }

  const almostDates = fc.stringMatching(/^[0-3]{0,4}[ /.ー-]{0,3}[0-3]{0,4}[ /-]?[12]?$/);

  it('never changes the date', () => {
    fc.assert(
      fc.property(fc.oneof(almostDates, fc.string({ unit: 'grapheme' })), (typed) => {
        assert.deepEqual(parseExpiry(formatExpiry(typed)), parseExpiry(typed));
      }),
    );
  });
});

describe('tidyExpiry()', () => {
  for (const [typed, shown] of [
    ['12/2030', '12 / 30'],
    ['Dec 2030', '12 / 30'],
    ['1230', '12 / 30'],
    ['123', '12 / 3'],
    ['12/1999', '12 / 1999'],
    ['soon', 'soon'],
    ['', ''],
  ] as const) {
    it(`formats "${typed}" as "${shown}"`, () => {
      assert.equal(tidyExpiry(typed), shown);
    });
  }

  const nearlyDates = fc.oneof(
    fc.stringMatching(/^[0-3]{0,4}[ /.ー-]{0,3}[0-3]{0,4}[ /-]?[12]?$/),
    fc.stringMatching(/^\d{0,6}$/),
    fc.stringMatching(/^(Dec|June?|MAY|mar)[ .]?(20)?\d\d$/),
    fc.string({ unit: 'grapheme' }),
  );

  it('never changes the date', () => {
    fc.assert(
      fc.property(nearlyDates, (typed) => {
        assert.deepEqual(parseExpiry(tidyExpiry(typed)), parseExpiry(typed));
      }),
    );
  });

  it('shows every date of this century as MM / YY', () => {
    fc.assert(
      fc.property(nearlyDates, (typed) => {
        const { month, year = 0 } = parseExpiry(typed) ?? {};
        if (year < 2000 || year > 2099) return;
        const shown = `${String(month).padStart(2, '0')} / ${String(year).slice(2)}`;
        assert.equal(tidyExpiry(typed), shown);
      }),
    );
  });
});

describe('checkExpiry() on 21 November 2026', () => {
  for (const [text, problem] of [
    ['11/26', undefined],
    ['12/26', undefined],
    ['10/26', 'card_expiry_past'],
    ['01/47', 'card_expiry_far'],
    ['', 'card_expiry_required'],
    [' / ', 'card_expiry_required'],
    ['Dec 2030', undefined],
    ['Dez 2030', 'card_expiry_month'],
    ['13/30', 'card_expiry_month'],
    ['12/1999', 'card_expiry_past'],
    ['soon', 'card_expiry_invalid'],
  ] as const) {
    it(`"${text}": ${problem ?? 'valid'}`, () => {
      assert.equal(checkExpiry(text, NOON), problem);
    });
  }
});

describe('a card is valid until its month ends in every time zone', () => {
  for (const [text, now, problem] of [
    ['11/26', '2026-11-30T23:59:59.999-12:00', undefined],
    ['11/26', '2026-12-01T00:00:00.000-12:00', 'card_expiry_past'],
    ['02/28', '2028-02-29T23:59:59.999-12:00', undefined],
    ['02/28', '2028-03-01T00:00:00.000-12:00', 'card_expiry_past'],
  ] as const) {
    it(`"${text}" at ${now}: ${problem ?? 'valid'}`, () => {
      assert.equal(checkExpiry(text, Date.parse(now)), problem);
    });
  }
});
