import type { PaymentRequest } from '../../contract/schema.js';
import { serializeRequest } from '../../contract/serialize.js';
import { RETRY_AFTER } from '../../contract/protocol.js';
import { ClaimLostError, type Attempts, type Claim, type ClaimRequest, type ClaimResult } from './attempts.js';
import { createFingerprint } from './fingerprint.js';
import type { Limits } from '../limits.js';
import { nameOrder, type Log } from '../log.js';
import type { PaymentProxyOptions } from '../options.js';
import { ProblemError } from '../problem.js';
import { RecentlySent } from './recently-sent.js';
import { replay, toResponse } from './replay.js';
import type { IncomingPayment } from '../request.js';
import { sendUpstream, type Outcome, type Service } from '../service/upstream.js';
import { wait, within } from '../timeouts.js';

/** Times in ms, each within the next: the service's, the proxy's, and the 55 s that the widget waits. */
export const TIMES = {
  /** How long the service may take. */
  upstream: 30_000,
  /** How long the proxy may take. */
  total: 40_000,
  /** How long a second request waits for the first one's answer. */
  patience: 25_000,
  /** How long the store may take for one step. */
  store: 5000,
  /** How long a shopper's answer waits for being written down. */
  finish: 3000,
};

/** Longest stored body, in characters of UTF-16 that JSON mostly takes as one byte. */
const MAX_STORED_BODY = 64 * 1024;
/** Pauses before writing again what could not be written, in ms. */
const WRITE_AGAIN = [500, 1000, 2000, 4000, 8000];
const POLL = { first: 100, longest: 1600 };

/** What is claimed, with the payment that its fingerprint is made of. */
type Wanted = Omit<ClaimRequest, 'fingerprint'> & { readonly payment: PaymentRequest };

export interface PayerParts extends Limits {
  readonly options: Pick<PaymentProxyOptions, 'buildRequest' | 'resolvePayment'>;
  readonly service: Service;
  readonly log: Log;
  /** Opens the store, or rejects. */
  readonly open: () => Promise<Attempts>;
  readonly times?: typeof TIMES;
}

