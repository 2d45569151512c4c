import { canonicalReference, serializeRequest, withinTime } from 'payment-widget/contract';
import {
  type Attempts,
  ClaimLostError,
  type Claim,
  type ClaimRequest,
  type ClaimResult,
  type Refusal,
  type SentClaim,
  type Vacancy,
} from '../attempts/attempts.js';
import { createFingerprint } from '../attempts/fingerprint.js';
import { isInProgress } from '../attempts/record.js';
import { ProblemError } from '../http/problem.js';
import { inFlight, replay, respondToClaim, toResponse } from '../http/replay.js';
import type { Counted, Limits } from '../limits/limits.js';
import { invalidToken, type Disclose } from '../order/access.js';
import { draftOf, type OrderedPayment } from '../order/confirm-order.js';
import { isInDoubt, resultOf } from '../service/outcome.js';
import { sendUpstream } from '../service/send.js';
import type { Sending, Service } from '../service/service.js';
import type { Deliveries } from '../settlement/deliveries.js';
import { SameKey } from './same-key.js';
import { createPendingWork, retryLater } from './store-steps.js';

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

/** A request that names an attempt. */
interface Asking {
  readonly idempotencyKey: string;
  readonly disclose: Disclose;
}

type IncomingPayment = Asking & OrderedPayment;

const POLL_PAUSE_MS = { first: 100, longest: 1600 };

export type Payer = ReturnType<typeof createPayer>;

