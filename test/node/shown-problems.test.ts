import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldProblems } from '../../src/payment/form.js';
import { ShownProblems, type Findings } from '../../src/shown-problems.js';

const SHORT: FieldProblems = { 'card-number': 'card_number_incomplete' };
const WRONG: FieldProblems = { 'card-number': 'card_number_invalid' };
const EXPIRED: FieldProblems = { 'card-expiry': 'card_expiry_past' };

const found = (problems: FieldProblems): Findings => ({ problems, warnings: {} });

function showing(problems: FieldProblems): ShownProblems {
  const shown = new ShownProblems();
  shown.problems = problems;
  return shown;
}

describe('what the shopper is told about the fields', () => {
  it('is told of the fields that the shopper is done with, and of no others', () => {
    const shown = new ShownProblems();
    shown.judge(['card-number'], found({ ...SHORT, ...EXPIRED }));
    assert.deepEqual({ ...shown.problems }, SHORT);
  });

  it('is taken back of a field in which nothing is wrong any more', () => {
    const shown = showing({ ...SHORT, ...EXPIRED });
    shown.judge(['card-number'], found(EXPIRED));
    assert.deepEqual({ ...shown.problems }, EXPIRED);
  });

  it('stays of the fields that the shopper is not done with', () => {
    const shown = showing(SHORT);
    shown.judge(['card-expiry'], found(EXPIRED));
    assert.deepEqual({ ...shown.problems }, { ...SHORT, ...EXPIRED });
  });

  it('has warnings beside the problems', () => {
    const shown = new ShownProblems();
    shown.judge(['card-number'], { problems: EXPIRED, warnings: { 'card-number': 'card_number_unusual' } });
    assert.deepEqual(shown.texts, ['card_number_unusual']);
  });

  const table: readonly (readonly [
    what: string,
    typed: 'card-number' | undefined,
    now: FieldProblems,
    FieldProblems,
  ])[] = [
    ['goes when it is mended', undefined, {}, {}],
    ['goes while it is being mended', 'card-number', {}, {}],
    ['stays while it is so', 'card-number', SHORT, SHORT],
    ['turns into another that is so by now', undefined, WRONG, WRONG],
    ['never turns into another in the field that is being typed into', 'card-number', WRONG, {}],
    ['brings no other with it', undefined, { ...SHORT, ...EXPIRED }, SHORT],
  ];

  for (const [what, typed, now, left] of table) {
    it(`a problem that is shown ${what}`, () => {
      const shown = showing(SHORT);
      shown.keep(found(now), typed);
      assert.deepEqual({ ...shown.problems }, left);
    });
  }
});
