import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { BEHAVIOURS } from '../../../demo/sandbox/behaviours.js';
import { SCENARIOS } from '../../../demo/scenarios.js';
import { checkPan } from '../../../src/payment/card.js';
import { isTestNumber } from '../../../src/payment/test-numbers.js';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

/** Rows of the table in "The demo", cell by cell. */
const rows = (readme.split(/^## /m).find((section) => section.startsWith('The demo\n')) ?? '')
  .split('\n')
  .filter((line) => /^\| `\d/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const grouped = (card: string) => `\`${card.replace(/.{4}(?=.)/g, '$& ')}\``;

const TOLD = { paid: 'paid', pending: 'pending', not_charged: 'not charged', unknown: 'not known' } as const;

describe('the catalogue of scenarios', () => {
  for (const name of ['id', 'card', 'label'] as const) {
    it(`has no ${name} twice`, () => {
      assert.equal(new Set(SCENARIOS.map((scenario) => scenario[name])).size, SCENARIOS.length);
    });
  }

  for (const { id, card } of SCENARIOS) {
    it(`${id}: ${card} can be typed into the form, and nobody has such a card`, () => {
      assert.deepEqual([checkPan(card), isTestNumber(card)], [undefined, true]);
    });
  }

  it('says of the service what the service does', () => {
    const byService = SCENARIOS.filter(({ by }) => by === 'service').map(({ id }) => id);
    assert.deepEqual([...BEHAVIOURS.keys()].sort(), byService.sort());
  });

  it('is in the README, row by row', () => {
    const expected = SCENARIOS.map(({ card, label, told, charges, what }) => [
      grouped(card),
      label,
      TOLD[told],
      String(charges),
      what,
    ]);
    assert.deepEqual(rows, expected);
  });
});
