import { logError, type PaymentError } from '../contract/errors.js';
import type { CheckedAction } from '../contract/next-action.js';
import { describeError, type Order, type PaymentOutcome } from '../payment/outcome.js';
import { nextAction } from '../payment/payment-parts.js';
import { hasEnded, type SessionState } from '../payment/session-state.js';
import { addOutcome } from '../settings/urls.js';
import type { CardFormState } from './card-form-state.js';
import { PaymentFailureEvent } from './events.js';
import { FocusManager } from './focus-manager.js';
import type { CardFormCore } from './form.js';
import type { FormHints } from './form-hints.js';
import { Countdown, type LiveRegion } from './live-region.js';
import { paidMessages } from './parts.template.js';
import { reportOutcome, takePrice } from './payment-events.js';

/** Leads the shopper to the page of the bank. The file that has checked the action is loaded. */
export function goToBank(action: CheckedAction): void {
  nextAction.current?.leavePage(action);
}

/** What a change of the session was about. */
interface SessionChange {
  /** Whether the outcome of the state was not reported before. */
  readonly isNew: boolean;
  /** The order that the form shows now. */
  readonly order: Order;
  /** The order that was submitted. */
  readonly submitted: Order | undefined;
  /** Whether the page has made the payment wait. */
  readonly hasWaited: boolean;
}

/** Where the page, the shopper and the developer learn of a reaction. */
interface Channels {
  readonly state: CardFormState;
  readonly liveRegion: LiveRegion;
  readonly hints: FormHints;
}

/** What the shopper sees, hears and can do after a change of the payment. */
export class OutcomeReactions {
  /** Whether the shopper reads the warning about paying again. */
  isWarned = false;
  readonly countdown: Countdown;
  readonly focus: FocusManager;
  readonly liveRegion: LiveRegion;
  readonly hints: FormHints;
  readonly #form: CardFormCore;
  readonly #formState: CardFormState;
  readonly #reported = new WeakSet<PaymentOutcome>();
  #reportedProblem: PaymentError | undefined;
  #before: SessionState;

  constructor(form: CardFormCore, { state, liveRegion, hints }: Channels) {
    const { widget, session } = form;
    this.#form = form;
    this.#formState = state;
    this.liveRegion = liveRegion;
    this.hints = hints;
    this.#before = session.state;
    this.focus = new FocusManager(widget);
    this.countdown = new Countdown(() => {
      widget.requestUpdate();
      if (this.countdown.seconds > 0) return;
      if (state.failure?.code === 'rate_limited') state.failure = undefined;
      liveRegion.announce(['retry_ready']);
    });
  }

