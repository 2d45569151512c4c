import { Attempts, type Claim, ClaimLostError, type SentClaim } from '../attempts/attempts.js';
import { ProblemError } from '../base/problem.js';
import type { Limits } from '../limits/limits.js';
import type { OrderedPayment } from '../order/confirm-order.js';
import { isInDoubt, resultOf } from '../service/outcome.js';
import { sendUpstream } from '../service/send.js';
import type { Sending, Service } from '../service/service.js';
import type { Deliveries } from '../settlement/deliveries.js';
import { replay, toResponse } from './replay.js';
import { StoreSteps, TIMES } from './store-steps.js';

/** Sends what was claimed, and records the outcome. */
export class ClaimSender {
  readonly #service: Service;
  readonly #limits: Pick<Limits, 'takeResend'>;
  readonly #steps: StoreSteps;
  readonly #deliveries: Pick<Deliveries, 'deliver'> | undefined;

  constructor(
    service: Service,
    limits: Pick<Limits, 'takeResend'>,
    steps: StoreSteps,
    deliveries: Pick<Deliveries, 'deliver'> | undefined,
  ) {
    this.#service = service;
    this.#limits = limits;
    this.#steps = steps;
    this.#deliveries = deliveries;
  }

  /** @returns undefined if another request has taken over the claim */
  async send(
    attempts: Attempts,
    claim: Claim,
    payment: OrderedPayment,
    { body, end, signal }: { body: string; end: number; signal: AbortSignal },
  ): Promise<Response | undefined> {
    const { key } = claim;
    if (signal.aborted) {
      // The browser may have sent a copy that gets an answer.
      await this.#steps.inTime(TIMES.store, attempts.release(claim)).catch((error: unknown) => {
        this.#service.log('store_failed', { key }, error); // the claim expires
      });
      const text = 'The client closed the connection. Nothing was sent for this request.';
      throw new ProblemError(503, 'proxy_error', text, { outcome: 'unknown' });
    }
    // Merchant functions such as `buildRequest` may have left too little for the service.
    if (end - this.#service.clock.now() < TIMES.total / 4) {
      const text = 'Too little time was left to send the payment. Nothing was sent for this request.';
      throw new ProblemError(503, 'proxy_error', text, { outcome: await this.#abandon(attempts, claim) });
    }
    let sent: SentClaim;
    try {
      sent = await this.#steps.inTime(TIMES.store, attempts.markSent(claim));
    } catch (error) {
      if (error instanceof ClaimLostError) return undefined;
      throw this.#steps.failed(error, await this.#abandon(attempts, claim), key);
    }
    const limit = Math.min(TIMES.upstream, end - TIMES.finish - this.#service.clock.now());
    return unknownIfItFails(this.#sendMarked(attempts, sent, payment, { body, limit }));
  }

  async #sendMarked(
    attempts: Attempts,
    claim: SentClaim,
    { payment, reference, price }: OrderedPayment,
    request: Pick<Sending, 'body' | 'limit'>,
  ): Promise<Response> {
    const { key } = claim;
    const { card } = payment.payment_method;
    const { log, redactor } = this.#service;
    let current = claim;
    /** An operator, or a process whose clock is wrong, may have settled the attempt meanwhile. */
    const takeResend = async () => {
      if (!(await this.#limits.takeResend())) return false;
      const renewed = await this.#steps.inTime(TIMES.store, attempts.renew(current));
      current = renewed ?? current;
      return renewed !== undefined;
    };
    const outcome = await sendUpstream({ ...request, card, idempotencyKey: key, takeResend }, this.#service);
    this.#service.measure({ kind: 'attempt', outcome: resultOf(outcome) });
    const details = () => {
      const confirmed = price && reference;
      const named = confirmed && { reference: redactor.text(confirmed, payment.payment_method) };
      return { key, ...named, status: outcome.answer.status };
    };
    if (isInDoubt(outcome)) log('payment_in_doubt', details());
    const answer = isInDoubt(outcome) ? undefined : outcome.answer;
    const finish = async () => {
      const finished = await attempts.finish(current, outcome.state, answer);
      const isReopened = outcome.state === 'unknown';
      if (finished.kind === 'corrected') log(isReopened ? 'attempt_reopened' : 'charge_corrected', details());
      if (finished.kind === 'dropped') log('outcome_dropped', details());
      else this.#deliveries?.deliver(finished.settlement);
      return finished;
    };
    const finished = await this.#steps.write(key, TIMES.finish, finish);
    const other = finished?.kind === 'dropped' ? finished.attempt : undefined;
    if (other && other.state !== 'failed') return replay(other);
    // The shopper gets the response even if it cannot be recorded.
    return toResponse(outcome.answer, outcome);
  }

  /** @returns `unknown` unless it is certain that no copy is sent: a waiting one can take over a claim that expires */
  async #abandon(attempts: Attempts, claim: Claim): Promise<'not_charged' | 'unknown'> {
    const isAbandoned = await this.#steps.write(claim.key, TIMES.store, () => attempts.abandon(claim));
    return isAbandoned ? 'not_charged' : 'unknown';
  }
}

export function unknownIfItFails(work: Promise<Response>): Promise<Response> {
  return work.catch((cause: unknown) => {
    if (cause instanceof ProblemError) throw cause;
    const text = 'The proxy failed after this payment may have been sent. Check the payment at the service.';
    throw new ProblemError(500, 'proxy_error', text, { outcome: 'unknown', cause });
  });
}
