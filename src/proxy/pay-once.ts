import { withinTime, type Clock } from '../contract/clock.js';
import { serializeRequest, type PaymentRequest } from '../contract/request.js';
import type { Limits } from './limits.js';
import type { PaymentProxyOptions } from './options.js';
import { ProblemError } from './problem.js';
import { draftOf, invalidToken, type OrderedPayment } from './order.js';
import { isInDoubt, resultOf, type Outcome } from './service/answer.js';
import { sendUpstream, type Sending, type Service } from './service/upstream.js';
import type { Attempts } from './attempts/attempts.js';
import {
  ClaimLostError,
  type Claim,
  type ClaimRequest,
  type ClaimResult,
  type Refusal,
  type Vacancy,
  isInProgress,
} from './attempts/record.js';
import { createPendingWork, retryLater, SameKey } from './attempts/in-process.js';
import { createFingerprint } from './attempts/fingerprint.js';
import { inFlight, replay, respondToClaim, toResponse } from './replay.js';

/** Time limits in ms. Service < proxy < 55 s, the time the widget waits. */
export const TIMES = {
  /** The service's response, retries included. */
  upstream: 30_000,
  /** The proxy's whole response. */
  total: 40_000,
  /** A repeated request's wait for the first one's response. */
  patience: 25_000,
  /** One step of the store. */
  store: 5000,
  /** Recording the outcome, before the response is returned. */
  finish: 3000,
};

const POLL_PAUSE_MS = { first: 100, longest: 1600 };

type PendingClaim = Omit<ClaimRequest, 'fingerprint'> & { readonly payment: PaymentRequest };

interface PayerOptions {
  readonly buildRequest: PaymentProxyOptions['buildRequest'];
  readonly service: Service;
  readonly limits: Omit<Limits, 'takeLookup'>;
  readonly open: () => Promise<Attempts>;
}

/** Sends each payment at most once and answers repeated requests with the recorded outcome. */
export class Payer {
  readonly #options: PayerOptions;
  readonly #clock: Clock;
  readonly #sameKey = new SameKey();
  readonly #pending = createPendingWork();

  constructor(options: PayerOptions) {
    this.#options = options;
    this.#clock = options.service.clock;
  }

  /** Handles a request that ends with `pay` or `refuse`. Until then, `refuse` says of a copy of it only that it is in progress. */
  handle(key: string, work: () => Promise<Response>): Promise<Response> {
    return this.#sameKey.run(key, work);
  }

  /**
   * Pays, or replays the outcome of an earlier request.
   * @param startedAt - when the request arrived, in ms since 1970
   * @throws {ProblemError} if there is no response of the service to return
   */
  pay(payment: OrderedPayment, request: Request, startedAt: number): Promise<Response> {
    return this.#pending.track(this.#pay(payment, request, startedAt));
  }