  react(state: SessionState, change: SessionChange): void {
    const { form, session } = this.#form;
    const { outcome } = session;
    if (change.isNew && outcome && 'error' in outcome) this.#markReported(outcome.error);
    try {
      if (state !== this.#before) this.#enter(state, change);
      else if (!change.isNew && state.name === 'unknown') void this.#presentResult(); // following has ended
      if (state.name === 'paid') form.clear();
      else if (hasEnded(state) && !session.mayReturn) form.clearCard();
    } catch (error) {
      reportError(error); // a control of the page failed, which does not change the outcome
    }
    this.#before = state;
  }

  hasReported(outcome: PaymentOutcome): boolean {
    return this.#reported.has(outcome);
  }

  /** Dispatches the event of an outcome, once, and leads the shopper on. */
  report(outcome: PaymentOutcome): void {
    if (this.hasReported(outcome)) return;
    this.#reported.add(outcome);
    const { widget, settings } = this.#form;
    reportOutcome(widget, outcome, goToBank, (result) => {
      const { returnUrl } = settings.current ?? {};
      return returnUrl && addOutcome(returnUrl, result);
    });
    this.hints.give();
  }

  /** Dispatches the event of what is wrong with the settings, once, and logs it. */
  reportProblem(order: Order): void {
    const { widget, settings, session } = this.#form;
    const error = settings.problem;
    if (error === this.#reportedProblem) return;
    this.#reportedProblem = error;
    if (!error) return;
    logError(error);
    widget.dispatchEvent(new PaymentFailureEvent(describeError(error, session.attempt ?? order, settings.proxy.mode)));
    this.hints.give();
  }

  /** The outcome may be about the settings, or about a proxy that has reported another mode since. */
  #markReported({ message }: PaymentError): void {
    const { settings } = this.#form;
    const { refusal } = settings.proxy;
    if (message === refusal?.message) settings.refuse(refusal);
    if (message === settings.error?.message) this.#reportedProblem = settings.error;
  }

  toggleWarning(): void {
    this.isWarned = !this.isWarned;
    this.#form.widget.requestUpdate();
  }

  #enter(state: SessionState, { order, submitted, hasWaited }: SessionChange): void {
    const { session } = this.#form;
    const failure = state.name === 'failed' ? this.#findFailure(state, session.outcome, hasWaited) : undefined;
    this.#formState.failure = failure;
    if (state.name !== 'unknown') this.isWarned = false;
    this.#formState.show();
    const wasSent = state.name !== 'failed' || state.wasSent;
    if (wasSent) this.countdown.start(failure?.code === 'rate_limited' ? (failure.retryAfter ?? 0) : 0);
    if (state.name === 'busy') addEventListener('beforeunload', this.#keepPage);
    else removeEventListener('beforeunload', this.#keepPage);
    if (failure) this.#correct(failure, submitted);
    if (hasEnded(state) || failure) void this.#presentResult();
    const before = this.#before;
    const wasInDoubt = before.name === 'unknown' && before.attempt.reference === order.reference;
    if (state.name === 'idle' && wasInDoubt) this.liveRegion.announce(['retry_ready']);
  }

  /** Changes the parts of the form that the shopper would otherwise send again. */
  #correct({ code, fieldErrors, cause }: PaymentError, submitted: Order | undefined): void {
    const { form, widget } = this.#form;
    if (code === 'declined') form.clearCard();
    if (fieldErrors) form.refuse(Object.keys(fieldErrors));
    if (code === 'amount_changed' && !form.offer.isNew) takePrice(widget, cause as Partial<Order>, submitted);
  }

  /** Leaving while a payment runs would leave the shopper in doubt. */
  readonly #keepPage = (event: Event): void => {
    event.preventDefault();
  };

  /** Returns the failure to show. A configuration error that is fixed later is not a failed payment. */
  #findFailure(
    { wasSent }: Extract<SessionState, { name: 'failed' }>,
    outcome: PaymentOutcome | undefined,
    hasWaited: boolean,
  ): PaymentError | undefined {
    if (outcome?.outcome !== 'failed') return undefined;
    const { error } = outcome;
    const { code, cause } = error;
    if (error.message === this.#form.settings.error?.message) return undefined;
    if (code === 'form_failed') logError(error);
    // A listener that prevents a payment shows the reason itself.
    const isSilent = (cause as Partial<Error> | undefined)?.name === 'AbortError'; // it may be of another document
    const isShown =
      code === 'submit_prevented'
        ? hasWaited && !isSilent
        : wasSent || (code !== 'validation_failed' && code !== 'disabled');
    return isShown ? error : undefined;
  }

  /** Announces the result if the focus does not read it. */
  async #presentResult(): Promise<void> {
    const { session, parts } = this.#form;
    const { problems } = parts;
    const { state, following } = session;
    if (await this.focus.moveToResult()) return;
    if (state.name !== 'paid') await problems.tryLoad(); // if it is late, the focus stays: the shopper may be typing
    if (state !== session.state) return;
    const messages =
      state.name === 'paid'
        ? paidMessages(state.attempt)
        : problems.current?.announcementOf(state, this.#formState.failure, following);
    if (messages?.length) this.liveRegion.announce(messages, { urgent: true });
  }
}
