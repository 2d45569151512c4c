import type { Patch } from './bundle.js';
import type { SCENARIOS } from './scenarios.js';

/** A fault in the code that breaks a promise in some schedules. */
export interface PlantedFault {
  readonly scenario: keyof typeof SCENARIOS;
  readonly patches: readonly Patch[];
}

const patch =
  (file: string) =>
  (from: string, to: string): Patch => ({ file, from, to });
const attempts = patch('packages/proxy/src/attempts/attempts.ts');
const payer = patch('packages/proxy/src/payment/payer.ts');
const sender = patch('packages/proxy/src/payment/claim-sender.ts');
const record = patch('packages/proxy/src/attempts/record.ts');
const failure = patch('packages/proxy/src/service/failure.ts');
const upstream = patch('packages/proxy/src/service/send.ts');
const meaning = patch('src/contract/meaning.ts');
const session = patch('src/payment/payment-session.ts');
const settling = patch('src/payment/settle-attempt.ts');
const guard = patch('src/payment/order-guard.ts');

const AHEAD = 'a clock that is ahead, and an operator';
const IGNORED_LEASE = attempts("(record.state === 'unknown' ||", "(record.state !== 'claimed' ||");

export const FAULTS: Readonly<Record<string, PlantedFault>> = {
  'a claim that does not take its order': {
    scenario: 'two shoppers of one order',
    patches: [attempts('[change, ...checked.order]', '[change]')],
  },
  'a payment that is sent although it could not be recorded as sent': {
    scenario: 'one shopper',
    patches: [
      sender(
        'throw this.#steps.failed(error, await this.#abandon(attempts, claim), key);',
        'sent = { ...claim, sent: claim.stored };',
      ),
    ],
  },
  'a reset that is taken for "not charged"': {
    scenario: 'one shopper',
    patches: [failure('const isNotSent = causes.length > 0 &&', 'const isNotSent = causes.length > 0 ||')],
  },
  'a claim that expires after it was used': {
    scenario: 'one shopper',
    patches: [
      record("state === 'claimed' && now >= until", "(state === 'claimed' || state === 'sent') && now >= until"),
    ],
  },
  'an order that is taken from a claim that can still be used': {
    scenario: AHEAD,
    patches: [attempts('return [take, removal(holder, stored)];', 'return [take];')],
  },
  'a decline that does not free its order': {
    scenario: 'one shopper',
    patches: [attempts("const after = state === 'failed' ? undefined : key;", 'const after = key;')],
  },
  'an outcome that the shop is not told': {
    scenario: 'one shopper',
    patches: [attempts('added ? [...changes, added.change] : changes', 'changes')],
  },
  'a retry at a service that knows no keys': {
    scenario: 'one shopper',
    patches: [upstream("(again === 'same_key' && service.upstreamHonoursIdempotency)", "again === 'same_key'")],
  },
  'an error of the service that is taken for "not charged"': {
    scenario: 'one shopper',
    patches: [meaning("  429: 'rate_limited',", "  429: 'rate_limited',\n  500: 'service_error',")],
  },
  'an overdue attempt that is reported as failed': {
    scenario: 'one shopper',
    patches: [record("isOverdue ? 'unknown' : state", "isOverdue ? 'failed' : state")],
  },
  'an open record that expires': {
    scenario: 'one shopper',
    patches: [
      attempts(
        "const expiresIn = state === 'unknown' ? undefined : this.#options.retention;",
        'const expiresIn = this.#options.retention;',
      ),
    ],
  },
  'a page that does not save the attempt before it is sent': {
    scenario: 'one shopper',
    patches: [
      patch('src/payment/send-attempt.ts')(
        'if (reference) storage.save({ reference, idempotencyKey, startedAt });',
        '',
      ),
    ],
  },
  'a page that forgets an attempt in doubt': {
    scenario: 'one shopper',
    patches: [
      session("if (kind === 'not_charged') {", "this.#storage.remove(attempt);\n    if (kind === 'not_charged') {"),
    ],
  },
  'a page that believes each refusal': {
    scenario: 'processes that shut down',
    patches: [settling('options.recovery && isUnconfirmed(ending) ?', 'false ?')],
  },
  'a page that believes a refusal when the question is lost': {
    scenario: 'processes that shut down',
    patches: [settling("status.state === 'not_found' || status.state === 'refused'", "status.state !== 'processing'")],
  },
  'a page that takes doubt for "no such attempt"': {
    scenario: 'one shopper',
    patches: [session("if (status?.state === 'not_found') {", "if (status?.state !== 'settled') {")],
  },
  'a rejected attempt that is reported as failed and can still be sent': {
    scenario: 'two shoppers, a decline and a late copy',
    patches: [attempts("isRejected ? attempt.state !== 'failed' :", 'isRejected ? true :')],
  },
  'an attempt that does not exist, and can still be sent': {
    scenario: 'processes that shut down',
    patches: [attempts('if (!(await this.forbid(key, order))) return CONFLICT;', '')],
  },
  'an operator who settles an attempt that is sent again, by a clock that is ahead': {
    scenario: AHEAD,
    patches: [
      IGNORED_LEASE,
      sender(
        'const renewed = await this.#steps.inTime(TIMES.store, attempts.renew(current));',
        'const renewed = current;',
      ),
    ],
  },
  'an operator who settles an attempt that is on its way, by a clock that is ahead': {
    scenario: AHEAD,
    patches: [IGNORED_LEASE],
  },
  'a rejected attempt that is forgotten before the page forgets it': {
    scenario: 'two shoppers without tokens',
    patches: [attempts('const REMEMBERED_MS = 24 *', 'const REMEMBERED_MS = 1 *')],
  },
  'a rejected attempt whose order is unknown': {
    scenario: 'two shoppers without tokens',
    patches: [payer('await this.#steps.ask(key, () => storing);', 'await storing.catch(() => undefined);')],
  },
  'an order that a tab has left in doubt, and another tab pays': {
    scenario: 'another proxy, and two tabs of one browser',
    patches: [guard('if (known === undefined) write(key, IN_DOUBT);', '')],
  },
};
