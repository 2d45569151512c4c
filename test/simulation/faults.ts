import type { Patch } from './bundle.js';

const patch =
  (file: string) =>
  (from: string, to: string): Patch => ({ file, from, to });
const attempts = patch('packages/proxy/src/attempts/attempts.ts');
const record = patch('packages/proxy/src/attempts/record.ts');
const payer = patch('packages/proxy/src/payment/payer.ts');
const sender = patch('packages/proxy/src/payment/claim-sender.ts');
const failure = patch('packages/proxy/src/service/failure.ts');
const upstream = patch('packages/proxy/src/service/send.ts');
const meaning = patch('src/contract/meaning.ts');
const session = patch('src/payment/payment-session.ts');
const settling = patch('src/payment/settle-attempt.ts');
const guard = patch('src/payment/order-guard.ts');

const IGNORED_LEASE = attempts("(record.state === 'unknown' ||", "(record.state !== 'claimed' ||");

/** Faults that break a promise in some schedules of a scenario. */
export const FAULTS: Readonly<Record<string, Readonly<Record<string, readonly Patch[]>>>> = {
  'two shoppers of one order': {
    'a claim that does not take its order': [attempts('[change, ...checked.order]', '[change]')],
  },
  'one shopper': {
    'a payment that is sent although it could not be recorded as sent': [
      sender(
        'throw this.#steps.failed(error, await this.#abandon(attempts, claim), key);',
        'sent = { ...claim, sent: claim.stored };',
      ),
    ],
    'a reset that is taken for "not charged"': [
      failure('const isNotSent = causes.length > 0 &&', 'const isNotSent = causes.length > 0 ||'),
    ],
    'a claim that expires after it was used': [
      record("state === 'claimed' && now >= until", "(state === 'claimed' || state === 'sent') && now >= until"),
    ],
    'a decline that does not free its order': [
      attempts("const after = state === 'failed' ? undefined : key;", 'const after = key;'),
    ],
    'an outcome that the shop is not told': [attempts('added ? [...changes, added.change] : changes', 'changes')],
    'a retry at a service that knows no keys': [
      upstream("(again === 'same_key' && service.upstreamHonoursIdempotency)", "again === 'same_key'"),
    ],
    'an error of the service that is taken for "not charged"': [
      meaning("  429: 'rate_limited',", "  429: 'rate_limited',\n  500: 'service_error',"),
    ],
    'an overdue attempt that is reported as failed': [
      record("isOverdue ? 'unknown' : state", "isOverdue ? 'failed' : state"),
    ],
    'an open record that expires': [
      attempts(
        'return isSettledState(state) ? this.#options.retention : undefined;',
        'return this.#options.retention;',
      ),
    ],
    'a page that does not save the attempt before it is sent': [
      patch('src/payment/send-attempt.ts')(
        'if (reference) storage.save({ reference, idempotencyKey, startedAt });',
        '',
      ),
    ],
    'a page that forgets an attempt in doubt': [
      session("if (result.outcome === 'not_charged') this.#forget(attempt);", 'this.#storage.remove(attempt);'),
    ],
    'a page that takes doubt for "no such attempt"': [
      patch('src/payment/earlier-attempts.ts')("isOther || state === 'not_found'", "isOther || state !== 'settled'"),
    ],
  },
  'a clock that is ahead, and an operator': {
    'an order that is taken from a claim that can still be used': [
      attempts('return [take, removal(holder, stored)];', 'return [take];'),
    ],
    'an operator who settles an attempt that is sent again, by a clock that is ahead': [
      IGNORED_LEASE,
      sender(
        'const renewed = await this.#steps.inTime(TIMES.store, attempts.renew(current));',
        'const renewed = current;',
      ),
    ],
    'an operator who settles an attempt that is on its way, by a clock that is ahead': [IGNORED_LEASE],
  },
  'processes that shut down': {
    'a page that believes each refusal': [settling('options.recovery && isUnconfirmed(ending) ?', 'false ?')],
    'a page that believes a refusal when the question is lost': [
      settling("if (status.state === 'not_found' ||", "if (status.state !== 'processing' ||"),
    ],
    'an attempt that does not exist, and can still be sent': [
      attempts('if (!(await this.forbid(key, order, pageReference))) return CONFLICT;', ''),
    ],
  },
  'two shoppers, a decline and a late copy': {
    'a rejected attempt that is reported as failed and can still be sent': [
      attempts("isRejected ? attempt.state !== 'failed' :", 'isRejected ? true :'),
    ],
  },
  'two shoppers without tokens': {
    'a rejected attempt that is forgotten before the page forgets it': [
      attempts('const REMEMBERED_MS = 24 *', 'const REMEMBERED_MS = 1 *'),
    ],
    'a rejected attempt whose order is unknown': [
      payer('await this.#steps.ask(key, () => storing);', 'await storing.catch(() => undefined);'),
    ],
  },
  'another proxy, and two tabs of one browser': {
    'an order that a tab has left in doubt, and another tab pays': [
      guard('if (known === undefined) write(key, IN_DOUBT);', ''),
    ],
  },
};
