import type { InterpretResponse } from '../contract/interpret.js';
import { AttemptMemory } from './attempt-storage.js';
import { Countdown } from './countdown.js';
import { isPaymentError, PaymentError } from '../contract/errors.js';
import {
  createOutcomeEvent,
  PaymentSubmitEvent,
  type AttemptInView,
  type OrderInView,
  type PaymentErrorDetail,
  type PaymentOutcome,
  type PaymentSubmitDetail,
} from '../element/events.js';
import { FAILURE_MESSAGES } from '../i18n/messages.js';
import { withOrderLock } from './order-lock.js';
import type { Setup } from '../element/setup.js';
import type { PlainPayment } from '../contract/schema.js';
import { serializeRequest, type BuildRequest } from '../contract/serialize.js';
import { failed } from '../transport/answer.js';
import { pay, type PayOptions, type PayResult } from '../transport/client.js';
import { createIdempotencyKey } from '../contract/protocol.js';
import { askAttempt, followAttempt, type AskOptions } from '../transport/attempt-status.js';

/** A payment that the shopper has accepted: what is told to the page, and how it is sent. */
export interface AcceptedPayment extends Omit<PayOptions, 'idempotencyKey' | 'body'> {
  readonly order: Omit<PaymentSubmitDetail, 'idempotencyKey'>;
  readonly payment: PlainPayment;
  readonly buildRequest?: BuildRequest | undefined;
  /** Whether no card is sent but encrypted. */
  readonly requireEncryption?: boolean | undefined;
}

/** The part of the element that a payment needs. */
export interface FlowHost {
  /** What would be paid as things stand. */
  order(): OrderInView;
  /**
   * Gives what is to be paid, once the shopper sees it.
   * @param agreed - what the shopper has agreed to; `undefined` where the page pays of its own accord
   * @throws {PaymentError} when nothing can be paid as things are
   */
  accept(agreed: OrderInView | undefined): Promise<AcceptedPayment>;
  /** What the merchant's own code makes of an answer. */
  interpretResponse(): InterpretResponse | undefined;
  /** Called when `phase` has changed, before the page is told. */
  phaseChanged(): void;
  /** Called when something else that is shown has changed. */
  requestUpdate(): void;
  /** Tells the page. */
  dispatchEvent(event: Event): boolean;
}

/**
 * Where a payment stands; `undefined` before the first one and after `reset()`. `checking`: an earlier one of this page
 * is asked about before the form is drawn.
 */
export type Phase = 'checking' | 'busy' | 'paid' | 'pending' | 'failed' | 'unknown' | undefined;

/** What the page is told when an earlier payment of this order is still in doubt. */
const IN_DOUBT = 'An earlier payment of this order is not settled yet.';

/**
 * One payment at a time, and never a second one that could be a second charge. From the moment Pay is pressed every
 * further wish to pay is answered with the same attempt; only a certain failure opens the way to another. What is in
 * doubt is followed until it is settled, and taken up again by the page that comes after this one.
 */
export class PaymentFlow {
  phase: Phase;
  /** What is being paid, or was; `undefined` while the settings of the page count. */
  attempt: AttemptInView | undefined;
  /** Why the last attempt was not made. */
  failure: PaymentError | undefined;
  /** When the attempt ended, or began where nobody knows; in ms since 1970. */
  endedAt: number | undefined;
  /** How long the service takes no more payments. */
  readonly wait: Countdown;
  #flight: Promise<PaymentOutcome> | undefined;
  #checking: Promise<PaymentOutcome | undefined> | undefined;
  #following: AbortController | undefined;
  /** Whether the proxy has turned the attempt away, since another one for the order is in doubt. */
  #isTurnedAway = false;
  /** Changes when the way is opened to another payment: who has waited meanwhile has nothing to pay any more. */
  #turn = 0;
  #proxyUrl = '';
  #resumed: string | undefined;
  /** Key of an attempt of which the proxy knows nothing. */
  #neverSeen: string | undefined;
  readonly #host: FlowHost;
  readonly #setup: Setup;

