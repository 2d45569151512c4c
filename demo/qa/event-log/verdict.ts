import { findScenario, SCENARIO_HEADER, SCENARIOS, type Scenario } from '../../../src/sandbox/scenarios.js';
import type { LedgerEntry } from '../../../src/sandbox/ledger.js';
import type { Exchange } from '../qa-events.js';
import type { Outcome } from './attempt-outcomes.js';
import { OUTCOME_LABELS } from '../scenario-search.js';
import { money, toObject } from './format.js';

/** The facts about the money of one order. */
export interface Facts {
  /** Without a reference, charges cannot be matched to the order. */
  readonly hasReference: boolean;
  /** `null`: a real service, whose ledger cannot be read. `undefined`: not loaded yet. */
  readonly ledger: readonly LedgerEntry[] | null | undefined;
  /** The latest outcome that the shopper saw. */
  readonly outcome: Outcome | undefined;
  /** The first outcome of the last attempt. */
  readonly firstOutcome: Outcome | undefined;
  readonly isBusy: boolean;
  /** Whether the shopper is asked to confirm at the bank. */
  readonly isAtBank: boolean;
  /** The amount that the shopper saw. */
  readonly shown: string | undefined;
  /** The amount that the service was asked to charge. */
  readonly sent: string | undefined;
  readonly scenario: Scenario | undefined;
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
  const amounts = amountsOf(facts);
  const isOneAmount = new Set(amounts.map(([, amount]) => amount)).size < 2;
  const verdict = judgeCharges(facts);
  const expected = facts.ledger && facts.outcome && facts.scenario ? compare(facts, facts.scenario) : undefined;
  const isWrongAmount = !isOneAmount && verdict.judgement !== 'fail';
  return {
    ...verdict,
    ...(isWrongAmount && { judgement: 'fail', title: `Fail: ${count(facts.ledger?.length ?? 0)}, amounts differ` }),
    amounts,
    ...(expected && { expected }),
  };
}

function judgeCharges({
  hasReference,
  ledger,
  outcome,
  isBusy,
  isAtBank,
}: Facts): Pick<Verdict, 'judgement' | 'title'> {
  if (!hasReference) return { judgement: 'none', title: 'No reference: charges cannot be matched to the order' };
  if (ledger === undefined) return { judgement: 'none', title: 'Loading the ledger…' };
  const told = outcome && `shopper told “${OUTCOME_LABELS[outcome]}”`;
  if (ledger === null) {
    return { judgement: 'none', title: told ? `Real service, no ledger; ${told}` : 'No outcome yet' };
  }
  const charges = ledger.length;
  const charged = count(charges);
  if (charges > 1) return { judgement: 'fail', title: `Fail: ${charged} for one order. Please report this.` };
  if (isBusy) return { judgement: 'open', title: `Processing: ${charged} so far` };
  if (isAtBank) return { judgement: 'open', title: `Waiting for the bank: ${charged} so far` };
  if (!told) {
    return charges === 0
      ? { judgement: 'none', title: 'No payment yet' }
      : { judgement: 'open', title: `${charged}, no outcome on this page` };
  }
  if (outcome === 'unknown' || outcome === 'pending') {
    return { judgement: 'open', title: `Open: ${charged}, ${told}` };
  }
  const isPass = (outcome === 'paid') === (charges === 1);
  return isPass
    ? { judgement: 'pass', title: `Pass: ${charged}, ${told}` }
    : { judgement: 'fail', title: `Fail: ${charged}, ${told}` };
}

function compare(
  { ledger, outcome, firstOutcome, isBusy }: Facts,
  { id, label, outcome: expected, charges }: Scenario,
): Verdict['expected'] {
  const made = ledger?.length ?? 0;
  if (id === 'card_price' && outcome === 'not_charged') {
    return { text: `Waiting for “${label}”: the shopper agrees to the new price`, isMet: undefined };
  }
  const isFirstMet = firstOutcome === expected;
  const isOpen = isBusy || outcome === 'unknown' || outcome === 'pending';
  const isMet = isFirstMet && made === charges ? true : isFirstMet && isOpen && made < charges ? undefined : false;
  const expectation = `${OUTCOME_LABELS[expected]} first, ${count(charges)} in the end`;
  const prefix = isMet === undefined ? 'Waiting for' : isMet ? 'Matches' : 'Does not match';
  return { text: `${prefix} “${label}”: ${expectation}`, isMet };
}

function amountsOf({ shown, sent, ledger }: Facts): [string, string][] {
  const charged = new Set(ledger?.map(({ amount, currency }) => money(amount, currency) ?? ''));
  const list: [string, string | undefined][] = [
    ['shown', shown],
    ['sent', sent],
    ...[...charged].map((amount): [string, string] => ['charged', amount]),
  ];
  return list.filter((pair): pair is [string, string] => pair[1] !== undefined);
}

/** The amount of the last request to the service. */
export function sentAmount(exchanges: readonly Exchange[]): string | undefined {
  const { amount, currency } = toObject(payments(exchanges, 'service').at(-1)?.request.body ?? '');
  return money(amount, currency);
}

/** The scenario of the card that was sent. It applies with a Test key if no scenario is selected. */
export function scenarioOfCard(exchanges: readonly Exchange[]): Scenario | undefined {
  const last = payments(exchanges, 'page').at(-1);
  if (!last || last.response?.headers['payments-mode'] === 'live') return undefined;
  const { payment_method: method } = toObject(last.request.body) as {
    payment_method?: { card?: { number?: string } };
  };
  const digits = /^•••• (\d{4})$/.exec(method?.card?.number ?? '')?.[1];
  return digits === undefined ? undefined : SCENARIOS.find(({ card }) => card.endsWith(digits));
}

/** The scenario of an attempt that has led to the bank, perhaps from an earlier load of this page. */
export function bankScenario(exchanges: readonly Exchange[]): Scenario | undefined {
  const selected = payments(exchanges, 'service').at(-1)?.request.headers[SCENARIO_HEADER.toLowerCase()];
  const scenario = selected === undefined ? scenarioOfCard(exchanges) : findScenario(selected);
  return scenario?.by === 'bank' ? scenario : undefined;
}

const payments = (exchanges: readonly Exchange[], hop: Exchange['hop']): Exchange[] =>
  exchanges.filter(({ hop: own, request }) => own === hop && request.method === 'POST' && request.body !== '');

export const count = (charges: number): string => `${charges} ${charges === 1 ? 'charge' : 'charges'}`;
