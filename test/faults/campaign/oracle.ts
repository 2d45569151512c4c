import type { LedgerEntry } from '../../../demo/sandbox/ledger.js';
import { isCalm } from './plan.js';
import type { AttemptMade, Story, Told } from './story.js';

/** What is wrong with a story, in words; nothing, when the product kept its promise. */
export function judgeStory(story: Story): string[] {
  return [
    ...tooManyCharges(story),
    ...story.made.filter(wasSentAgainUnasked).map(({ attempt }) => `Attempt ${attempt} was sent again without leave.`),
    ...story.told.flatMap((told) => falseWord(told, story).map((why) => `${describe(told)}: ${why}`)),
    ...leftInTheDark(story),
  ];
}

/** One charge for each order, and what the network has doubled where nobody after it can tell. */
function tooManyCharges({ plan, made, behind, charges }: Story): string[] {
  const last = plan.merchant === 'bare' ? [...behind, ...made.flatMap(({ seen }) => seen)] : behind;
  const doubled = last.filter(({ fault, method }) => fault.kind === 'duplicate' && method === 'POST').length;
  const allowed = 1 + doubled;
  return charges.length <= allowed ? [] : [`${charges.length} charges, where ${allowed} could not be prevented.`];
}

/** Where the proxy did not say that it keeps keys apart, a payment is sent exactly once. */
function wasSentAgainUnasked({ idempotent, seen }: AttemptMade): boolean {
  return !idempotent && seen.filter(({ method }) => method === 'POST').length > 1;
}

function falseWord(told: Told, { charges, made }: Story): string[] {
  const { word, key, amount, before, then } = told;
  const hasKey = (entry: LedgerEntry) => entry.idempotency_key === key;
  switch (word) {
    case 'paid':
      return then.some((entry) => entry.amount === amount) ? [] : ['no such charge.'];
    case 'not_charged':
      return charges.some(hasKey) && !isOfItselfAlone(told, made) ? ['there is a charge under this key.'] : [];
    case 'not_found':
      return before.some(hasKey) ? ['there was a charge under this key before.'] : [];
    case 'pending':
    case 'unknown':
    case 'processing':
    case 'no_answer':
      return []; // makes no claim
  }
}

/**
 * Whether "not charged" is only said of a request that never got as far as its key, by a proxy whose store is away. Where
 * two tabs, or a page and a service worker, send under one key, it says nothing of what became of the other's.
 */
function isOfItselfAlone({ attempt, key, by, code }: Told, made: readonly AttemptMade[]): boolean {
  const isShared = made.some((other) => other.key === key && other.attempt !== attempt);
  return isShared && by === 'payment' && code === 'store_unavailable';
}

/** Silence and "unknown" are never false, so some cases make sure that more than that is said. */
function leftInTheDark({ plan, told }: Story): string[] {
  if (plan.merchant === 'broken') return [];
  const mute =
    plan.merchant === 'bare' ? [] : told.filter(({ by, word }) => by === 'last question' && word === 'no_answer');
  const dark = isCalm(plan) ? told.filter(({ by, word }) => by === 'payment' && word === 'unknown') : [];
  return [
    ...mute.map((each) => `${describe(each)}, though nothing went wrong any more.`),
    ...dark.map((each) => `${describe(each)}, though nothing went wrong.`),
  ];
}

function describe({ attempt, by, word, code = '' }: Told): string {
  return `Attempt ${attempt} was told ${[word, code].join(' ').trim()} in answer to the ${by}`;
}
