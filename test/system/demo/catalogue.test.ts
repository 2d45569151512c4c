import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BEHAVIOURS } from '../../../src/sandbox/behaviours.js';
import { SCENARIOS } from '../../../src/sandbox/scenarios.js';
import { checkPan } from '../../../src/card/card.js';
import { isTestNumber } from '../../../src/contract/test-numbers.js';

describe('the catalogue of scenarios', () => {
  for (const name of ['id', 'card', 'label'] as const) {
    it(`has unique values of ${name}`, () => {
      assert.equal(new Set(SCENARIOS.map((scenario) => scenario[name])).size, SCENARIOS.length);
    });
  }

  it('has valid card numbers that belong to no one', () => {
    const unusable = SCENARIOS.filter(({ card }) => checkPan(card) !== undefined || !isTestNumber(card));
    assert.deepEqual(unusable, []);
  });

  it('names exactly the behaviours that the sandbox implements', () => {
    const ofService = SCENARIOS.filter(({ by }) => by === 'service' || by === 'bank').map(({ id }) => id);
    assert.deepEqual([...BEHAVIOURS.keys()].sort(), ofService.sort());
  });
});
