import { isAmount } from '../contract/amount.js';
import { currencyExponent } from '../contract/currency.js';
import { PaymentError } from '../contract/errors.js';
import { createIdempotencyKey, type Mode } from '../contract/protocol.js';
import { canonicalReference } from '../contract/order-texts.js';
import { createOutcomeEvent } from '../element/behaviour/outcome-event.js';
import type { PaymentState } from '../element/events.js';
import { PaymentChangeEvent, PaymentSubmitEvent } from '../element/late-events.js';
import { PaymentActionEvent } from '../element/next-action/payment-action-event.js';
import type { PaymentWidget } from '../element/payment-widget.js';
import { confirmPayment, type Confirmable } from '../payment/confirm-payment.js';
import { describeError, type Attempt, type Order, type PaymentOutcome } from '../payment/outcome.js';
import { toPaymentError } from '../payment/session-state.js';
import {
  createOutcome,
  FakeWidgetError,
  readOutcome,
  type DescribedOutcome,
  type FakeOutcome,
} from './fake-outcome.js';

type PaymentChangeDetail = PaymentChangeEvent['detail'];

/** An outcome, or a promise of one. */
type Planned = DescribedOutcome | PromiseLike<FakeOutcome>;

/** Failures after which the element offers the form as before, since it shows them beside the fields or not at all. */
const UNSHOWN: readonly string[] = ['validation_failed', 'disabled'];

/** The payments of a fake element, one at a time, by the rules of `PaymentSession`. */
export class FakePayments {
  /** Whether the form is valid. */
  isValid = true;
  isReady = false;
  /** The mode that the proxy reported. */
  reportedMode: Mode | undefined;
  /** The mode that the page expects. */
  expectedMode: Mode | undefined;
  readonly #element: PaymentWidget;
  readonly #planned: Planned[] = [];
  #paying: Promise<PaymentOutcome> | undefined;
  /** Outcome of the last attempt, unless it failed. */
  #outcome: PaymentOutcome | undefined;
  #attempt: Attempt | undefined;
  #isBusy = false;
  #hasFailed = false;

  constructor(element: PaymentWidget) {
    this.#element = element;
  }

