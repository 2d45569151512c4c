import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge, type Facts } from '../../../demo/qa/event-log/verdict.js';
import type { LedgerEntry } from '../../../demo/sandbox/ledger.js';
import { findScenario } from '../../../demo/scenarios.js';

const charge = (amount = 4999): LedgerEntry => ({
  id: 'pay_1',
  status: 'succeeded',
  mode: 'test',
  amount,
  currency: 'EUR',
  created_at: '2026-11-21T00:00:00.000Z',
  card: { last4: '4242' },
  idempotency_key: null,
  charged_at: '2026-11-21T00:00:00.000Z',
});

const facts = (change: Partial<Facts>): Facts => ({
  hasReference: true,
  ledger: [],
  told: undefined,
  firstTold: undefined,
  isBusy: false,
  shown: undefined,
  sent: undefined,
  scenario: undefined,
  ...change,
});

describe('the verdict of the event log', () => {
  const cases: readonly (readonly [change: Partial<Facts>, judgement: string, title: string])[] = [
    [{}, 'none', 'Nothing paid yet, nothing charged'],
    [{ isBusy: true }, 'open', '0 charges so far, under way'],
    [{ told: 'paid', ledger: [charge()] }, 'right', '1 charge, told paid: right'],
    [{ told: 'paid' }, 'wrong', '0 charges, told paid: WRONG'],
    [{ told: 'not_charged' }, 'right', '0 charges, told not charged: right'],
    [{ told: 'not_charged', ledger: [charge()] }, 'wrong', '1 charge, told not charged: WRONG'],
    [{ told: 'unknown' }, 'open', 'Told unknown, 0 charges: allowed, waiting to be settled'],
    [{ told: 'unknown', ledger: [charge()] }, 'open', 'Told unknown, 1 charge: allowed, waiting to be settled'],
    [{ told: 'pending' }, 'open', 'Told pending, 0 charges: allowed, waiting to be settled'],
    [{ ledger: [charge()] }, 'open', '1 charge; this page has told the shopper nothing'],
    [{ told: 'paid', ledger: [charge(), charge()] }, 'wrong', '2 charges: charged twice, report this'],
    [{ isBusy: true, ledger: [charge(), charge()] }, 'wrong', '2 charges: charged twice, report this'],
    [{ told: 'paid', ledger: null }, 'none', 'Told paid; the ledger of a real service cannot be read'],
    [{ ledger: undefined }, 'none', 'The ledger has not been read yet'],
    [{ hasReference: false, told: 'paid' }, 'none', 'Without a reference nobody can tell what was charged'],
  ];
  for (const [change, judgement, title] of cases) {
    it(`is "${title}"`, () => {
      const verdict = judge(facts(change));
      assert.deepEqual([verdict.judgement, verdict.title], [judgement, title]);
    });
  }

  for (const [shown, sent, charged] of [
    ['€49.99', '€49.99', 5399],
    ['€49.99', '€53.99', 4999],
    ['€53.99', '€49.99', 4999],
  ] as const) {
    it(`is “wrong” when ${shown} is shown, ${sent} sent and ${charged} charged`, () => {
      assert.equal(judge(facts({ told: 'paid', ledger: [charge(charged)], shown, sent })).judgement, 'wrong');
    });
  }

  describe('compared with a scenario', () => {
    const met = (id: string, change: Partial<Facts>) =>
      judge(facts({ scenario: findScenario(id), ...change })).expected?.isMet;

    it('is met by the expected outcome and charges', () => {
      assert.equal(met('timeout', { told: 'paid', firstTold: 'unknown', ledger: [charge()] }), true);
    });
    it('is not met by another first outcome', () => {
      assert.equal(met('timeout', { told: 'paid', firstTold: 'paid', ledger: [charge()] }), false);
    });
    it('is open until an expected charge arrives', () => {
      assert.equal(met('pending', { told: 'pending', firstTold: 'pending' }), undefined);
    });
    it('is not met with an extra charge', () => {
      assert.equal(met('declined', { told: 'not_charged', firstTold: 'not_charged', ledger: [charge()] }), false);
    });
    it('is open before any outcome', () => {
      assert.equal(met('success', { ledger: [charge()] }), undefined);
    });
  });
});
