import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRedactor } from '../../../src/proxy/redact.js';

/** The redacted text, with a shorter mask. */
function replace(text: string, card: { readonly number: string; readonly cvc: string }): string {
  const sent = { card: { exp_month: 12, exp_year: 2030, ...card } };
  return createRedactor([]).text(text, sent).replaceAll('[masked]', '[x]');
}

describe('card number in a text', () => {
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
      assert.equal(replace(text, { number: '4242', cvc: '123' }), replaced);
    });
  }

  it('is the same text that a regular expression for the number finds', () => {
    const text = fc.string({ unit: fc.constantFrom('1', '2', ' ', '-', 'é', 'a', '½', '٣', '😀'), maxLength: 30 });
    const number = fc.string({ unit: fc.constantFrom('1', '2'), minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(text, number, (text, number) => {
        const pattern = new RegExp(Array.from(number).join('[^\\p{L}\\p{N}]{0,3}'), 'gu');
        assert.equal(replace(text, { number, cvc: '' }), text.replace(pattern, '[x]'));
      }),
    );
  });
});

describe('security code in a text', () => {
  const CASES: readonly [text: string, replaced: string][] = [
    ['cvc 123', 'cvc [x]'],
    ['cvc 123,123', 'cvc [x],[x]'],
    ['cvc 1234', 'cvc 1234'],
    ['cvc 0123', 'cvc 0123'],
    ['cvc a123b', 'cvc a[x]b'],
    ['a123b', 'a123b'],
  ];
  for (const [text, replaced] of CASES) {
    it(`turns "${text}" into "${replaced}"`, () => {
      assert.equal(replace(text, { number: '4242', cvc: '123' }), replaced);
    });
  }
});
