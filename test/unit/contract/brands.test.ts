import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import creditCardType from 'credit-card-type';
import fc from 'fast-check';
import { addBrands, findBrand, knownBrands, mayBeRegional } from 'payment-widget/contract/brands';
import { REGIONAL_BRANDS } from 'payment-widget/contract/regional-brands';

const LONGEST = 19;
const known = creditCardType('');

/** First and last of a range, or a prefix twice. */
function toRange(pattern: number | readonly number[]): [from: string, to: string] {
  const [from = '', to = from] = [pattern].flat().map(String);
  return [from, to];
}

describe('knownBrands()', () => {
  before(() => {
    addBrands(REGIONAL_BRANDS);
  });

  it('returns the brands of credit-card-type', () => {
    assert.deepEqual(
      Object.fromEntries(knownBrands().map(({ id, name }) => [id, name])),
      Object.fromEntries(known.map(({ type, niceType }) => [type, niceType])),
    );
  });

  for (const { type, patterns, lengths, gaps, code } of known) {
    it(`returns the prefixes, lengths, gaps and CVC length of credit-card-type for ${type}`, () => {
      const { name, ...rules } = knownBrands().find(({ id }) => id === type) ?? assert.fail();
      assert.deepEqual(rules, { id: type, ranges: patterns.map(toRange), lengths, gaps, cvcLength: code.size });
    });
  }
});

describe('mayBeRegional()', () => {
  it('is true for every prefix of a regional brand', () => {
    const regional = REGIONAL_BRANDS.map(([name]) => name);
    const ranges = knownBrands().flatMap(({ name, ranges }) => (regional.includes(name) ? ranges : []));
    assert.deepEqual(
      ranges.flat().filter((prefix) => !mayBeRegional(prefix)),
      [],
    );
  });
});

describe('findBrand()', () => {
  before(() => {
    addBrands(REGIONAL_BRANDS);
  });

  /** The library guesses Maestro for every other number that starts with 6; this form does not. */
  function byLibrary(digits: string): string | undefined {
    const types = digits === '' ? [] : creditCardType(digits);
    const [type] = types;
    const isGuess = type?.type === 'maestro' && type.matchStrength === 1;
    return types.length === 1 && !isGuess ? type?.type : undefined;
  }

  function assertSame(digits: string): void {
    const own = findBrand(digits)?.id;
    if (own !== byLibrary(digits)) assert.fail(`${digits}: ${own}, expected ${byLibrary(digits)}`);
  }

  it('agrees with credit-card-type around the bounds of each range, digit by digit', () => {
    const ends = new Set(known.flatMap(({ patterns }) => patterns.flat()));
    const numbers = new Set(
      [...ends].flatMap((end) => [end - 1, end, end + 1].flatMap((one) => [`${one}0`, `${one}9`])),
    );
    const typed = [...numbers].flatMap((number) => Array.from(number, (_, index) => number.slice(0, index + 1)));
    for (const digits of new Set(typed)) assertSame(digits);
  });

  it('agrees with credit-card-type for numbers of any length', () => {
    const starts = known.flatMap(({ patterns }) => patterns.flat().map(String));
    const start = fc.oneof(
      fc.constant(''),
      fc.constantFrom(...starts),
      fc.constantFrom(...starts).map((one) => one.slice(0, -1)),
    );
    const rest = fc.stringMatching(/^\d{0,19}$/, { size: 'max' });
    fc.assert(
      fc.property(start, rest, (first, others) => {
        assertSame((first + others).slice(0, LONGEST));
      }),
    );
  });
});