/** Sends each payment at most once, and answers everybody who asks for it with what became of it. */
export class Payer {
  readonly #parts: PayerParts;
  readonly #times: typeof TIMES;
  readonly #sent = new RecentlySent();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(parts: PayerParts) {
    this.#parts = parts;
    this.#times = parts.times ?? TIMES;
  }

  /**
   * Pays, or tells what is known of this payment already.
   * @param startedAt - when the request came, in ms since 1970
   * @throws {ProblemError} when there is no answer of the service to give
   */
  pay(payment: IncomingPayment, request: Request, startedAt: number): Promise<Response> {
    const wanted = { key: payment.idempotencyKey, reference: payment.payment.reference };
    const paying = this.#pay(payment, request, startedAt).catch((cause: unknown) => {
      if (cause instanceof ProblemError || !this.#sent.has(wanted)) throw cause;
      const text = 'The proxy failed when this payment may have been sent.';
      throw new ProblemError(500, 'proxy_error', text, { outcome: 'unknown', cause });
    });
    return this.#track(paying);
  }

  /**
   * Answers a payment that is refused now, since the order was paid meanwhile or has another price. If its key was sent
   * before, that is what has to be told: a browser that repeats a POST must not read "not charged".
   * @throws the refusal, if nothing is known of the key
   */
  async refuse(payment: IncomingPayment, refusal: unknown): Promise<Response> {
    const wanted = { key: payment.idempotencyKey, reference: payment.payment.reference };
    const finding = this.#parts.open().then((attempts) => attempts.find(wanted.key));
    const attempt = await within(this.#times.store, finding).catch((error: unknown) => {
      if (!this.#sent.has(wanted)) throw refusal;
      throw this.#storeFailed(error, 'unknown', wanted.key);
    });
    if (!attempt) throw refusal;
    if (attempt.state === 'claimed' || attempt.state === 'sent') throw inFlight();
    return replay(attempt);
  }

  /** Resolves when nothing is under way any more, retried writes included. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  async #pay(incoming: IncomingPayment, request: Request, startedAt: number): Promise<Response> {
    const { idempotencyKey: key, payment } = incoming;
    const { amount, currency, reference } = payment;
    const wanted = { key, reference: reference || undefined, price: { amount, currency }, payment };
    const end = startedAt + this.#times.total;
    const patience = Math.min(Date.now() + this.#times.patience, end);
    for (;;) {
      const [attempts, result] = await this.#claim(wanted, patience);
      if ((result.kind === 'order_in_doubt' || result.kind === 'order_paid_otherwise') && reference) {
        await within(this.#times.store, attempts.rejectForOrder(key, reference)).catch((error: unknown) => {
          this.#logStore(error, key);
        });
      }
      if (result.kind !== 'claimed') return answerWithout(result, () => attempts.find(key));
      const response = await this.#send(attempts, result.claim, incoming, { request, end });
      if (response) return response;
    }
  }

  /** Asks until the attempt is on its way no longer, or patience is at its end. */
  async #claim(wanted: Wanted, patience: number): Promise<[Attempts, ClaimResult]> {
    for (let pause = POLL.first; ; pause = Math.min(pause * 2, POLL.longest)) {
      const found = await this.#claimOnce(wanted);
      if (found[1].kind !== 'in_flight' || Date.now() + pause > patience) return found;
      await wait(pause);
    }
  }

  async #claimOnce({ payment, ...wanted }: Wanted): Promise<[Attempts, ClaimResult]> {
    const claiming = this.#parts.open().then(async (attempts) => {
      const fingerprint = await createFingerprint(payment, await attempts.secret());
      return [attempts, await attempts.claim({ ...wanted, fingerprint })] satisfies [Attempts, ClaimResult];
    });
    try {
      return await within(this.#times.store, claiming);
    } catch (error) {
      // A claim that comes too late is given back.
      void claiming.then(giveBack).catch(() => undefined);
      throw this.#storeFailed(error, this.#sent.has(wanted) ? 'unknown' : 'not_charged', wanted.key);
    }
  }

  /** Nothing when the claim was lost, and with it the right to send. */
  async #send(
    attempts: Attempts,
    claim: Claim,
    { payment, idempotencyKey }: IncomingPayment,
    { request, end }: { request: Request; end: number },
  ): Promise<Response | undefined> {
    const { options, service, takeFromLimits, takeResend } = this.#parts;
    const logStore = (error: unknown) => {
      this.#logStore(error, claim.key);
    };
    const { payment_method: method, ...draft } = payment;
    let body: string;
    try {
      await takeFromLimits(draft, request);
      body = serializeRequest(payment, options.buildRequest);
      this.#checkTime(end);
    } catch (error) {
      await within(this.#times.store, attempts.release(claim)).catch(logStore); // else its lease runs out
      throw error;
    }
    if (!(await this.#markSent(attempts, claim))) return undefined;
    const names = { key: claim.key, reference: payment.reference };
    this.#sent.add(names);
    const limit = Math.min(this.#times.upstream, end - this.#times.finish - Date.now());
    const sending = { ...method, body, idempotencyKey, limit, takeResend };
    const outcome = await sendUpstream(sending, service);
    if (outcome.state === 'failed') this.#sent.remove(names);
    if (isInDoubt(outcome)) {
      const order = options.resolvePayment ? nameOrder(payment, service.redactor) : {};
      this.#parts.log('payment_in_doubt', { key: claim.key, ...order, status: outcome.answer.status });
    }
    await this.#finish(attempts, claim, outcome);
    return toResponse(outcome.answer, outcome);
  }

  /** What came before, such as the merchant's own functions, may have left too little for the service. */
  #checkTime(end: number): void {
    if (end - Date.now() > this.#times.total / 4) return;
    throw new ProblemError(503, 'proxy_error', 'It took too long before anything was sent.');
  }

  /** @returns false when the claim is lost */
  async #markSent(attempts: Attempts, claim: Claim): Promise<boolean> {
    try {
      await within(this.#times.store, attempts.markSent(claim));
      return true;
    } catch (error) {
      if (error instanceof ClaimLostError) return false;
      this.#inBackground(() => giveUp(attempts, claim), claim.key);
      throw this.#storeFailed(error, 'not_charged', claim.key);
    }
  }

  /** The shopper gets the true answer, whether or not it can be written down. */
  async #finish(attempts: Attempts, claim: Claim, outcome: Outcome): Promise<void> {
    const { state, answer } = outcome;
    const stored = isInDoubt(outcome) ? undefined : shorten(answer);
    const write = () => attempts.finish(claim, state, stored);
    try {
      await within(this.#times.finish, write());
    } catch (error) {
      this.#logStore(error, claim.key);
      this.#inBackground(write, claim.key);
    }
  }

  /** Does a step until it succeeds, for a while. */
  #inBackground(step: () => Promise<unknown>, key: string): void {
    const repeat = async () => {
      for (const pause of WRITE_AGAIN) {
        await wait(pause);
        try {
          await step();
          return;
        } catch (error) {
          this.#logStore(error, key);
        }
      }
    };
    void this.#track(repeat());
  }

  #storeFailed(cause: unknown, outcome: 'not_charged' | 'unknown', key: string): ProblemError {
    this.#logStore(cause, key);
    const text = 'The store of payment attempts failed. Nothing was sent.';
    return new ProblemError(503, 'store_unavailable', text, { outcome, cause });
  }

  #logStore(error: unknown, key: string): void {
    this.#parts.log('store_failed', { key }, error);
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    const forget = () => void this.#underWay.delete(work);
    work.then(forget, forget);
    return work;
  }
}

