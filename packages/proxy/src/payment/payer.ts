import { canonicalReference, serializeRequest } from 'payment-widget/contract';
import {
  type Attempts,
  type ClaimRequest,
  type ClaimResult,
  type Refusal,
  type Vacancy,
} from '../attempts/attempts.js';
import { createFingerprint } from '../attempts/fingerprint.js';
import { isInProgress } from '../attempts/record.js';
import { ProblemError } from '../base/problem.js';
import type { Counted, Limits } from '../limits/limits.js';
import { invalidToken, type Disclose } from '../order/access.js';
import { draftOf, type OrderedPayment } from '../order/confirm-order.js';
import type { Service } from '../service/service.js';
import type { Deliveries } from '../settlement/deliveries.js';
import { inFlight, replay, respondToClaim } from './replay.js';
import { SameKey } from './same-key.js';
import { ClaimSender, unknownIfItFails } from './claim-sender.js';
import { StoreSteps, TIMES } from './store-steps.js';

/** A request that names an attempt. */
interface Asking {
  readonly idempotencyKey: string;
  readonly disclose: Disclose;
}

type IncomingPayment = Asking & OrderedPayment;

const POLL_PAUSE_MS = { first: 100, longest: 1600 };

/** Sends each payment at most once and answers repeated requests with the recorded outcome. */
export class Payer {
  readonly #sameKey = new SameKey();
  readonly #steps: StoreSteps;
  readonly #service: Service;
  readonly #limits: Limits;
  readonly #open: () => Promise<Attempts>;
  readonly #sender: ClaimSender;
  #isClosed = false;

  /** @param deliveries - learn of each outcome that is recorded */
  constructor(
    service: Service,
    limits: Limits,
    open: () => Promise<Attempts>,
    deliveries?: Pick<Deliveries, 'deliver'>,
  ) {
    this.#service = service;
    this.#limits = limits;
    this.#open = open;
    this.#steps = new StoreSteps(service);
    this.#sender = new ClaimSender(service, limits, this.#steps, deliveries);
  }

  /** A request with this key begins. Until it pays or is refused, a refusal of a copy only says that it is in progress. */
  enter(key: string): void {
    this.#sameKey.enter(key);
  }

  leave(key: string): void {
    this.#sameKey.leave(key);
  }

  /**
   * Pays, or replays the outcome of an earlier request.
   * @param startedAt - when the request arrived, in ms since 1970
   * @throws {ProblemError} if there is no response of the service to return
   */
  pay(payment: IncomingPayment, request: Request, startedAt: number): Promise<Response> {
    return this.#steps.track(this.#pay(payment, request, startedAt));
  }

