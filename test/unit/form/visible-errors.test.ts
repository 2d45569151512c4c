import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VisibleErrors } from '../../../src/form/visible-errors.js';

const NONE = { problems: {}, warnings: {} };

describe('VisibleErrors', () => {
  it('shows errors and warnings of the given fields only', () => {
    const errors = new VisibleErrors();
    const problems = { 'card-expiry': 'card_expiry_required', 'card-cvc': 'card_cvc_required' } as const;
    errors.show(['card-number', 'card-expiry'], { problems, warnings: { 'card-number': 'card_number_test' } });
    assert.deepEqual(errors.messages, ['card_expiry_required', 'card_number_test']);
  });

  it('removes the error of a field that is shown again and valid', () => {
    const errors = new VisibleErrors();
    errors.problems = { 'card-cvc': 'card_cvc_required' };
    errors.show(['card-cvc'], NONE);
    assert.deepEqual(errors.messages, []);
  });

  it('removes resolved errors and does not show new ones', () => {
    const errors = new VisibleErrors();
    errors.problems = { 'card-number': 'card_number_required', 'card-cvc': 'card_cvc_required' };
    const problems = { 'card-cvc': 'card_cvc_required', 'card-expiry': 'card_expiry_required' } as const;
    errors.removeResolved({ ...NONE, problems });
    assert.deepEqual(errors.problems, { 'card-cvc': 'card_cvc_required' });
  });

  for (const [typed, expected] of [
    [undefined, { 'card-cvc': 'card_cvc_invalid' }],
    ['card-number', { 'card-cvc': 'card_cvc_invalid' }],
    ['card-cvc', {}],
  ] as const) {
    it(`${'card-cvc' in expected ? 'updates' : 'removes'} a different error while ${typed ?? 'nothing'} is typed`, () => {
      const errors = new VisibleErrors();
      errors.problems = { 'card-cvc': 'card_cvc_required' };
      errors.removeResolved({ ...NONE, problems: { 'card-cvc': 'card_cvc_invalid' } }, typed);
      assert.deepEqual(errors.problems, expected);
    });
  }
});
