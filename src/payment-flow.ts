import { isPaymentError, PaymentError } from './errors.js';
import {
  createOutcomeEvent,
  PaymentSubmitEvent,
  type OrderInView,
  type PaymentErrorDetail,
  type PaymentOutcome,
  type PaymentSubmitDetail,
} from './events.js';
import { FAILURE_MESSAGES } from './messages.js';
import type { Setup } from './setup.js';
import { pay, type PayOptions, type PayResult } from './transport/client.js';
import { createIdempotencyKey } from './transport/protocol.js';

/** A payment that the shopper has accepted: what is told to the page, and how it is sent. */
export interface AcceptedPayment extends Omit<PayOptions, 'idempotencyKey'> {
  readonly order: Omit<PaymentSubmitDetail, 'idempotencyKey'>;
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
  /** Called when `phase` has changed, before the page is told. */
  phaseChanged(): void;
  /** Tells the page. */
  dispatchEvent(event: Event): boolean;
}

/** Where a payment stands; `undefined` before the first one and after `reset()`. */
export type Phase = 'busy' | 'paid' | 'pending' | 'failed' | 'unknown' | undefined;

/**
 * One payment at a time, and never a second one that could be a second charge. From the moment Pay is pressed every
 * further wish to pay is answered with the same attempt; only a certain failure opens the way to another.
 */
export class PaymentFlow {
  phase: Phase;
  /** What is being paid, or was; `undefined` while the settings of the page count. */
  attempt: PaymentSubmitDetail | undefined;
  /** Why the last attempt was not made. */
  failure: PaymentError | undefined;
  #flight: Promise<PaymentOutcome> | undefined;
  readonly #host: FlowHost;
  readonly #setup: Setup;

  constructor(host: FlowHost, setup: Setup) {
    this.#host = host;
    this.#setup = setup;
  }

  /** Whether an attempt is under way. */
  get #running(): boolean {
    return this.#flight !== undefined && (this.phase === undefined || this.phase === 'busy' || this.phase === 'failed');
  }

  submit(agreed?: OrderInView): Promise<PaymentOutcome> {
    // Set before anything else happens, so that a click, Enter and submit() together are one payment.
    return (this.#flight ??= Promise.resolve().then(() => this.#pay(agreed)));
  }

  /**
   * Forgets the attempt. Not while one is under way, and not while nobody knows whether this very order is paid.
   * @param reference - the order that would be paid next
   * @returns whether the way is open
   */
  reset(reference: string | undefined): boolean {
    if (this.#running || (this.phase === 'unknown' && reference === this.attempt?.reference)) return false;
    this.#flight = undefined;
    this.attempt = undefined;
    this.failure = undefined;
    this.#enter(undefined);
    return true;
  }

  /** An error as the page is told about it. */
  describe(error: PaymentError, attempt?: PaymentSubmitDetail): PaymentErrorDetail {
    const { amount, currency, reference } = attempt ?? this.#host.order();
    const { mode } = this.#setup.decision;
    return { error, mode, amount, currency, reference, idempotencyKey: attempt?.idempotencyKey };
  }

  async #pay(agreed: OrderInView | undefined): Promise<PaymentOutcome> {
    let attempt: PaymentSubmitDetail | undefined;
    let payment: AcceptedPayment;
    try {
      payment = await this.#host.accept(agreed);
      attempt = { ...payment.order, idempotencyKey: createIdempotencyKey() };
      if (!this.#host.dispatchEvent(new PaymentSubmitEvent(attempt))) {
        throw new PaymentError('submit_prevented', 'The page stopped the payment.');
      }
    } catch (error) {
      return this.#stop(toPaymentError(error), attempt);
    }
    return this.#send(payment, attempt);
  }

  async #send(payment: AcceptedPayment, attempt: PaymentSubmitDetail): Promise<PaymentOutcome> {
    this.attempt = attempt;
    this.failure = undefined;
    this.#enter('busy');
    const startedAt = Date.now();
    await this.#setup.proxy.askAgain(payment.proxyUrl);
    if (this.#setup.decision.refuse) {
      const error = this.#setup.refuseMode();
      this.#setup.takeNews(); // told here, once
      return this.#stop(error, attempt);
    }
    const timeout = Math.max(payment.timeout - (Date.now() - startedAt), 1); // waiting counts
    return this.#settle(attempt, await pay({ ...payment, timeout, idempotencyKey: attempt.idempotencyKey }));
  }

  /** Ends an attempt of which nothing was sent. What was typed stays; the shopper is told what nothing else shows. */
  #stop(error: PaymentError, attempt?: PaymentSubmitDetail): PaymentOutcome {
    this.#release();
    const isShown = error === this.#setup.error || !FAILURE_MESSAGES[error.code];
    this.failure = isShown ? undefined : error;
    this.#enter(isShown ? undefined : 'failed');
    return this.#announce({ outcome: 'failed', ...this.describe(error, attempt) });
  }

  /** Ends an attempt that was sent. */
  #settle(attempt: PaymentSubmitDetail, result: PayResult): PaymentOutcome {
    if (result.mode) this.#setup.learnMode(result.mode);
    const { mode } = this.#setup.decision;
    if (!('error' in result)) {
      const { outcome, payment, status } = result;
      this.#enter(outcome);
      return this.#announce({ outcome, ...attempt, payment, status, mode });
    }
    const { error } = result;
    const outcome = result.outcome === 'unknown' ? 'unknown' : 'failed';
    if (outcome === 'failed') {
      this.#release();
      this.failure = error;
    }
    this.#enter(outcome);
    return this.#announce({ outcome, ...this.describe(error, attempt) });
  }

  #release(): void {
    this.#flight = undefined;
    this.attempt = undefined;
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

/** Whatever else fails before anything is sent, such as a text of the page that is none, has a code as well. */
function toPaymentError(error: unknown): PaymentError {
  if (isPaymentError(error)) return error;
  return new PaymentError('form_failed', 'The form failed before anything was sent.', { cause: error });
}
