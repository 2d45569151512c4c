import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { getExampleNumber, type CountryCode } from 'libphonenumber-js';
import examples from 'libphonenumber-js/examples.mobile.json';
import { COUNTRIES, numberStart } from '../../../src/card/countries.js';
import { checkPhone, parsePhone } from '../../../src/card/phone.js';

const anyDigits = (minLength: number, maxLength: number) =>
  fc.stringMatching(new RegExp(`^\\d{${minLength},${maxLength}}$`), { size: 'max' });
const typedPhone = fc
  .tuple(fc.constantFrom('', '+', '00', '011', 'tel:', '+49', '+1', '+39', '0', '8', '06', '+7'), anyDigits(0, 16))
  .map((parts) => parts.join(''));
const maybeCountry = fc.option(fc.constantFrom(...COUNTRIES), { nil: undefined });

describe('international phone numbers', () => {
  for (const [what, typed, sent] of [
    ['without separators', '+493012345678', '+493012345678'],
    ['with spaces', '+49 30 1234 5678', '+493012345678'],
    ['with hyphens', '+49-30-1234-5678', '+493012345678'],
    ['with en and em dashes', '+49–30–1234—5678', '+493012345678'],
    ['with dots', '+33.6.12.34.56.78', '+33612345678'],
    ['with a slash', '+49 30/1234567', '+49301234567'],
    ['with round brackets', '(+49) 30 (1234) 5678', '+493012345678'],
    ['with square brackets', '+49 [30] 12345678', '+493012345678'],
    ['with a middle dot', '+34 912·345·678', '+34912345678'],
    ['with invisible characters', '\u202a+49\u00a030\u200b1234\u20605678\u202c', '+493012345678'],
    ['in full-width characters', '＋８１　３−１２３４−５６７８', '+81312345678'],
    ['with the Japanese long vowel mark', '+81ー3ー1234ー5678', '+81312345678'],
    ['in Arabic digits', '+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '+966501234567'],
    ['in Devanagari digits', '+९१ ९८७६५ ४३२१०', '+919876543210'],
    ['as a tel: link', 'tel:+49-30-12345678', '+493012345678'],
    ['after the label Tel.', 'Tel. +49 30 12345678', '+493012345678'],
    ['dialled with 00', '0049 30 12345678', '+493012345678'],
    ['with a plus and 00', '+0049 30 12345678', '+493012345678'],
    ['with a bracketed zero', '+49 (0)30 123456', '+4930123456'],
    ['with a bracketed zero and spaces', '+49 ( 0 ) 30 123456', '+4930123456'],
    ['with a redundant zero', '+44 020 7946 0958', '+442079460958'],
    ['with a redundant zero after 00', '0044 020 7946 0958', '+442079460958'],
    ['from Italy, where the zero is part of the number', '+39 06 1234 5678', '+390612345678'],
    ['from Italy with that zero in brackets', '+39 (0)6 1234 5678', '+390612345678'],
    ['from Ivory Coast, where the zero is part of the number', '+225 01 23 45 67 89', '+2250123456789'],
    ['from Spain with a zero, which is not a trunk prefix there', '+34 (0)91 234 56 78', '+34912345678'],
    ['from Hungary with the trunk prefix 06', '+36 (06) 1 234 5678', '+3612345678'],
    ['from Hungary with 0 instead of 06', '+36 (0)1 234 5678', '+3612345678'],
    ['from Szeged, Hungary, with 0 instead of 06', '+36 (0)62 123 456', '+3662123456'],
    ['from Russia with the trunk prefix 8', '+7 8 495 123-45-67', '+74951234567'],
    ['from Saint Petersburg, where 8 is part of the number', '+7 812 123-45-67', '+78121234567'],
    ['from Lithuania with the former trunk prefix 8', '+370 (8 5) 266 2707', '+37052662707'],
    ['from North America with 1 twice', '+1 1 415 555 2671', '+14155552671'],
    ['from North America with a bracketed zero', '+1 (0)415 555 2671', '+14155552671'],
    ['from the network with the shortest numbers', '+290 2234', '+2902234'],
    ['of a satellite network', '+8816 1234 5678', '+881612345678'],
    ['with 15 digits, the maximum', '+49 1234567890123', '+491234567890123'],
  ] as const) {
    it(`are read ${what}: ${typed}`, () => {
      assert.equal(parsePhone(typed), sent);
    });
  }

  it('are read in any country', () => {
    assert.equal(parsePhone('+49 30 12345678', 'US'), '+493012345678');
  });

  it('are read with the prefix 011 in North America', () => {
    assert.equal(parsePhone('011 49 30 12345678', 'CA'), '+493012345678');
  });

  it('are not read with the prefix 011 elsewhere', () => {
    assert.equal(parsePhone('011 4960 0000', 'GB'), '+441149600000');
  });
});

describe("libphonenumber's sample numbers", () => {
  for (const country of COUNTRIES) {
    const sample = getExampleNumber(country as CountryCode, examples);
    if (!sample) continue;
    const { number } = sample;
    it(`of ${country} are read as they are written there and abroad`, () => {
      const typed = [
        sample.formatNational(),
        sample.nationalNumber,
        sample.formatInternational(),
        sample.getURI(),
        number,
      ];
      const read = typed.map((text) => parsePhone(text, country));
      assert.deepEqual(read, typed.map(() => number)); // prettier-ignore
    });
  }
});

describe('national phone numbers', () => {
  for (const [country, typed, sent] of [
    ['DE', '030 123456', '+4930123456'],
    ['AR', '011 15-2345-6789', '+5491123456789'],
    ['AR', '0221 15 456-7890', '+5492214567890'],
    ['AR', '02966 15 45-6789', '+5492966456789'],
    ['AR', '+54 11 15 2345 6789', '+5491123456789'],
    ['AR', '+54 9 11 2345-6789', '+5491123456789'],
    ['AR', '011 2345-6789', '+541123456789'],
    ['AR', '0291 15 155-1515', '+5492911551515'],
    ['MX', '044 55 1234 5678', '+525512345678'],
    ['MX', '01 55 1234 5678', '+525512345678'],
    ['MX', '+52 1 55 1234 5678', '+525512345678'],
    ['CO', '03 321 123 4567', '+573211234567'],
    ['CO', '05 601 234 5678', '+576012345678'],
    ['CO', '0321 123 4567', '+573211234567'],
    ['CO', '(601) 234 5678', '+576012345678'],
    ['MH', '1-235-1234', '+6922351234'],
    ['MH', '247-1234', '+6922471234'],
    ['DE', '(030) 12 34 56', '+4930123456'],
    ['DE', '049 30 123456', '+494930123456'],
    ['DK', '45 12 34 56', '+4545123456'],
    ['IT', '393 123 4567', '+393931234567'],
    ['IN', '91234 56789', '+919123456789'],
    ['BR', '(55) 99123-4567', '+5555991234567'],
    ['PL', '48 123 45 67', '+48481234567'],
    ['RU', '8 10 49 30 123456', '+4930123456'],
    ['KZ', '701 234 56 78', '+77012345678'],
    ['JP', '010 1 415 555 2671', '+14155552671'],
    ['JP', '090 1234 5678', '+819012345678'],
    ['AU', '0011 49 30 123456', '+4930123456'],
    ['AT', '01 234567', '+431234567'],
    ['FR', '06 12 34 56 78', '+33612345678'],
    ['GB', '020 7946 0958', '+442079460958'],
    ['GB', 'tel:020 7946 0958', '+442079460958'],
    ['IT', '06 1234 5678', '+390612345678'],
    ['IT', '320 123 4567', '+393201234567'],
    ['VA', '06 6988 1234', '+390669881234'],
    ['ES', '912 345 678', '+34912345678'],
    ['US', '(415) 555-2671', '+14155552671'],
    ['US', '1-415-555-2671', '+14155552671'],
    ['JM', '876 555 2671', '+18765552671'],
    ['RU', '8 (495) 123-45-67', '+74951234567'],
    ['RU', '7 495 123 45 67', '+74951234567'],
    ['RU', '812 123-45-67', '+78121234567'],
    ['KZ', '8 (727) 123-45-67', '+77271234567'],
    ['BY', '8 029 123-45-67', '+375291234567'],
    ['BY', '029 123-45-67', '+375291234567'],
    ['TM', '8 12 34 56 78', '+99312345678'],
    ['LT', '8 612 34567', '+37061234567'],
    ['LT', '0 612 34567', '+37061234567'],
    ['HU', '06 1 234 5678', '+3612345678'],
    ['HU', '06 20 123 4567', '+36201234567'],
    ['HU', '62 123 456', '+3662123456'],
    ['JP', '０３ー１２３４ー５６７８', '+81312345678'],
    ['IN', '098765 43210', '+919876543210'],
    ['GA', '062 12 34 56', '+24162123456'],
    ['XK', '044 123 456', '+38344123456'],
  ] as const) {
    it(`of ${country}: ${typed} is ${sent}`, () => {
      assert.equal(parsePhone(typed, country), sent);
    });
  }
});

describe('checkPhone() rejects', () => {
  for (const [what, typed, country, problem] of [
    ['an empty value', '', 'DE', 'phone_required'],
    ['separators only', ' - () ', 'DE', 'phone_required'],
    ['a plus sign only', '+', undefined, 'phone_required'],
    ['letters', '+49 30 CALL ME', undefined, 'phone_letters'],
    ['a name', 'Ada Lovelace', 'DE', 'phone_letters'],
    ['an extension', '+49 30 123456 ext. 5', undefined, 'phone_letters'],
    ['a national number without a country', '030 123456', undefined, 'phone_country_code'],
    ['a national number with an unknown country', '030 123456', 'ZZ', 'phone_country_code'],
    [
      'a calling code without its plus sign, which may be the start of a national number',
      '49 30 123456',
      'DE',
      'phone_country_code',
    ],
    ['the same in the United Kingdom', '44 7911 123456', 'GB', 'phone_country_code'],
    ['the same in Italy', '39 393 123 4567', 'IT', 'phone_country_code'],
    ['the same in India', '91 98765 43210', 'IN', 'phone_country_code'],
    ['a country code in lower case', '030 123456', 'de', 'phone_country_code'],
    ['an unknown calling code', '+999 123 4567', 'DE', 'phone_country_code'],
    ['a calling code that begins with zero', '+030 123456', 'DE', 'phone_country_code'],
    ['an at sign', '+49@30123456', undefined, 'phone_invalid'],
    ['a plus sign in the middle', '49+30123456', 'DE', 'phone_invalid'],
    ['two numbers', '+49 30 123456, +49 30 123457', undefined, 'phone_invalid'],
    ['one digit too few', '+49 3012', undefined, 'phone_short'],
    ['a calling code only', '+49', undefined, 'phone_short'],
    ['one digit too many', '+49 12345678901234', undefined, 'phone_long'],
    ['one digit too many in a national number', '0 12345678901234', 'DE', 'phone_long'],
    ['a missing area code in North America', '555-2671', 'US', 'phone_short'],
    ['one digit too many in North America', '+1 415 555 26711', undefined, 'phone_long'],
    ['an area code that starts with 1 in North America', '+1 115 555 2671', undefined, 'phone_invalid'],
    ['an area code that starts with 0 in North America', '(055) 555-2671', 'US', 'phone_invalid'],
  ] as const) {
    it(`${what}: ${problem}`, () => {
      assert.equal(checkPhone(typed, country), problem);
    });
  }

  it('exactly the text that parsePhone() cannot read', () => {
    fc.assert(
      fc.property(
        fc.oneof(typedPhone, fc.string(), fc.string({ unit: 'grapheme' })),
        maybeCountry,
        (typed, country) => {
          assert.notEqual(parsePhone(typed, country) === undefined, checkPhone(typed, country) === undefined);
        },
      ),
    );
  });
});

describe('parsePhone()', () => {
  it('returns E.164', () => {
    fc.assert(
      fc.property(typedPhone, maybeCountry, (typed, country) => {
        assert.match(parsePhone(typed, country) ?? '+1234567', /^\+[1-9]\d{6,14}$/);
      }),
    );
  });

  it('reads its own result the same in any country', () => {
    fc.assert(
      fc.property(typedPhone, maybeCountry, maybeCountry, (typed, country, other) => {
        const sent = parsePhone(typed, country);
        fc.pre(sent !== undefined);
        assert.equal(parsePhone(sent, other), sent);
      }),
    );
  });

  it('ignores separators', () => {
    const separators = fc.array(fc.constantFrom('', ' ', '-', '.', '/', '–', '(', ')', '\u00a0', '\u200b'), {
      minLength: 25,
      maxLength: 25,
    });
    fc.assert(
      fc.property(typedPhone, maybeCountry, separators, (typed, country, between) => {
        const spread = Array.from(typed, (sign, index) => (between[index] ?? '') + sign).join('') + (between[24] ?? '');
        assert.equal(parsePhone(spread, country), parsePhone(typed, country));
      }),
    );
  });

  it('adds the calling code of the country to an unambiguous national number', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COUNTRIES), fc.stringMatching(/^[2-6]\d{9}$/), (country, national) => {
        const code = numberStart(country)?.callingCode ?? '';
        fc.pre(!national.startsWith(code));
        assert.equal(parsePhone(national, country), `+${code}${national}`);
      }),
    );
  });
});
