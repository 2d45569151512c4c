import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge, type Facts } from '../../../demo/qa/event-log/verdict.js';
import type { LedgerEntry } from '../../../src/sandbox/ledger.js';
import { findScenario } from '../../../src/sandbox/scenarios.js';

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
  outcome: undefined,
  firstOutcome: undefined,
  isBusy: false,
  isAtBank: false,
  shown: undefined,
  sent: undefined,
  scenario: undefined,
  ...change,
});

describe('the verdict of the event log', () => {
  const cases: readonly (readonly [change: Partial<Facts>, judgement: string, title: string])[] = [
    [{}, 'none', 'No payment yet'],
    [{ isBusy: true }, 'open', 'Processing: 0 charges so far'],
    [{ isAtBank: true }, 'open', 'Waiting for the bank: 0 charges so far'],
    [{ isAtBank: true, ledger: [charge()] }, 'open', 'Waiting for the bank: 1 charge so far'],
    [{ outcome: 'paid', ledger: [charge()] }, 'pass', 'Pass: 1 charge, shopper told “paid”'],
    [{ outcome: 'paid' }, 'fail', 'Fail: 0 charges, shopper told “paid”'],
    [{ outcome: 'not_charged' }, 'pass', 'Pass: 0 charges, shopper told “not charged”'],
    [{ outcome: 'not_charged', ledger: [charge()] }, 'fail', 'Fail: 1 charge, shopper told “not charged”'],
    [{ outcome: 'unknown' }, 'open', 'Open: 0 charges, shopper told “unknown”'],
    [{ outcome: 'unknown', ledger: [charge()] }, 'open', 'Open: 1 charge, shopper told “unknown”'],
    [{ outcome: 'pending' }, 'open', 'Open: 0 charges, shopper told “pending”'],
    [{ ledger: [charge()] }, 'open', '1 charge, no outcome on this page'],
    [{ outcome: 'paid', ledger: [charge(), charge()] }, 'fail', 'Fail: 2 charges for one order. Please report this.'],
    [{ isBusy: true, ledger: [charge(), charge()] }, 'fail', 'Fail: 2 charges for one order. Please report this.'],
    [{ outcome: 'paid', ledger: null }, 'none', 'Real service, no ledger; shopper told “paid”'],
    [{ ledger: undefined }, 'none', 'Loading the ledger…'],
    [{ hasReference: false, outcome: 'paid' }, 'none', 'No reference: charges cannot be matched to the order'],
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
    it(`is “fail” when ${shown} is shown, ${sent} sent and ${charged} charged`, () => {
      assert.equal(judge(facts({ outcome: 'paid', ledger: [charge(charged)], shown, sent })).judgement, 'fail');
    });
  }

  describe('compared with a scenario', () => {
    const met = (id: string, change: Partial<Facts>) =>
      judge(facts({ scenario: findScenario(id), ...change })).expected?.isMet;

    it('is met by the expected outcome and charges', () => {
      assert.equal(met('timeout', { outcome: 'paid', firstOutcome: 'unknown', ledger: [charge()] }), true);
    });
    it('is not met by another first outcome', () => {
      assert.equal(met('timeout', { outcome: 'paid', firstOutcome: 'paid', ledger: [charge()] }), false);
    });
    it('is open until an expected charge arrives', () => {
      assert.equal(met('pending', { outcome: 'pending', firstOutcome: 'pending' }), undefined);
    });
    it('is not met with an extra charge', () => {
      assert.equal(met('declined', { outcome: 'not_charged', firstOutcome: 'not_charged', ledger: [charge()] }), false);
    });
    it('is open until the shopper agrees to a price by card', () => {
      assert.equal(met('card_price', { outcome: 'not_charged', firstOutcome: 'not_charged' }), undefined);
      assert.equal(met('card_price', { outcome: 'paid', firstOutcome: 'paid', ledger: [charge()] }), true);
    });
    it('is open before any outcome', () => {
      assert.equal(met('success', { ledger: [charge()] }), undefined);
    });
  });
});
