import type { LedgerEntry } from '../../../../src/sandbox/ledger.js';
import { isCalm } from './plan.js';
import type { AttemptMade, Story, Told } from './story.js';

/** Violations of the product's promises in a story. */
export function judgeStory(story: Story): string[] {
  return [
    ...tooManyCharges(story),
    ...story.made
      .filter(wasResentWithoutIdempotency)
      .map(({ attempt }) => `Attempt ${attempt} was resent to a proxy without idempotency.`),
    ...story.told.flatMap((told) => falseWord(told, story).map((why) => `${describe(told)}: ${why}`)),
    ...missingOutcomes(story),
  ];
}

/** One charge for each order, plus one for each request duplicated after the last proxy. */
function tooManyCharges({ plan, made, behind, charges }: Story): string[] {
  const last = plan.merchant === 'bare' ? [...behind, ...made.flatMap(({ seen }) => seen)] : behind;
  const doubled = last.filter(({ fault, method }) => fault.kind === 'duplicate' && method === 'POST').length;
  const allowed = 1 + doubled;
  return charges.length <= allowed ? [] : [`${charges.length} charges, where ${allowed} could not be prevented.`];
}

/** A payment is sent once if the proxy has not declared idempotency. */
function wasResentWithoutIdempotency({ idempotent, seen }: AttemptMade): boolean {
  return !idempotent && seen.filter(({ method }) => method === 'POST').length > 1;
}

function falseWord(told: Told, { charges, made }: Story): string[] {
  const { word, key, amount, before, then } = told;
  const hasKey = (entry: LedgerEntry) => entry.idempotency_key === key;
  switch (word) {
    case 'paid':
      return then.some((entry) => amount === undefined || entry.amount === amount) ? [] : ['no such charge.'];
    case 'not_charged':
      return charges.some(hasKey) && !isAboutThisRequestOnly(told, made) ? ['there is a charge under this key.'] : [];
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
 * Whether "not charged" is only about this request, by a proxy that could not reach its store. Where two tabs, or a page
 * and a service worker, use the same key, it says nothing about the other request.
 */
function isAboutThisRequestOnly({ attempt, key, by, code }: Told, made: readonly AttemptMade[]): boolean {
  const isShared = made.some((other) => other.key === key && other.attempt !== attempt);
  return isShared && by === 'payment' && code === 'store_unavailable';
}

/** Silence and "unknown" are never false, so some cases require more than that. */
function missingOutcomes({ plan, told }: Story): string[] {
  if (plan.merchant === 'broken') return [];
  const mute =
    plan.merchant === 'bare' ? [] : told.filter(({ by, word }) => by === 'last question' && word === 'no_answer');
  const dark = isCalm(plan) ? told.filter(({ by, word }) => by === 'payment' && word === 'unknown') : [];
  return [
    ...mute.map((each) => `${describe(each)}, though there were no more faults.`),
    ...dark.map((each) => `${describe(each)}, though there was no fault.`),
  ];
}

function describe({ attempt, by, word, code = '' }: Told): string {
  return `Attempt ${attempt} received ${[word, code].join(' ').trim()} in answer to the ${by}`;
}
