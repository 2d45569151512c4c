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
import { SameKey, type Turn } from './same-key.js';
import { ClaimSender, unknownIfItFails } from './claim-sender.js';
import { StoreSteps, TIMES } from './store-steps.js';

/** A request that names an attempt. */
interface Asking {
  readonly turn: Turn;
  readonly disclose: Disclose;
}

type IncomingPayment = Asking & OrderedPayment;

/** A payment on its way through the steps of the payer. */
interface PaymentRun {
  readonly incoming: IncomingPayment;
  readonly request: Request;
  readonly attempts: Attempts;
  readonly wanted: ClaimRequest;
  /** When a repeated request stops waiting for the first one, in ms since 1970. */
  readonly patience: number;
  /** When the proxy must have responded, in ms since 1970. */
  readonly end: number;
  /** What it was counted for, once it was. */
  counted: Counted | undefined;
}

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
  enter(key: string, startedAt: number): Turn {
    return this.#sameKey.enter(key, startedAt);
  }

  leave(turn: Turn): void {
    this.#sameKey.leave(turn);
  }

  /**
   * Pays, or replays the outcome of an earlier request.
   * @throws {ProblemError} if there is no response of the service to return
   */
  pay(payment: IncomingPayment, request: Request): Promise<Response> {
    return this.#steps.track(this.#pay(payment, request));
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
  async refuse({ turn, disclose }: Asking, refusal: unknown): Promise<Response> {
    const { key } = turn;
    const attempt = await this.#steps.ask(key, async () => (await this.#open()).find(key));
    if (!attempt && !this.#sameKey.hasOther(turn)) throw refusal;
    const disclosed = attempt && disclose(attempt);
    if (isInvalidToken(refusal) || (attempt && !disclosed)) throw invalidToken('unknown');
    if (!disclosed || isInProgress(disclosed.state)) throw inFlight();
    return replay(disclosed);
  }

  async #pay(incoming: IncomingPayment, request: Request): Promise<Response> {
    const mayClaim = this.#sameKey.hold(incoming.turn);
    const run = await this.#begin(incoming, request);
    // Most attempts are new, so the first step claims it. Only one that cannot be claimed or counted is looked up.
    let checked = mayClaim ? undefined : await this.#check(run);
    for (;;) {
      if (checked && checked.kind !== 'vacant') return unknownIfItFails(this.#respond(run, checked));
      const response = await this.#claimAndSend(run, checked);
      if (response) return response;
      checked = await this.#check(run);
    }
  }

  async #begin(incoming: IncomingPayment, request: Request): Promise<PaymentRun> {
    const { turn, payment, reference } = incoming;
    const { key, startedAt } = turn;
    const end = startedAt + TIMES.total;
    const patience = Math.min(this.#service.clock.now() + TIMES.patience, end);
    const [attempts, fingerprint] = await this.#steps.ask(key, async () => {
      const opened = await this.#open();
      return [opened, await createFingerprint(payment, await opened.sharedSign())] as const;
    });
    const { amount, currency } = payment;
    const pageReference = pageReferenceOf(incoming);
    const wanted = { key, reference, pageReference, price: { amount, currency }, fingerprint };
    return { incoming, request, attempts, wanted, patience, end, counted: undefined };
  }

  /** If the attempt is vacant, this request holds its key. */
  async #check({ attempts, wanted, patience, incoming: { turn } }: PaymentRun): Promise<Vacancy | Refusal> {
    for (let pause = POLL_PAUSE_MS.first; ; pause = Math.min(pause * 2, POLL_PAUSE_MS.longest)) {
      const checked = await this.#steps.ask(wanted.key, () => attempts.check(wanted));
      const isVacant = checked.kind === 'vacant';
      if (isVacant ? this.#sameKey.hold(turn) : checked.kind !== 'in_flight') return checked;
      if (!turn.mayWait || this.#service.clock.now() + pause > patience) return { kind: 'in_flight' };
      await this.#service.clock.sleep(pause);
    }
  }

  /** @returns undefined if the attempt has to be looked up, for example because another request has claimed it */
  async #claimAndSend(run: PaymentRun, vacancy: Vacancy | undefined): Promise<Response | undefined> {
    const { attempts, incoming, request, end } = run;
    let body: string;
    try {
      run.counted ??= await this.#count(run, vacancy);
      body = serializeRequest(incoming.payment, this.#service.buildRequest);
    } catch (reason) {
      return this.refuse(incoming, reason); // it may be known meanwhile, from another process
    }
    if (!run.counted) return undefined;
    const result = await this.#claim(run, vacancy);
    if (result.kind === 'claimed') {
      return this.#sender.send(attempts, result.claim, incoming, { body, end, signal: request.signal });
    }
    if (!isByAnother(result)) {
      await this.#limits.giveBack(run.counted);
      run.counted = undefined;
    }
    return undefined;
  }

  /** @returns undefined above a limit, if the attempt was not looked up: it may be a repeated one */
  async #count({ incoming, request }: PaymentRun, vacancy: Vacancy | undefined): Promise<Counted | undefined> {
    const draft = draftOf(incoming);
    return vacancy ? this.#limits.admit(draft, request) : this.#limits.count(draft, request);
  }

  async #claim({ attempts, wanted }: PaymentRun, vacancy: Vacancy | undefined): Promise<ClaimResult> {
    const claiming = attempts.claim(wanted, vacancy);
    try {
      return await this.#steps.ask(wanted.key, () => claiming);
    } catch (error) {
      // The claim may still be granted.
      const abandoning = claiming.then((result) => result.kind === 'claimed' && attempts.abandon(result.claim));
      abandoning.catch(() => undefined);
      throw error;
    }
  }

  async #respond({ attempts, incoming, request, counted }: PaymentRun, refusal: Refusal): Promise<Response> {
    const { turn, reference, disclose } = incoming;
    const { key } = turn;
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
}

/** Returns the page's name of the order, if it is another one. */
function pageReferenceOf({ payment, reference }: OrderedPayment): string | undefined {
  const named = payment.reference && canonicalReference(payment.reference);
  return named === reference ? undefined : named;
}

/** In this case, `GET …/attempts` reports the other attempt. */
const isByAnother = ({ kind }: Refusal) => kind.startsWith('order_');

const isInvalidToken = (refusal: unknown) => refusal instanceof ProblemError && refusal.code === 'order_token_invalid';
