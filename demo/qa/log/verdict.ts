import type { LedgerEntry } from 'payment-widget-testing/sandbox/records';
import { SCENARIOS, type Scenario } from 'payment-widget-testing/sandbox/scenarios';
import type { Exchange } from '../qa-events.js';
import { money, toObject } from './log-entry.js';

export type Outcome = Scenario['outcome'];

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  paid: 'paid',
  pending: 'pending',
  not_charged: 'not charged',
  unknown: 'unknown',
};

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  'payment-success': 'paid',
  'payment-pending': 'pending',
  'payment-failure': 'not_charged',
  'payment-unknown': 'unknown',
};

export interface ElementEvent {
  readonly type: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** The scenario that was selected when it happened. */
  readonly scenario: Scenario | undefined;
}

export interface Facts {
  /** Without a reference, charges cannot be matched to the order. */
  readonly hasReference: boolean;
  /** `null`: a real service, whose ledger cannot be read. `undefined`: not loaded yet. */
  readonly ledger: readonly LedgerEntry[] | null | undefined;
  readonly events: readonly ElementEvent[];
  readonly exchanges: readonly Exchange[];
}

export interface Verdict {
  /** `open`: not final yet. `none`: nothing to judge. */
  readonly judgement: 'pass' | 'fail' | 'open' | 'none';
  readonly title: string;
  /** Comparison with the scenario. `isMet` is `undefined` until it is final. */
  readonly expected?: { readonly text: string; readonly isMet: boolean | undefined };
  readonly amounts: readonly (readonly [label: string, amount: string])[];
}

/** Compares the charges of an order with what the shopper was told. */
export function judge(facts: Facts): Verdict {
  const told = toldBy(facts.events);
  const amounts = amountsOf(facts, told);
  const areEqual = new Set(amounts.map(([, amount]) => amount)).size < 2;
  const verdict = judgeCharges(facts, told);
  const scenario = told.scenario ?? scenarioOfCard(facts.exchanges);
  const expected = facts.ledger && scenario && compare(facts.ledger.length, told, scenario);
  const isWrong = !areEqual && verdict.judgement !== 'fail';
  return {
    ...verdict,
    ...(isWrong && { judgement: 'fail', title: `Fail: ${count(facts.ledger?.length ?? 0)}, amounts differ` }),
    amounts,
    ...(expected && { expected }),
  };
}

interface Told {
  readonly outcome?: Outcome | undefined;
  /** The first outcome of the last attempt. */
  readonly first?: Outcome | undefined;
  /** The amount that the shopper agreed to pay. */
  readonly amount?: string | undefined;
  /** The selected scenario when the last attempt began. */
  readonly scenario?: Scenario | undefined;
  readonly waitsFor?: 'proxy' | 'bank' | undefined;
}

function toldBy(events: readonly ElementEvent[]): Told {
  let told: Told = {};
  for (const { type, detail, scenario } of events) {
    const amount = money(detail['amount'], detail['currency']);
    const outcome = OUTCOMES[type];
    if (type === 'payment-submit') told = { ...told, first: undefined, amount, scenario, waitsFor: 'proxy' };
    else if (type === 'payment-action') told = { scenario, ...told, waitsFor: 'bank' };
    else if (outcome) {
      told = { scenario, amount, ...told, outcome, first: told.first ?? outcome, waitsFor: undefined };
    }
  }
  return told;
}

function judgeCharges({ hasReference, ledger }: Facts, told: Told): Pick<Verdict, 'judgement' | 'title'> {
  if (!hasReference) return { judgement: 'none', title: 'No reference: charges cannot be matched to the order' };
  if (ledger === undefined) return { judgement: 'none', title: 'Loading the ledger…' };
  const shopper = told.outcome && `shopper told “${OUTCOME_LABELS[told.outcome]}”`;
  if (ledger === null) {
    return { judgement: 'none', title: shopper ? `Real service, no ledger; ${shopper}` : 'No outcome yet' };
  }
  const charges = ledger.length;
  const charged = count(charges);
  if (charges > 1) return { judgement: 'fail', title: `Fail: ${charged} for one order. Please report this.` };
  if (told.waitsFor === 'proxy') return { judgement: 'open', title: `Processing: ${charged} so far` };
  if (told.waitsFor === 'bank') return { judgement: 'open', title: `Waiting for the bank: ${charged} so far` };
  if (!shopper) {
    return charges === 0
      ? { judgement: 'none', title: 'No payment yet' }
      : { judgement: 'open', title: `${charged}, no outcome on this page` };
  }
  if (told.outcome === 'unknown' || told.outcome === 'pending') {
    return { judgement: 'open', title: `Open: ${charged}, ${shopper}` };
  }
  const isPass = (told.outcome === 'paid') === (charges === 1);
  return { judgement: isPass ? 'pass' : 'fail', title: `${isPass ? 'Pass' : 'Fail'}: ${charged}, ${shopper}` };
}

function compare(
  made: number,
  { outcome, first, waitsFor }: Told,
  { id, label, outcome: expected, charges }: Scenario,
): Verdict['expected'] {
  if (!outcome) return undefined;
  if (id === 'card_price' && outcome === 'not_charged') {
    return { text: `Waiting for “${label}”: the shopper agrees to the new price`, isMet: undefined };
  }
  const isFirstMet = first === expected;
  const isOpen = waitsFor !== undefined || outcome === 'unknown' || outcome === 'pending';
  const isMet = isFirstMet && made === charges ? true : isFirstMet && isOpen && made < charges ? undefined : false;
  const prefix = isMet === undefined ? 'Waiting for' : isMet ? 'Matches' : 'Does not match';
  return { text: `${prefix} “${label}”: ${OUTCOME_LABELS[expected]} first, ${count(charges)} in the end`, isMet };
}

function amountsOf({ exchanges, ledger }: Facts, { amount: shown }: Told): [string, string][] {
  const sent = toObject(payments(exchanges, 'service').at(-1)?.request.body ?? '');
  const charged = new Set(ledger?.map(({ amount, currency }) => money(amount, currency)));
  const list: [string, string | undefined][] = [
    ['shown', shown],
    ['sent', money(sent['amount'], sent['currency'])],
    ...[...charged].map((amount): [string, string | undefined] => ['charged', amount]),
  ];
  return list.filter((pair): pair is [string, string] => pair[1] !== undefined);
}

/** The scenario of the card that was sent. It applies with a Test key if no scenario is selected. */
function scenarioOfCard(exchanges: readonly Exchange[]): Scenario | undefined {
  const last = payments(exchanges, 'page').at(-1);
  if (!last || last.response?.headers['payments-mode'] === 'live') return undefined;
  const { payment_method: method } = toObject(last.request.body) as {
    payment_method?: { card?: { number?: string } };
  };
  const digits = /^•••• (\d{4})$/.exec(method?.card?.number ?? '')?.[1];
  return digits === undefined ? undefined : SCENARIOS.find(({ card }) => card.endsWith(digits));
}

const payments = (exchanges: readonly Exchange[], hop: Exchange['hop']): Exchange[] =>
  exchanges.filter(({ hop: own, request }) => own === hop && request.method === 'POST' && request.body !== '');

export const count = (charges: number): string => `${charges} ${charges === 1 ? 'charge' : 'charges'}`;