  /**
   * Rejects a payment, for example because its order was paid meanwhile. If its key was sent before, replays that outcome: a
   * browser that repeats a POST must not read "not charged". Without a token for that order, says only that it is known.
   * @throws the refusal if the key is unknown, and no other request with this key may still be sent
   */
  async refuse(payment: OrderedPayment, refusal: unknown): Promise<Response> {
    const { idempotencyKey: key } = payment;
    const finding = this.#options.open().then((attempts) => attempts.find(key));
    const attempt = await this.#inTime(TIMES.store, finding).catch((error: unknown) => {
      throw this.#storeFailed(error, 'unknown', key);
    });
    if (!attempt && !this.#sameKey.hasOther(key)) throw refusal;
    const disclosed = attempt && payment.order.disclose(attempt);
    if (isInvalidToken(refusal) || (attempt && !disclosed)) throw invalidToken('unknown');
    if (!disclosed || isInProgress(disclosed.state)) throw inFlight();
    return replay(disclosed);
  }

  settled(): Promise<void> {
    return this.#pending.settled();
  }

  async #pay(incoming: OrderedPayment, request: Request, startedAt: number): Promise<Response> {
    const { idempotencyKey: key, payment, order } = incoming;
    const { amount, currency } = payment;
    const { reference } = order;
    const pending = { key, reference, price: { amount, currency }, payment };
    const end = startedAt + TIMES.total;
    const patience = Math.min(this.#clock.now() + TIMES.patience, end);
    let body: string | undefined;
    for (;;) {
      const [attempts, claimRequest, checked] = await this.#check(pending, patience);
      if (checked.kind !== 'vacant') return unknownIfItFails(this.#respond(attempts, checked, incoming, request));
      try {
        body ??= await this.#createBody(incoming, request);
      } catch (reason) {
        this.#sameKey.admitted(key);
        return await this.refuse(incoming, reason); // it may be known meanwhile, from another process
      }
      const result = await this.#claim(attempts, claimRequest).finally(() => {
        this.#sameKey.admitted(key);
      });
      if (result.kind !== 'claimed') continue; // another request was faster
      const response = await this.#send(attempts, result.claim, incoming, { body, end, signal: request.signal });
      if (response) return response;
    }
  }

  async #respond(attempts: Attempts, refusal: Refusal, incoming: OrderedPayment, request: Request): Promise<Response> {
    const { reference, disclose } = incoming.order;
    const { idempotencyKey: key } = incoming;
    const isByAnother = refusal.kind.startsWith('order_'); // then GET …/attempts reports the other attempt
    if (isByAnother && reference) {
      const taking = this.#options.limits.takeFromLimits(draftOf(incoming), request);
      // Above a limit nothing is stored, and the response is the same.
      const storing = taking.then(
        () => attempts.rejectForOrder(key, reference),
        () => undefined,
      );
      await this.#inTime(TIMES.store, storing).catch((error: unknown) => {
        this.#logStore(error, key);
      });
    }
    return respondToClaim(refusal, disclose, () => attempts.find(key));
  }

  /** Called once per request, before anything is stored. */
  async #createBody(incoming: OrderedPayment, request: Request): Promise<string> {
    const { buildRequest, limits } = this.#options;
    await limits.takeFromLimits(draftOf(incoming), request);
    return serializeRequest(incoming.payment, buildRequest);
  }

  /** If the attempt is vacant, no other request of this process is admitted with this key until `SameKey.admitted`. */
  async #check(pending: PendingClaim, patience: number): Promise<[Attempts, ClaimRequest, Vacancy | Refusal]> {
    let mayWait: boolean | undefined;
    for (let pause = POLL_PAUSE_MS.first; ; pause = Math.min(pause * 2, POLL_PAUSE_MS.longest)) {
      const [attempts, request, checked] = await this.#checkOnce(pending);
      const { kind } = checked;
      const isInFlight = kind === 'in_flight' || (kind === 'vacant' && !this.#sameKey.admit(pending.key));
      if (!isInFlight) return [attempts, request, checked];
      mayWait ??= this.#sameKey.mayWait(pending.key);
      if (!mayWait || this.#clock.now() + pause > patience) return [attempts, request, { kind: 'in_flight' }];
      await this.#clock.sleep(pause);
    }
  }

  async #checkOnce({ payment, ...pending }: PendingClaim): Promise<[Attempts, ClaimRequest, Vacancy | Refusal]> {
    const checking = this.#options.open().then(async (attempts) => {
      const request = { ...pending, fingerprint: await createFingerprint(payment, await attempts.secret()) };
      return [attempts, request, await attempts.check(request)] satisfies [Attempts, ClaimRequest, Vacancy | Refusal];
    });
    return this.#inTime(TIMES.store, checking).catch((error: unknown) => {
      throw this.#storeFailed(error, 'unknown', pending.key); // another process may have sent it
    });
  }

  async #claim(attempts: Attempts, request: ClaimRequest): Promise<ClaimResult> {
    const claiming = attempts.claim(request);
    try {
      return await this.#inTime(TIMES.store, claiming);
    } catch (error) {
      // The claim may still be granted.
      const abandoning = claiming.then((late) => late.kind === 'claimed' && attempts.abandon(late.claim));
      abandoning.catch(() => undefined);
      throw this.#storeFailed(error, 'unknown', request.key);
    }
  }

  async #send(
    attempts: Attempts,
    claim: Claim,
    payment: OrderedPayment,
    { body, end, signal }: { body: string; end: number; signal: AbortSignal },
  ): Promise<Response | undefined> {
    if (signal.aborted) {
      // While this request waited for the store, another proxy may have answered that there is no such attempt.
      await this.#inTime(TIMES.store, attempts.release(claim)).catch((error: unknown) => {
        this.#logStore(error, claim.key); // the claim expires
      });
      throw new ProblemError(503, 'proxy_error', 'The client closed the connection. Nothing was sent.');
    }
    // Merchant functions such as `buildRequest` may have left too little for the service.
    if (end - this.#clock.now() < TIMES.total / 4) {
      const outcome = await this.#abandon(attempts, claim);
      const text = 'Too little time was left to send the payment. Nothing was sent for this request.';
      throw new ProblemError(503, 'proxy_error', text, { outcome });
    }
    if (!(await this.#markSent(attempts, claim))) return undefined;
    const limit = Math.min(TIMES.upstream, end - TIMES.finish - this.#clock.now());
    return unknownIfItFails(this.#sendMarked(attempts, claim, payment, { body, limit }));
  }

  async #sendMarked(
    attempts: Attempts,
    claim: Claim,
    { payment, idempotencyKey, order }: OrderedPayment,
    request: Pick<Sending, 'body' | 'limit'>,
  ): Promise<Response> {
    const { service, limits } = this.#options;
    const { card } = payment.payment_method;
    const outcome = await sendUpstream({ ...request, card, idempotencyKey, takeResend: limits.takeResend }, service);
    service.measure({ kind: 'attempt', outcome: resultOf(outcome) });
    if (isInDoubt(outcome)) {
      const named = order.isConfirmed && order.reference ? order.reference : undefined;
      const reference = named && { reference: service.redactor.text(named, payment.payment_method) };
      service.log('payment_in_doubt', { key: claim.key, ...reference, status: outcome.answer.status });
    }
    await this.#finish(attempts, claim, outcome);
    return toResponse(outcome.answer, outcome);
  }

  async #markSent(attempts: Attempts, claim: Claim): Promise<boolean> {
    try {
      await this.#inTime(TIMES.store, attempts.markSent(claim));
      return true;
    } catch (error) {
      if (error instanceof ClaimLostError) return false;
      throw this.#storeFailed(error, await this.#abandon(attempts, claim), claim.key);
    }
  }

  /** @returns `unknown` unless it is certain that no copy is sent: a waiting one can take over a claim that expires */
  async #abandon(attempts: Attempts, claim: Claim): Promise<'not_charged' | 'unknown'> {
    try {
      return (await this.#inTime(TIMES.store, attempts.abandon(claim))) ? 'not_charged' : 'unknown';
    } catch (error) {
      this.#logStore(error, claim.key);
      this.#retryLater(() => attempts.abandon(claim), claim.key);
      return 'unknown';
    }
  }

  /** The shopper gets the response even if it cannot be recorded. */
  async #finish(attempts: Attempts, claim: Claim, outcome: Outcome): Promise<void> {
    const { state, answer } = outcome;
    const stored = isInDoubt(outcome) ? undefined : answer;
    const write = () => attempts.finish(claim, state, stored);
    try {
      await this.#inTime(TIMES.finish, write());
    } catch (error) {
      this.#logStore(error, claim.key);
      this.#retryLater(write, claim.key);
    }
  }

  #inTime<T>(ms: number, work: Promise<T>): Promise<T> {
    return withinTime(ms, this.#clock, () => work);
  }

  #retryLater(step: () => Promise<unknown>, key: string): void {
    const onError = (error: unknown) => {
      this.#logStore(error, key);
    };
    void this.#pending.track(retryLater(step, this.#clock, onError));
  }

  #storeFailed(cause: unknown, outcome: 'not_charged' | 'unknown', key: string): ProblemError {
    this.#logStore(cause, key);
    const text = 'The store of payment attempts failed. Nothing was sent for this request.';
    return new ProblemError(503, 'store_unavailable', text, { outcome, cause });
  }

  #logStore(error: unknown, key: string): void {
    this.#options.service.log('store_failed', { key }, error);
  }
}

function unknownIfItFails(work: Promise<Response>): Promise<Response> {
  return work.catch((cause: unknown) => {
    if (cause instanceof ProblemError) throw cause;
    const text = 'The proxy failed after this payment may have been sent. Check the payment at the service.';
    throw new ProblemError(500, 'proxy_error', text, { outcome: 'unknown', cause });
  });
}

const isInvalidToken = (refusal: unknown) => refusal instanceof ProblemError && refusal.code === 'order_token_invalid';
