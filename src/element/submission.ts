import { PaymentError } from '../contract/errors.js';
import type { Order, PaymentOutcome, PaymentSubmitDetail } from '../payment/outcome.js';
import type { PaymentSession } from '../payment/payment-session.js';
import type { PayRequest } from '../payment/send-attempt.js';
import { hasEnded } from '../payment/session-state.js';
import { askPage } from './payment-events.js';

/** One press on Pay, from the click to the outcome. */
type Step =
  | {
      readonly name: 'idle';
      /** The order as shown at the click: listeners of the page may change it before the form is submitted. */
      readonly clicked?: Order | undefined;
    }
  | { readonly name: 'collecting'; readonly outcome: Promise<PaymentOutcome>; readonly order?: Order }
  | {
      readonly name: 'asking';
      readonly outcome: Promise<PaymentOutcome>;
      readonly order: PaymentSubmitDetail;
      /** A listener of `payment-submit` makes the payment wait. */
      readonly isWaiting: boolean;
    }
  | { readonly name: 'sent'; readonly outcome: Promise<PaymentOutcome>; readonly order: PaymentSubmitDetail };

/** It alone holds the orders that the shopper has seen and agreed to. The form is rendered during each step. */
type Stage = Step & {
  /** The order of the last render. */
  readonly shown?: Order | undefined;
};

/** The form that is submitted. */
export interface SubmittedForm {
  readonly widget: HTMLElement;
  readonly hasRendered: boolean;
  /** The order of the settings and of what the shopper has typed. */
  readonly order: Order;
  /** Waits for the first render, which looks for an attempt in doubt. */
  whenRendered(): Promise<unknown> | undefined;
  /**
   * Returns what can be sent now.
   * @param agreed - the order that the shopper has seen
   * @param onread - called with the order that the settings and the form have
   * @throws {PaymentError} why nothing can be paid
   */
  collect(agreed: Order | undefined, onread: (order: Order) => void): Promise<PayRequest>;
  /** Called when the page makes the payment wait. */
  onwait(): void;
  /** Called with the outcome, which the session may have reported already. */
  onoutcome(outcome: PaymentOutcome): void;
}

export const NOT_IN_DOCUMENT = 'The element is not in the document.';

export class Submission {
  readonly #session: PaymentSession;
  readonly #form: SubmittedForm;
  #stage: Stage = { name: 'idle' };

  constructor(session: PaymentSession, form: SubmittedForm) {
    this.#session = session;
    this.#form = form;
  }

  get isIdle(): boolean {
    return this.#stage.name === 'idle';
  }

  get isWaiting(): boolean {
    return this.#stage.name === 'asking' && this.#stage.isWaiting;
  }

  /** The order that was submitted, while it has no outcome. */
  get order(): Order | undefined {
    return this.#stage.name === 'idle' ? undefined : this.#stage.order;
  }

  show(order: Order): void {
    this.#stage = { ...this.#stage, shown: order };
  }

  click(): void {
    if (this.#stage.name === 'idle') this.#enter({ name: 'idle', clicked: this.#stage.shown });
  }

  /** Returns the order as shown at the click, for one payment. */
  takeClicked(): Order | undefined {
    if (this.#stage.name !== 'idle') return undefined;
    const { clicked } = this.#stage;
    this.#enter({ name: 'idle' });
    return clicked;
  }

  /**
   * A click, Enter and `submit()` together are one payment.
   * @param agreed - the order that the shopper has seen. Default: that of the last render
   */
  submit(agreed?: Order): Promise<PaymentOutcome> {
    const { state, outcome: known } = this.#session;
    if (hasEnded(state) && known) return Promise.resolve(known);
    if (this.#stage.name !== 'idle') return this.#stage.outcome;
    const outcome: Promise<PaymentOutcome> = this.#recall().then((earlier) => this.#run(earlier, agreed, outcome));
    this.#enter({ name: 'collecting', outcome });
    return outcome;
  }

  /** Called when the submission is over, or the page has abandoned it. */
  end(): void {
    this.#enter({ name: 'idle' });
  }

  /** Takes a microtask at least: the page may add listeners after `submit()`. */
  async #recall(): Promise<PaymentOutcome | undefined> {
    const rendered = this.#form.whenRendered();
    if (rendered) await rendered.catch(() => undefined);
    return this.#session.recall(this.#form.order);
  }

  async #run(
    earlier: PaymentOutcome | undefined,
    agreed: Order | undefined,
    outcome: Promise<PaymentOutcome>,
  ): Promise<PaymentOutcome> {
    const result = earlier ?? (await this.#pay(agreed, outcome));
    if (this.#isPresent(outcome)) this.end();
    this.#form.onoutcome(result);
    return result;
  }

  async #pay(agreed: Order | undefined, outcome: Promise<PaymentOutcome>): Promise<PaymentOutcome> {
    const session = this.#session;
    const form = this.#form;
    let attempt: PaymentSubmitDetail | undefined;
    try {
      const onread = (order: Order) => {
        this.#advance({ name: 'collecting', outcome, order });
      };
      if (!form.hasRendered && !form.widget.isConnected) throw new PaymentError('disabled', NOT_IN_DOCUMENT);
      const request = await form.collect(agreed ?? this.#stage.shown, onread);
      const { proxyUrl, interpretResponse, actionOrigins } = request;
      const begun = await session.begin({ ...request.order, proxyUrl, interpretResponse, actionOrigins });
      if ('outcome' in begun) return begun;
      attempt = begun;
      const last = await this.#ask(attempt, request, outcome);
      this.#advance({ name: 'sent', outcome, order: attempt });
      return await session.send(attempt, last);
    } catch (error) {
      const order = attempt ?? form.order;
      return (await session.recall(order)) ?? session.fail(error, order); // a payment may have begun meanwhile
    }
  }

  /** Returns what to send: a page that makes the payment wait may change everything meanwhile. */
  async #ask(order: PaymentSubmitDetail, request: PayRequest, outcome: Promise<PaymentOutcome>): Promise<PayRequest> {
    const form = this.#form;
    this.#advance({ name: 'asking', outcome, order, isWaiting: false });
    const onwait = () => {
      this.#advance({ name: 'asking', outcome, order, isWaiting: true });
      form.onwait();
    };
    const hasWaited = await askPage(form.widget, order, onwait);
    if (!hasWaited) return request;
    if (!form.widget.isConnected) throw new PaymentError('disabled', NOT_IN_DOCUMENT);
    return form.collect(request.order, () => undefined);
  }

  /** Enters the next step, unless the page has abandoned this submission. */
  #advance(step: Exclude<Step, { name: 'idle' }>): void {
    if (this.#isPresent(step.outcome)) this.#enter(step);
  }

  #enter(step: Step): void {
    this.#stage = { ...step, shown: this.#stage.shown };
  }

  #isPresent(outcome: Promise<PaymentOutcome>): boolean {
    return this.#stage.name !== 'idle' && this.#stage.outcome === outcome;
  }
}