async function giveBack([attempts, result]: [Attempts, ClaimResult]): Promise<void> {
  if (result.kind === 'claimed') await attempts.release(result.claim);
}

/** Nothing was sent, though the store may say so: it failed at just that. Whichever of the two was written is undone. */
async function giveUp(attempts: Attempts, claim: Claim): Promise<void> {
  if (await attempts.finish(claim, 'failed')) return;
  await attempts.release(claim);
  await attempts.finish(claim, 'failed'); // written only now
}

async function answerWithout(
  result: Exclude<ClaimResult, { kind: 'claimed' }>,
  find: () => ReturnType<Attempts['find']>,
): Promise<Response> {
  switch (result.kind) {
    case 'finished':
    case 'order_paid':
      return replay(result.attempt);
    case 'in_flight':
      throw inFlight();
    case 'order_paid_otherwise':
      throw new ProblemError(409, 'conflict', 'This order was paid with another amount.', { outcome: 'unknown' });
    case 'order_in_doubt':
      throw new ProblemError(409, 'conflict', 'Another attempt for this order is on its way, or in doubt.', {
        outcome: 'unknown',
      });
    case 'mismatch':
      // Nothing was sent for this request; but a shopper who is told so pays again, for what may be paid already.
      throw new ProblemError(422, 'idempotency_key_reused', 'This key was used for another payment.', {
        outcome: (await find().catch(() => undefined))?.state === 'failed' ? 'not_charged' : 'unknown',
      });
  }
}

function inFlight(): ProblemError {
  return new ProblemError(409, 'attempt_in_flight', 'This attempt is still on its way.', {
    outcome: 'unknown',
    headers: { [RETRY_AFTER]: '2' },
  });
}

/** Of the unknown ones only "accepted, not finished" is an answer that may be repeated. */
const isInDoubt = ({ state, answer }: Outcome) => state === 'unknown' && answer.status !== 202;

function shorten(answer: Outcome['answer']): Outcome['answer'] {
  if ((answer.body?.length ?? 0) <= MAX_STORED_BODY) return answer;
  return { status: answer.status };
}