  /** Whether new payments are refused. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Resolves when nothing is in progress. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#steps.settled();
  }

  /**
   * Rejects a payment, for example because its order was paid meanwhile. If its key was sent before, replays that outcome: a
   * browser that repeats a POST must not read "not charged". Without a token for that order, says only that it is known. The
   * page asks whether another process has a copy.
   * @throws the refusal if the key is unknown, and no other request with this key may still be sent
   */
  async refuse({ idempotencyKey: key, disclose }: Asking, refusal: unknown): Promise<Response> {
    const attempt = await this.#steps.ask(key, async () => (await this.#open()).find(key));
    if (!attempt && !this.#sameKey.hasOther(key)) throw refusal;
    const disclosed = attempt && disclose(attempt);
    if (isInvalidToken(refusal) || (attempt && !disclosed)) throw invalidToken('unknown');
    if (!disclosed || isInProgress(disclosed.state)) throw inFlight();
    return replay(disclosed);
  }

  async #pay(incoming: IncomingPayment, request: Request, startedAt: number): Promise<Response> {
    const { idempotencyKey: key, payment, reference } = incoming;
    const end = startedAt + TIMES.total;
    const patience = Math.min(this.#service.clock.now() + TIMES.patience, end);
    const [attempts, fingerprint] = await this.#steps.ask(key, async () => {
      const opened = await this.#open();
      return [opened, await createFingerprint(payment, await opened.secret())] as const;
    });
    const { amount, currency } = payment;
    const pageReference = pageReferenceOf(incoming);
    const wanted = { key, reference, pageReference, price: { amount, currency }, fingerprint };
    let counted: Counted | undefined;
    // Most attempts are new, so the first step claims it. Only one that cannot be claimed or counted is looked up.
    let checked = this.#sameKey.admit(key) ? undefined : await this.#check(attempts, wanted, patience);
    for (; ; checked = await this.#check(attempts, wanted, patience)) {
      if (checked && checked.kind !== 'vacant') {
        return unknownIfItFails(this.#respond(attempts, checked, incoming, request, counted));
      }
      let body: string;
      try {
        const draft = draftOf(incoming);
        counted ??= await (checked ? this.#limits.admit(draft, request) : this.#limits.count(draft, request));
        body = serializeRequest(payment, this.#service.buildRequest);
      } catch (reason) {
        this.#sameKey.admitted(key);
        return await this.refuse(incoming, reason); // it may be known meanwhile, from another process
      }
      if (!counted) {
        this.#sameKey.admitted(key);
        continue;
      }
      const result = await this.#claim(attempts, wanted, checked).finally(() => {
        this.#sameKey.admitted(key);
      });
      if (result.kind === 'claimed') {
        const response = await this.#sender.send(attempts, result.claim, incoming, {
          body,
          end,
          signal: request.signal,
        });
        if (response) return response; // otherwise another request has taken over the claim
      } else if (!isByAnother(result)) {
        await this.#limits.giveBack(counted);
        counted = undefined;
      }
    }
  }

  /** If the attempt is vacant, no other request of this process is admitted with this key until `SameKey.admitted`. */
  async #check(attempts: Attempts, wanted: ClaimRequest, patience: number): Promise<Vacancy | Refusal> {
    let mayWait: boolean | undefined;
    for (let pause = POLL_PAUSE_MS.first; ; pause = Math.min(pause * 2, POLL_PAUSE_MS.longest)) {
      const checked = await this.#steps.ask(wanted.key, () => attempts.check(wanted));
      const isVacant = checked.kind === 'vacant';
      if (isVacant ? this.#sameKey.admit(wanted.key) : checked.kind !== 'in_flight') return checked;
      mayWait ??= this.#sameKey.mayWait(wanted.key);
      if (!mayWait || this.#service.clock.now() + pause > patience) return { kind: 'in_flight' };
      await this.#service.clock.sleep(pause);
    }
  }

  async #respond(
    attempts: Attempts,
    refusal: Refusal,
    incoming: IncomingPayment,
    request: Request,
    counted: Counted | undefined,
  ): Promise<Response> {
    const { idempotencyKey: key, reference, disclose } = incoming;
    if (isByAnother(refusal) && reference) {
      // Above a limit nothing is stored, and the response is the same.
      const isCounted = counted ?? (await this.#limits.count(draftOf(incoming), request).catch(() => undefined));
      const storing = isCounted
        ? attempts.rejectForOrder(key, reference, pageReferenceOf(incoming))
        : Promise.resolve();
      await this.#steps.ask(key, () => storing); // else a page that has shown the other attempt would not find it again
    }
    return respondToClaim(refusal, disclose, () => attempts.find(key));
  }

  async #claim(attempts: Attempts, wanted: ClaimRequest, vacancy: Vacancy | undefined): Promise<ClaimResult> {
    const claiming = attempts.claim(wanted, vacancy);
    return this.#steps
      .ask(wanted.key, () => claiming)
      .catch((error: unknown) => {
        // The claim may still be granted.
        const abandoning = claiming.then((result) => result.kind === 'claimed' && attempts.abandon(result.claim));
        abandoning.catch(() => undefined);
        throw error;
      });
  }
}

/** Returns the page's name of the order, if it is another one. */
function pageReferenceOf({ payment, reference }: OrderedPayment): string | undefined {
  const named = payment.reference && canonicalReference(payment.reference);
  return named === reference ? undefined : named;
}

/** In this case, `GET …/attempts` reports the other attempt. */
const isByAnother = ({ kind }: Refusal) => kind.startsWith('order_');

const isInvalidToken = (refusal: unknown) => refusal instanceof ProblemError && refusal.code === 'order_token_invalid';