/** Sends each payment at most once and answers repeated requests with the recorded outcome. */
export function createPayer(
  service: Service,
  limits: Pick<Limits, 'count' | 'admit' | 'giveBack' | 'takeResend'>,
  open: () => Promise<Attempts>,
  deliveries?: Pick<Deliveries, 'deliver'>,
) {
  const { buildRequest, clock, log } = service;
  const sameKey = new SameKey();
  const pending = createPendingWork();

  const inTime = <T>(ms: number, work: Promise<T>) => withinTime(ms, clock, () => work);

  function storeFailed(cause: unknown, outcome: 'not_charged' | 'unknown', key: string): ProblemError {
    log('store_failed', { key }, cause);
    const text = 'The store of payment attempts failed. Nothing was sent for this request.';
    return new ProblemError(503, 'store_unavailable', text, { outcome, cause });
  }

  /** @throws {ProblemError} 503 with an unknown outcome, since another process may have sent the payment */
  const ask = async <T>(key: string, question: () => Promise<T>): Promise<T> =>
    inTime(TIMES.store, question()).catch((error: unknown) => {
      throw storeFailed(error, 'unknown', key);
    });

  /** Repeats the step later if the store fails. */
  async function write<T>(key: string, ms: number, step: () => Promise<T>): Promise<T | undefined> {
    const logError = (error: unknown) => {
      log('store_failed', { key }, error);
    };
    try {
      return await inTime(ms, step());
    } catch (error) {
      logError(error);
      void pending.track(retryLater(step, clock, logError));
      return undefined;
    }
  }

  /** @returns `unknown` unless it is certain that no copy is sent: a waiting one can take over a claim that expires */
  async function abandon(attempts: Attempts, claim: Claim): Promise<'not_charged' | 'unknown'> {
    const isAbandoned = await write(claim.key, TIMES.store, () => attempts.abandon(claim));
    return isAbandoned ? 'not_charged' : 'unknown';
  }

  /**
   * Rejects a payment, for example because its order was paid meanwhile. If its key was sent before, replays that outcome: a
   * browser that repeats a POST must not read "not charged". Without a token for that order, says only that it is known. The
   * page asks whether another process has a copy.
   * @throws the refusal if the key is unknown, and no other request with this key may still be sent
   */
  async function refuse({ idempotencyKey: key, disclose }: Asking, refusal: unknown): Promise<Response> {
    const attempt = await ask(key, async () => (await open()).find(key));
    if (!attempt && !sameKey.hasOther(key)) throw refusal;
    const disclosed = attempt && disclose(attempt);
    if (isInvalidToken(refusal) || (attempt && !disclosed)) throw invalidToken('unknown');
    if (!disclosed || isInProgress(disclosed.state)) throw inFlight();
    return replay(disclosed);
  }

  async function pay(incoming: IncomingPayment, request: Request, startedAt: number): Promise<Response> {
    const { idempotencyKey: key, payment, reference } = incoming;
    const end = startedAt + TIMES.total;
    const patience = Math.min(clock.now() + TIMES.patience, end);
    const [attempts, fingerprint] = await ask(key, async () => {
      const opened = await open();
      return [opened, await createFingerprint(payment, await opened.secret())] as const;
    });
    const { amount, currency } = payment;
    const named = payment.reference && canonicalReference(payment.reference);
    const pageReference = named === reference ? undefined : named;
    const wanted = { key, reference, pageReference, price: { amount, currency }, fingerprint };
    let counted: Counted | undefined;
    // Most attempts are new, so the first step claims it. Only one that cannot be claimed or counted is looked up.
    let checked = sameKey.admit(key) ? undefined : await check(attempts, wanted, patience);
    for (; ; checked = await check(attempts, wanted, patience)) {
      if (checked && checked.kind !== 'vacant') {
        return unknownIfItFails(respond(attempts, checked, incoming, request, counted));
      }
      let body: string;
      try {
        counted ??= await (checked ? limits.admit : limits.count)(draftOf(incoming), request);
        body = serializeRequest(payment, buildRequest);
      } catch (reason) {
        sameKey.admitted(key);
        return await refuse(incoming, reason); // it may be known meanwhile, from another process
      }
      if (!counted) {
        sameKey.admitted(key);
        continue;
      }
      const result = await claim(attempts, wanted, checked).finally(() => {
        sameKey.admitted(key);
      });
      if (result.kind === 'claimed') {
        const response = await send(attempts, result.claim, incoming, { body, end, signal: request.signal });
        if (response) return response; // otherwise another request has taken over the claim
      } else if (!isByAnother(result)) {
        await limits.giveBack(counted);
        counted = undefined;
      }
    }
  }

  /** If the attempt is vacant, no other request of this process is admitted with this key until `SameKey.admitted`. */
  async function check(attempts: Attempts, wanted: ClaimRequest, patience: number): Promise<Vacancy | Refusal> {
    let mayWait: boolean | undefined;
    for (let pause = POLL_PAUSE_MS.first; ; pause = Math.min(pause * 2, POLL_PAUSE_MS.longest)) {
      const checked = await ask(wanted.key, () => attempts.check(wanted));
      const isVacant = checked.kind === 'vacant';
      if (isVacant ? sameKey.admit(wanted.key) : checked.kind !== 'in_flight') return checked;
      mayWait ??= sameKey.mayWait(wanted.key);
      if (!mayWait || clock.now() + pause > patience) return { kind: 'in_flight' };
      await clock.sleep(pause);
    }
  }

  async function respond(
    attempts: Attempts,
    refusal: Refusal,
    incoming: IncomingPayment,
    request: Request,
    counted: Counted | undefined,
  ): Promise<Response> {
    const { idempotencyKey: key, reference, disclose } = incoming;
    if (isByAnother(refusal) && reference) {
      // Above a limit nothing is stored, and the response is the same.
      const isCounted = counted ?? (await limits.count(draftOf(incoming), request).catch(() => undefined));
      const storing = isCounted ? attempts.rejectForOrder(key, reference) : Promise.resolve();
      await ask(key, () => storing); // else a page that has shown the other attempt would not find it again
    }
    return respondToClaim(refusal, disclose, () => attempts.find(key));
  }

  async function claim(attempts: Attempts, wanted: ClaimRequest, vacancy: Vacancy | undefined): Promise<ClaimResult> {
    const claiming = attempts.claim(wanted, vacancy);
    return ask(wanted.key, () => claiming).catch((error: unknown) => {
      // The claim may still be granted.
      const abandoning = claiming.then((late) => late.kind === 'claimed' && attempts.abandon(late.claim));
      abandoning.catch(() => undefined);
      throw error;
    });
  }

  async function send(
    attempts: Attempts,
    claim: Claim,
    payment: IncomingPayment,
    { body, end, signal }: { body: string; end: number; signal: AbortSignal },
  ): Promise<Response | undefined> {
    const { key } = claim;
    if (signal.aborted) {
      // The browser may have sent a copy that gets an answer.
      await inTime(TIMES.store, attempts.release(claim)).catch((error: unknown) => {
        log('store_failed', { key }, error); // the claim expires
      });
      const text = 'The client closed the connection. Nothing was sent for this request.';
      throw new ProblemError(503, 'proxy_error', text, { outcome: 'unknown' });
    }
    // Merchant functions such as `buildRequest` may have left too little for the service.
    if (end - clock.now() < TIMES.total / 4) {
      const text = 'Too little time was left to send the payment. Nothing was sent for this request.';
      throw new ProblemError(503, 'proxy_error', text, { outcome: await abandon(attempts, claim) });
    }
    let sent: SentClaim;
    try {
      sent = await inTime(TIMES.store, attempts.markSent(claim));
    } catch (error) {
      if (error instanceof ClaimLostError) return undefined;
      throw storeFailed(error, await abandon(attempts, claim), key);
    }
    const limit = Math.min(TIMES.upstream, end - TIMES.finish - clock.now());
    return unknownIfItFails(sendMarked(attempts, sent, payment, { body, limit }));
  }

  async function sendMarked(
    attempts: Attempts,
    claim: SentClaim,
    { payment, idempotencyKey, reference, price }: IncomingPayment,
    request: Pick<Sending, 'body' | 'limit'>,
  ): Promise<Response> {
    const { card } = payment.payment_method;
    let current = claim;
    /** An operator, or a process whose clock is wrong, may have settled the attempt meanwhile. */
    const takeResend = async () => {
      if (!(await limits.takeResend())) return false;
      const renewed = await inTime(TIMES.store, attempts.renew(current));
      current = renewed ?? current;
      return renewed !== undefined;
    };
    const outcome = await sendUpstream({ ...request, card, idempotencyKey, takeResend }, service);
    service.measure({ kind: 'attempt', outcome: resultOf(outcome) });
    const confirmed = price && reference;
    const named = confirmed && { reference: service.redactor.text(confirmed, payment.payment_method) };
    const details = { key: claim.key, ...named, status: outcome.answer.status };
    if (isInDoubt(outcome)) log('payment_in_doubt', details);
    const answer = isInDoubt(outcome) ? undefined : outcome.answer;
    const finish = async () => {
      const finished = await attempts.finish(current, outcome.state, answer);
      if (finished.kind === 'corrected') log('charge_corrected', details);
      if (finished.kind === 'dropped') log('outcome_dropped', details);
      else deliveries?.deliver(finished.settlement);
      return finished;
    };
    const finished = await write(claim.key, TIMES.finish, finish);
    if (finished?.kind === 'dropped' && finished.attempt) return replay(finished.attempt);
    // The shopper gets the response even if it cannot be recorded.
    return toResponse(outcome.answer, outcome);
  }

  return {
    /** Handles a request that ends with `pay` or `refuse`. Until then, `refuse` says of a copy only that it is in progress. */
    handle: (key: string, work: () => Promise<Response>): Promise<Response> => sameKey.run(key, work),
    refuse,
    /**
     * Pays, or replays the outcome of an earlier request.
     * @param startedAt - when the request arrived, in ms since 1970
     * @throws {ProblemError} if there is no response of the service to return
     */
    pay: (payment: IncomingPayment, request: Request, startedAt: number): Promise<Response> =>
      pending.track(pay(payment, request, startedAt)),
    settled: (): Promise<void> => pending.settled(),
  };
}

/** Then `GET …/attempts` reports the other attempt. */
const isByAnother = ({ kind }: Refusal) => kind.startsWith('order_');

function unknownIfItFails(work: Promise<Response>): Promise<Response> {
  return work.catch((cause: unknown) => {
    if (cause instanceof ProblemError) throw cause;
    const text = 'The proxy failed after this payment may have been sent. Check the payment at the service.';
    throw new ProblemError(500, 'proxy_error', text, { outcome: 'unknown', cause });
  });
}

const isInvalidToken = (refusal: unknown) => refusal instanceof ProblemError && refusal.code === 'order_token_invalid';