  constructor(host: FlowHost, setup: Setup) {
    this.#host = host;
    this.#setup = setup;
    this.wait = new Countdown(() => {
      host.requestUpdate();
    });
  }

  /** Whether the proxy is being asked what became of the attempt. */
  get isFollowing(): boolean {
    return this.#following !== undefined;
  }

  get #memory(): AttemptMemory {
    return new AttemptMemory(this.#proxyUrl);
  }

  /** Whether an attempt is under way. */
  get #running(): boolean {
    return this.#flight !== undefined && (this.phase === undefined || this.phase === 'busy' || this.phase === 'failed');
  }

  submit(agreed?: OrderInView): Promise<PaymentOutcome> {
    // Set before anything else happens, so that a click, Enter and submit() together are one payment.
    const turn = this.#turn;
    return (this.#flight ??= Promise.resolve().then(() => this.#pay(agreed, turn)));
  }

  /**
   * Forgets the attempt. Not while one is under way, and not while nobody knows whether this very order is paid.
   * @param reference - the order that would be paid next
   * @returns whether the way is open
   */
  reset(reference: string | undefined): boolean {
    const isInDoubt = this.phase === 'unknown' || this.phase === 'checking' || this.phase === 'pending';
    const isSameOrder = reference === this.attempt?.reference;
    if (this.#running || (isInDoubt && isSameOrder)) return false;
    if (this.attempt && this.phase === 'paid' && isSameOrder) this.#memory.forget(this.attempt);
    this.#resumed = undefined;
    this.#open();
    return true;
  }

  /** Opens the way to another payment of an order in doubt: by the will of a shopper who was warned. */
  goOn(): void {
    if (this.phase !== 'unknown') return;
    if (this.attempt) this.#memory.forget(this.attempt);
    this.#open();
  }

  /** Asks about a payment that an earlier page began, once for each order, before there is a form to pay with. */
  resume(proxyUrl: string): void {
    const { amount, currency, reference } = this.#host.order();
    const order = JSON.stringify([proxyUrl, reference]);
    const isFree = this.phase === undefined || this.phase === 'failed';
    if (!isFree || this.#flight || !currency || order === this.#resumed) return;
    this.#resumed = order;
    this.#proxyUrl = proxyUrl;
    const earlier = reference && this.#memory.recall(reference); // without a name nobody knows which order it was
    if (!earlier) return;
    this.endedAt = earlier.startedAt;
    this.attempt = { amount, currency, reference, idempotencyKey: earlier.idempotencyKey };
    this.failure = undefined;
    this.wait.stop();
    this.phase = 'checking';
    this.#checking = this.#check(this.attempt);
  }

  /** For a page that was away, with all that was going on in it: what is in doubt is asked about again. */
  recheck(): void {
    this.#resumed = undefined;
    this.follow();
    this.#host.requestUpdate();
  }

  /** Asks what became of an attempt in doubt until it is known, where the proxy can tell. */
  follow(): void {
    const { attempt, phase } = this;
    const { proxy } = this.#setup;
    if (!attempt || this.#following || (phase !== 'unknown' && phase !== 'pending') || proxy.neverTells) return;
    const following = new AbortController();
    this.#following = following;
    const options = {
      ...this.#question(attempt.idempotencyKey),
      since: this.endedAt,
      signal: following.signal,
      canTell: () => proxy.canTell(this.#proxyUrl),
      isTurnedAway: this.#isTurnedAway,
    };
    void followAttempt(options).then((news) => {
      if (this.#following !== following) return;
      this.#following = undefined;
      if (news) this.#settle({ ...attempt, ...news.price }, news.result);
      else this.#host.requestUpdate();
    });
  }

  stopFollowing(): void {
    this.#following?.abort();
    this.#following = undefined;
  }

  /** An error as the page is told about it. */
  describe(error: PaymentError, attempt?: AttemptInView): PaymentErrorDetail {
    const { amount, currency, reference } = attempt ?? this.#host.order();
    const { mode } = this.#setup.decision;
    return { error, mode, amount, currency, reference, idempotencyKey: attempt?.idempotencyKey };
  }

  #question(idempotencyKey: string): AskOptions {
    const interpretResponse = this.#host.interpretResponse();
    return { proxyUrl: this.#proxyUrl, idempotencyKey, interpretResponse };
  }

  async #check(attempt: AttemptInView): Promise<PaymentOutcome | undefined> {
    const canTell = await this.#setup.proxy.canTell(this.#proxyUrl);
    const { idempotencyKey } = attempt;
    const news = canTell ? await askAttempt(this.#question(idempotencyKey)) : undefined;
    if (this.attempt !== attempt) return undefined; // the page has gone on to another order
    if (news?.state === 'not_found') {
      this.#neverSeen = idempotencyKey; // it stays the key: should the payment arrive after all, it is known by it
      this.attempt = undefined;
      this.endedAt = undefined;
      this.#checking = undefined;
      this.#enter(undefined);
      return undefined;
    }
    const result = news?.result ?? failed(new PaymentError('connection_lost', IN_DOUBT));
    // The page may be at another price by now: what the attempt was about, only the proxy knows.
    return this.#settle({ ...attempt, amount: undefined, ...news?.price }, result);
  }

  /** Another form of this page, or one that came back, has left the order in doubt meanwhile. */
  #checkFirst(attempt: AttemptInView, startedAt: number): Promise<PaymentOutcome | undefined> {
    this.attempt = attempt;
    this.endedAt = startedAt;
    this.#enter('checking');
    return this.#check(attempt);
  }

  /** The page has gone on to another order, whose state this is by now: nothing was sent, and nothing is touched. */
  #tellAbandoned(): PaymentOutcome {
    const error = new PaymentError('submit_prevented', 'The page has gone on to another order.');
    return this.#announce({ outcome: 'failed', ...this.describe(error) });
  }

  async #pay(agreed: OrderInView | undefined, turn: number): Promise<PaymentOutcome> {
    const earlier = await this.#checking;
    if (earlier) return earlier;
    if (turn !== this.#turn) return this.#tellAbandoned();
    let attempt: PaymentSubmitDetail | undefined;
    let payment: AcceptedPayment;
    try {
      payment = await this.#host.accept(agreed);
      const { order } = payment;
      this.#proxyUrl = payment.proxyUrl;
      // One key per attempt, kept over a reload until it is known what became of it.
      const earlier = order.reference ? this.#memory.recall(order.reference) : undefined;
      if (earlier && earlier.idempotencyKey !== this.#neverSeen) {
        const told = await this.#checkFirst({ ...order, idempotencyKey: earlier.idempotencyKey }, earlier.startedAt);
        if (told) return told;
        if (turn !== this.#turn) return this.#tellAbandoned();
      }
      const idempotencyKey = earlier?.idempotencyKey ?? createIdempotencyKey();
      attempt = { ...order, idempotencyKey };
      if (!this.#host.dispatchEvent(new PaymentSubmitEvent(attempt))) {
        throw new PaymentError('submit_prevented', 'The page stopped the payment.');
      }
    } catch (error) {
      return this.#stop(toPaymentError(error), attempt);
    }
    return this.#send(payment, attempt);
  }

  async #send(payment: AcceptedPayment, attempt: PaymentSubmitDetail): Promise<PaymentOutcome> {
    const { proxyUrl } = payment;
    this.attempt = attempt;
    this.failure = undefined;
    this.wait.stop();
    this.#enter('busy');
    const startedAt = Date.now();
    await this.#setup.proxy.askAgain(proxyUrl);
    const error = this.#setup.refuse();
    if (error) {
      this.#setup.takeNews(); // told here, once
      return this.#stop(error, attempt);
    }
    const { reference, idempotencyKey } = attempt;
    let body: string;
    try {
      body = await this.#createBody(payment, idempotencyKey);
    } catch (error) {
      return this.#stop(toPaymentError(error), attempt);
    }
    const timeout = payment.timeout - (Date.now() - startedAt); // waiting counts
    if (timeout < payment.timeout / 4) {
      return this.#stop(new PaymentError('proxy_error', 'The proxy took too long before anything was sent.'), attempt);
    }
    const { idempotency: idempotent, recovery } = this.#setup.proxy.capabilities;
    const result = await withOrderLock(reference && `${proxyUrl} ${reference}`, () => {
      if (reference) this.#memory.remember({ reference, idempotencyKey, startedAt });
      return pay({ ...payment, body, timeout, idempotencyKey, idempotent, recovery });
    });
    if (result) return this.#settle(attempt, result);
    return this.#stop(new PaymentError('order_in_progress', 'This order is being paid elsewhere.'), attempt);
  }

  /** Once it is known what the proxy wants: the merchant's own code gets the card as it is sent, encrypted or not. */
  async #createBody(accepted: AcceptedPayment, idempotencyKey: string): Promise<string> {
    const { payment, requireEncryption = false, buildRequest } = accepted;
    const { encryption } = this.#setup.proxy;
    const sealed = await encryption.seal(payment, idempotencyKey, requireEncryption).finally(() => {
      if (encryption.error) this.#setup.takeOver(encryption.error);
    });
    return serializeRequest(sealed, buildRequest);
  }

  /** Ends an attempt of which nothing was sent. What was typed stays; the shopper is told what nothing else shows. */
  #stop(error: PaymentError, attempt?: PaymentSubmitDetail): PaymentOutcome {
    this.#release();
    const isShown = error === this.#setup.error || !FAILURE_MESSAGES[error.code];
    this.failure = isShown ? undefined : error;
    this.#enter(isShown ? undefined : 'failed');
    return this.#announce({ outcome: 'failed', ...this.describe(error, attempt) });
  }

  /** Ends an attempt that was sent, or tells that it ended long ago. */
  #settle(attempt: AttemptInView, result: PayResult): PaymentOutcome {
    this.attempt = attempt;
    if (result.mode) this.#setup.learnMode(result.mode);
    if (this.phase === 'busy') this.endedAt = Date.now();
    this.#isTurnedAway = 'error' in result && result.error.code === 'conflict';
    if ('error' in result) {
      const { error } = result;
      const outcome = result.outcome === 'not_charged' ? 'failed' : 'unknown';
      if (outcome === 'failed') {
        this.#memory.forget(attempt); // not one that is paid: the next page may be at a proxy that does not know orders apart
        this.#release();
        this.failure = error;
        if (error.code === 'encryption_failed') this.#setup.proxy.encryption.doubt();
        this.wait.start(error.code === 'rate_limited' ? (error.retryAfter ?? 0) : 0);
      }
      this.#enterOpen(outcome);
      return this.#tell({ outcome, ...this.describe(error, attempt) });
    }
    this.#enterOpen(result.outcome);
    return this.#tell({ ...attempt, ...result, mode: this.#setup.decision.mode });
  }

  /** Whoever asks again hears the latest. */
  #tell(outcome: PaymentOutcome): PaymentOutcome {
    if (outcome.outcome !== 'failed') this.#flight = Promise.resolve(outcome);
    return this.#announce(outcome);
  }

  #enterOpen(phase: Phase): void {
    this.phase = phase;
    this.follow();
    this.#host.phaseChanged();
  }

  /** Makes room for another payment. */
  #open(): void {
    this.stopFollowing();
    this.wait.stop();
    this.#release();
    this.failure = undefined;
    this.endedAt = undefined;
    this.#enter(undefined);
  }

  #release(): void {
    this.#turn++;
    this.#flight = undefined;
    this.attempt = undefined;
    this.#checking = undefined;
  }

  #enter(phase: Phase): void {
    this.phase = phase;
    this.#host.phaseChanged();
  }

  #announce(outcome: PaymentOutcome): PaymentOutcome {
    this.#host.dispatchEvent(createOutcomeEvent(outcome));
    return outcome;
  }
}

/** Wraps unexpected errors as `form_failed`. */
function toPaymentError(error: unknown): PaymentError {
  if (isPaymentError(error)) return error;
  return new PaymentError('form_failed', 'The form failed before anything was sent.', { cause: error });
}
