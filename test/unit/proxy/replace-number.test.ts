import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { replaceNumber, replaceWholeNumber } from '../../../src/proxy/replace-number.js';

describe('replaceNumber()', () => {
  const CASES: readonly [text: string, replaced: string][] = [
    ['4242', '[x]'],
    ['card 4242.', 'card [x].'],
    ['42 42', '[x]'],
    ['4-2-4-2', '[x]'],
    ['4 . 2 – 42', '[x]'],
    ['14242', '1[x]'],
    ['4242 12/30', '[x] 12/30'],
    ['4242 4242', '[x] [x]'],
    ['4242 and 4242', '[x] and [x]'],
    ['42 or 42', '42 or 42'],
    ['42 .. 42', '42 .. 42'],
    ['4241', '4241'],
    ['', ''],
  ];
  for (const [text, replaced] of CASES) {
    it(`turns "${text}" into "${replaced}"`, () => {
      assert.equal(replaceNumber(text, '4242', '[x]'), replaced);
    });
  }

  it('replaces the same text as a regular expression for the number', () => {
    const text = fc.string({ unit: fc.constantFrom('1', '2', ' ', '-', 'é', 'a', '½', '٣', '😀'), maxLength: 30 });
    const number = fc.string({ unit: fc.constantFrom('1', '2'), minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(text, number, (text, number) => {
        const pattern = new RegExp(Array.from(number).join('[^\\p{L}\\p{N}]{0,3}'), 'gu');
        assert.equal(replaceNumber(text, number, '[x]'), text.replace(pattern, '[x]'));
      }),
    );
  });
});

describe('replaceWholeNumber()', () => {
  const CASES: readonly [text: string, replaced: string][] = [
    ['cvc 123', 'cvc [x]'],
    ['123,123', '[x],[x]'],
    ['1234', '1234'],
    ['0123', '0123'],
    ['a123b', 'a[x]b'],
  ];
  for (const [text, replaced] of CASES) {
    it(`turns "${text}" into "${replaced}"`, () => {
      assert.equal(replaceWholeNumber(text, '123', '[x]'), replaced);
    });
  }
});