  get state(): PaymentState {
    if (this.#isBusy) return 'busy';
    if (this.#outcome) return this.#outcome.outcome === 'action_required' ? 'pending' : this.#outcome.outcome;
    if (this.#hasFailed) return 'failed';
    return this.isReady ? 'ready' : 'loading';
  }

  get mode(): Mode | undefined {
    return this.reportedMode ?? this.expectedMode;
  }

  /** Whether a press on Pay begins an attempt. */
  get isFree(): boolean {
    return !this.#outcome && !this.#paying;
  }

  plan(outcome: Planned): void {
    this.#planned.push(outcome);
  }

  /** @param outcome of this attempt. Default: the planned one, or else `paid` */
  submit(outcome?: Planned): Promise<PaymentOutcome> {
    if (this.#outcome) return Promise.resolve(this.#outcome);
    return (this.#paying ??= this.#pay(outcome));
  }

  reset(): void {
    const isInDoubt = this.state === 'pending' || this.state === 'unknown';
    if (this.#paying || (isInDoubt && this.#attempt?.reference === this.#order.reference)) return;
    this.#outcome = this.#attempt = undefined;
    this.#hasFailed = false;
    this.#empty();
  }

  change(detail: PaymentChangeDetail): void {
    this.isValid = detail.valid;
    this.#element.dispatchEvent(new PaymentChangeEvent(detail));
  }

  #empty(): void {
    if (this.isValid) this.change({ valid: false, complete: false, brand: undefined });
  }

  /** @throws {FakeWidgetError} if no attempt is in doubt */
  settle(given: FakeOutcome): void {
    const described = readOutcome(given);
    if (!this.#attempt || (this.state !== 'pending' && this.state !== 'unknown')) {
      throw new FakeWidgetError(`The state is ${this.state}. Expected pending or unknown, to settle it.`);
    }
    const isAfterAction = this.#outcome?.outcome === 'action_required';
    const settled = isAfterAction && isAccepted(described) ? { ...described, afterAction: true } : described;
    this.#end(createOutcome(settled, this.#attempt, this.#circumstances(false)));
  }

  /** @throws {FakeWidgetError} while an attempt runs, or after an attempt that did not fail */
  restore(given: FakeOutcome): void {
    const described = readOutcome(given);
    if (!this.isFree) throw new FakeWidgetError(`The state is ${this.state}. Expected an element that has not paid.`);
    const { amount, currency = '', reference } = this.#order;
    const attempt = { amount, currency, reference, idempotencyKey: createIdempotencyKey() };
    this.#end(createOutcome(described, attempt, this.#circumstances(true)), attempt);
  }

  async #pay(given: Planned | undefined): Promise<PaymentOutcome> {
    await Promise.resolve(); // as the element does: the page may add listeners after submit()
    let attempt: (Attempt & { amount: number }) | undefined;
    let hasWaited = false;
    try {
      const request = this.#collect();
      attempt = { ...request.order, idempotencyKey: createIdempotencyKey() };
      const checked = confirmPayment(request, attempt, (agreed) => this.#collect(agreed));
      this.#isBusy = true;
      hasWaited = checked !== undefined;
      await checked;
    } catch (error) {
      return this.#fail(error, attempt ?? this.#order, hasWaited);
    }
    try {
      const planned = given ?? this.#planned.shift() ?? { outcome: 'paid' };
      const described = 'then' in planned ? readOutcome(await planned) : planned;
      return this.#end(createOutcome(described, attempt, this.#circumstances(false)), attempt);
    } catch (error) {
      this.#isBusy = false;
      this.#paying = undefined;
      throw error; // of the test: the planned promise has rejected
    }
  }

  /** Ends a submission of which nothing was sent. */
  #fail(cause: unknown, order: Order | Attempt, hasWaited: boolean): PaymentOutcome {
    const detail = describeError(toPaymentError(cause), order, this.mode);
    return this.#end({ outcome: 'failed', ...detail }, undefined, hasWaited);
  }

  /** An attempt is over before the page receives its event: a listener may pay again. */
  #end(outcome: PaymentOutcome, attempt?: Attempt, isShown = true): PaymentOutcome {
    this.#isBusy = false;
    this.#paying = undefined;
    const isFailed = outcome.outcome === 'failed';
    this.#outcome = isFailed ? undefined : outcome;
    this.#attempt = isFailed ? undefined : (attempt ?? this.#attempt);
    const code = 'error' in outcome ? outcome.error.code : '';
    this.#hasFailed = isFailed && !UNSHOWN.includes(code) && (isShown || code !== 'submit_prevented');
    if (isFailed ? code === 'declined' : code !== 'store_unavailable') this.#empty(); // the card that was sent
    this.#element.dispatchEvent(createEvent(outcome));
    return outcome;
  }

  /** @throws {PaymentError} why nothing can be paid */
  #collect(agreed?: Confirmable['order']): Confirmable {
    const { amount, currency, reference } = this.#order;
    const { proxyUrl, disabled, fields } = this.#element;
    if (!proxyUrl) throw new PaymentError('missing_proxy_url', 'proxy-url is missing.');
    const isEntered = typeof fields === 'string' && fields.split(/\s+/).includes('amount');
    if (!isAmount(amount) && !isEntered) throw new PaymentError('invalid_amount', `amount is ${String(amount)}.`);
    if (typeof currency !== 'string' || currencyExponent(currency) === undefined) {
      throw new PaymentError('invalid_currency', `currency is ${String(currency)}.`);
    }
    if (disabled) throw new PaymentError('disabled', 'The form is disabled.');
    if (!this.isValid || !isAmount(amount)) {
      const fieldErrors = { [this.isValid ? 'amount' : 'card-number']: 'This fake field is empty.' };
      const message = 'The fake form is invalid. Call change() of the fake first, as a shopper who fills it in.';
      throw new PaymentError('validation_failed', message, { fieldErrors });
    }
    const order = { amount, currency, reference };
    if (agreed && (amount !== agreed.amount || currency !== agreed.currency)) {
      throw new PaymentError('amount_changed', 'The price differs from the price on the button.', { cause: order });
    }
    return { order, proxyUrl, confirm: (attempt) => this.#confirm(attempt) };
  }

  /** @returns what the page asks to wait for; `undefined` if it prevents the payment */
  #confirm(attempt: PaymentSubmitEvent['detail']): PromiseLike<unknown>[] | undefined {
    const checks: PromiseLike<unknown>[] = [];
    const event = new PaymentSubmitEvent(attempt, (check) => checks.push(check));
    return this.#element.dispatchEvent(event) ? checks : undefined;
  }

  get #order(): Order {
    const { amount, currency, reference } = this.#element;
    return { amount, currency, reference: reference ? canonicalReference(reference) : undefined };
  }

  /** From the response of the proxy, which names its mode. */
  #circumstances(restored: boolean): { mode: Mode; restored: boolean } {
    return { mode: (this.reportedMode ??= this.expectedMode ?? 'test'), restored };
  }
}

const isAccepted = ({ outcome }: DescribedOutcome): boolean => outcome === 'paid' || outcome === 'pending';

function createEvent(outcome: PaymentOutcome): CustomEvent {
  if (outcome.outcome !== 'action_required') return createOutcomeEvent(outcome);
  const { outcome: _, ...detail } = outcome;
  return new PaymentActionEvent(detail);
}
