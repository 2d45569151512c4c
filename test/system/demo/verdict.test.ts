import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge, type ElementEvent, type Facts } from '../../../demo/qa/log/verdict.js';
import type { LedgerEntry } from '../../../src/sandbox/payments.js';
import { findScenario, type Scenario } from '../../../src/sandbox/scenarios.js';

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

const event = (type: string, scenario?: Scenario): ElementEvent => ({
  type,
  detail: { amount: 4999, currency: 'EUR' },
  scenario,
});

const [SUBMIT, ACTION, PAID, PENDING, FAILED, UNKNOWN] = [
  'payment-submit',
  'payment-action',
  'payment-success',
  'payment-pending',
  'payment-failure',
  'payment-unknown',
].map((type) => event(type)) as [ElementEvent, ElementEvent, ElementEvent, ElementEvent, ElementEvent, ElementEvent];

const facts = (change: Partial<Facts>): Facts => ({
  hasReference: true,
  ledger: [],
  events: [],
  exchanges: [],
  ...change,
});

describe('the verdict on an order', () => {
  const cases: readonly (readonly [change: Partial<Facts>, judgement: string, title: string])[] = [
    [{}, 'none', 'No payment yet'],
    [{ events: [SUBMIT] }, 'open', 'Processing: 0 charges so far'],
    [{ events: [SUBMIT, ACTION] }, 'open', 'Waiting for the bank: 0 charges so far'],
    [{ events: [SUBMIT, PAID], ledger: [charge()] }, 'pass', 'Pass: 1 charge, shopper told “paid”'],
    [{ events: [SUBMIT, PAID] }, 'fail', 'Fail: 0 charges, shopper told “paid”'],
    [{ events: [SUBMIT, FAILED] }, 'pass', 'Pass: 0 charges, shopper told “not charged”'],
    [{ events: [SUBMIT, FAILED], ledger: [charge()] }, 'fail', 'Fail: 1 charge, shopper told “not charged”'],
    [{ events: [SUBMIT, UNKNOWN], ledger: [charge()] }, 'open', 'Open: 1 charge, shopper told “unknown”'],
    [{ events: [SUBMIT, PENDING] }, 'open', 'Open: 0 charges, shopper told “pending”'],
    [{ ledger: [charge()] }, 'open', '1 charge, no outcome on this page'],
    [{ events: [PAID], ledger: [charge(), charge()] }, 'fail', 'Fail: 2 charges for one order. Please report this.'],
    [{ events: [SUBMIT], ledger: [charge(), charge()] }, 'fail', 'Fail: 2 charges for one order. Please report this.'],
    [{ events: [PAID], ledger: null }, 'none', 'Real service, no ledger; shopper told “paid”'],
    [{ ledger: undefined }, 'none', 'Loading the ledger…'],
    [{ hasReference: false, events: [PAID] }, 'none', 'No reference: charges cannot be matched to the order'],
  ];
  for (const [change, judgement, title] of cases) {
    it(`is "${title}"`, () => {
      const verdict = judge(facts(change));
      assert.deepEqual([verdict.judgement, verdict.title], [judgement, title]);
    });
  }

  it('is “fail” when another amount is charged than shown', () => {
    assert.equal(judge(facts({ events: [SUBMIT, PAID], ledger: [charge(5399)] })).judgement, 'fail');
  });

  describe('compared with a scenario', () => {
    const met = (id: string, types: readonly string[], ledger: readonly LedgerEntry[] = []) => {
      const events = types.map((type) => event(type, findScenario(id)));
      return judge(facts({ events, ledger })).expected?.isMet;
    };

    it('is met by the expected outcome and charges', () => {
      assert.equal(met('timeout', ['payment-submit', 'payment-unknown', 'payment-success'], [charge()]), true);
    });
    it('is not met by another first outcome', () => {
      assert.equal(met('timeout', ['payment-submit', 'payment-success'], [charge()]), false);
    });
    it('is open until the shopper agrees to a price by card', () => {
      const first = ['payment-submit', 'payment-failure'];
      assert.equal(met('card_price', first), undefined);
      assert.equal(met('card_price', [...first, 'payment-submit', 'payment-success'], [charge()]), true);
    });
  });
});
