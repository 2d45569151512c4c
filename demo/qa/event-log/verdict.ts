import { SCENARIOS, type Scenario } from '../../scenarios.js';
import type { LedgerEntry } from '../../sandbox/ledger.js';
import type { Exchange } from '../traffic.js';
import type { Told } from './attempts.js';
import { money, toObject } from './format.js';

/** What is known about the money of one order. */
export interface Facts {
  /** Without one nobody can tell what was charged for the order. */
  readonly hasReference: boolean;
  /** `null`: nobody here can read the ledger. `undefined`: it has not been read yet. */
  readonly ledger: readonly LedgerEntry[] | null | undefined;
  readonly told: Told | undefined;
  readonly firstTold: Told | undefined;
  readonly isBusy: boolean;
  /** The amount that the shopper saw. */
  readonly shown: string | undefined;
  /** The amount that the service was asked for. */
  readonly sent: string | undefined;
  readonly scenario: Scenario | undefined;
}

export interface Verdict {
  /** `open`: it may still come right. `none`: there is nothing to judge. */
  readonly judgement: 'right' | 'wrong' | 'open' | 'none';
  readonly title: string;
  /** What the scenario says, and whether it is so; undefined while it may still be. */
  readonly expected?: { readonly text: string; readonly isMet: boolean | undefined };
  readonly amounts: readonly (readonly [label: string, amount: string])[];
}

const SAID: Readonly<Record<Told, string>> = {
  paid: 'told paid',
  pending: 'told pending',
  not_charged: 'told not charged',
  unknown: 'told unknown',
};

/** Judges charges against what the shopper was told. One order is one payment. */
export function judge(facts: Facts): Verdict {
  const amounts = amountsOf(facts);
  const isOneAmount = new Set(amounts.map(([, amount]) => amount)).size < 2;
  const verdict = judgeCharges(facts);
  const expected = facts.ledger && facts.told && facts.scenario ? compare(facts, facts.scenario) : undefined;
  const wrongAmount = !isOneAmount && verdict.judgement !== 'wrong';
  return {
    ...verdict,
    ...(wrongAmount && { judgement: 'wrong', title: `${count(facts.ledger?.length ?? 0)}, another amount: WRONG` }),
    amounts,
    ...(expected && { expected }),
  };
}

function judgeCharges({ hasReference, ledger, told, isBusy }: Facts): Pick<Verdict, 'judgement' | 'title'> {
  if (!hasReference) return { judgement: 'none', title: 'Without a reference nobody can tell what was charged' };
  if (ledger === undefined) return { judgement: 'none', title: 'The ledger has not been read yet' };
  const said = told && SAID[told];
  if (ledger === null) {
    const title = said ? `${capital(said)}; the ledger of a real service cannot be read` : 'Nothing told yet';
    return { judgement: 'none', title };
  }
  const charges = ledger.length;
  const charged = count(charges);
  if (charges > 1) return { judgement: 'wrong', title: `${charged}: charged twice, report this` };
  if (isBusy) return { judgement: 'open', title: `${charged} so far, under way` };
  if (!told) {
    return charges === 0
      ? { judgement: 'none', title: 'Nothing paid yet, nothing charged' }
      : { judgement: 'open', title: `${charged}; this page has told the shopper nothing` };
  }
  if (told === 'unknown' || told === 'pending') {
    return { judgement: 'open', title: `${capital(said ?? '')}, ${charged}: allowed, waiting to be settled` };
  }
  const isRight = (told === 'paid') === (charges === 1);
  return { judgement: isRight ? 'right' : 'wrong', title: `${charged}, ${said}: ${isRight ? 'right' : 'WRONG'}` };
}

function compare({ ledger, told, firstTold, isBusy }: Facts, { label, told: says, charges }: Scenario) {
  const made = ledger?.length ?? 0;
  const isToldRight = firstTold === says;
  const isOpen = isBusy || told === 'unknown' || told === 'pending';
  const isMet = isToldRight && made === charges ? true : isToldRight && isOpen && made < charges ? undefined : false;
  const means = `${SAID[says]} first, ${count(charges)} in the end`;
  const text = isMet ? `As “${label}” should end: ${means}` : `“${label}” should end otherwise: ${means}`;
  return { text: isMet === undefined ? `“${label}” has not ended: ${means}` : text, isMet };
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

/** The scenario of the card that was sent, which counts at a proxy with a Test key where the switch says nothing. */
export function scenarioOfCard(exchanges: readonly Exchange[]): Scenario | undefined {
  const last = payments(exchanges, 'page').at(-1);
  if (!last || last.answer?.headers['payments-mode'] === 'live') return undefined;
  const { payment_method: method } = toObject(last.request.body) as {
    payment_method?: { card?: { number?: string } };
  };
  const digits = /^•••• (\d{4})$/.exec(method?.card?.number ?? '')?.[1];
  return digits === undefined ? undefined : SCENARIOS.find(({ card }) => card.endsWith(digits));
}

const payments = (exchanges: readonly Exchange[], hop: Exchange['hop']): Exchange[] =>
  exchanges.filter(({ hop: own, request }) => own === hop && request.method === 'POST' && request.body !== '');

export const count = (charges: number): string => `${charges} ${charges === 1 ? 'charge' : 'charges'}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
