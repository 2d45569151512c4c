import { logError, type PaymentError } from '../contract/errors.js';
import type { CheckedAction } from '../contract/next-action.js';
import type { FormController } from '../form/form-controller.js';
import type { Order, PaymentOutcome } from '../payment/outcome.js';
import type { PaymentSession } from '../payment/payment-session.js';
import { nextAction } from '../payment/payment-parts.js';
import { hasEnded, type SessionState } from '../payment/session-state.js';
import type { CheckedSettings } from './checked-settings.js';
import { FocusManager } from './focus-manager.js';
import type { FormHints } from './form-hints.js';
import type { FormParts } from './form-parts.js';
import { Countdown, type LiveRegion } from './live-region.js';
import { paidMessages } from './parts.template.js';
import { reportOutcome, takePrice } from './payment-events.js';
import type { Widget } from './widget-properties.js';

/** Leads the shopper to the page of the bank. The file that has checked the action is loaded. */
export function goToBank(action: CheckedAction): void {
  nextAction.current?.leavePage(action);
}

/** What a change of the session was about. */
export interface SessionChange {
  /** Whether the outcome of the state was not reported before. */
  readonly isNew: boolean;
  /** The order that the form shows now. */
  readonly order: Order;
  /** The order that was submitted. */
  readonly submitted: Order | undefined;
  /** Whether the page has made the payment wait. */
  readonly hasWaited: boolean;
}

interface Collaborators {
  readonly widget: Widget;
  readonly form: FormController;
  readonly session: PaymentSession;
  readonly settings: CheckedSettings;
  readonly parts: FormParts;
  readonly liveRegion: LiveRegion;
  readonly hints: FormHints;
  /** Shows the state of the element to the page. */
  readonly showState: () => void;
}

/** What the shopper sees, hears and can do after a change of the payment. */
export class OutcomeReactions {
  /** Why the last payment failed, if the shopper can act on it. */
  failure: PaymentError | undefined;
  /** Whether the shopper reads the warning about paying again. */
  isWarned = false;
  readonly countdown: Countdown;
  readonly focus: FocusManager;
  readonly liveRegion: LiveRegion;
  readonly hints: FormHints;
  readonly #collaborators: Collaborators;
  readonly #reported = new WeakSet<PaymentOutcome>();
  #before: SessionState;

  constructor(collaborators: Collaborators) {
    const { widget, session, liveRegion, hints } = collaborators;
    this.#collaborators = collaborators;
    this.liveRegion = liveRegion;
    this.hints = hints;
    this.#before = session.state;
    this.focus = new FocusManager(widget);
    this.countdown = new Countdown(() => {
      widget.requestUpdate();
      if (this.countdown.seconds > 0) return;
      if (this.failure?.code === 'rate_limited') this.failure = undefined;
      liveRegion.announce(['retry_ready']);
    });
  }

  react(state: SessionState, change: SessionChange): void {
    const { form, session } = this.#collaborators;
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
    reportOutcome(this.#collaborators.widget, outcome, goToBank, (result) =>
      this.#collaborators.settings.returnUrlFor(result),
    );
    this.hints.give();
  }

  toggleWarning(): void {
    this.isWarned = !this.isWarned;
    this.#collaborators.widget.requestUpdate();
  }

  #enter(state: SessionState, { order, submitted, hasWaited }: SessionChange): void {
    const { liveRegion, session } = this.#collaborators;
    this.failure = state.name === 'failed' ? this.#findFailure(state, session.outcome, hasWaited) : undefined;
    const { failure } = this;
    if (state.name !== 'unknown') this.isWarned = false;
    this.#collaborators.showState();
    const wasSent = state.name !== 'failed' || state.wasSent;
    if (wasSent) this.countdown.start(failure?.code === 'rate_limited' ? (failure.retryAfter ?? 0) : 0);
    if (state.name === 'busy') addEventListener('beforeunload', this.#keepPage);
    else removeEventListener('beforeunload', this.#keepPage);
    if (failure) this.#correct(failure, submitted);
    if (hasEnded(state) || failure) void this.#presentResult();
    const before = this.#before;
    const wasInDoubt = before.name === 'unknown' && before.attempt.reference === order.reference;
    if (state.name === 'idle' && wasInDoubt) liveRegion.announce(['retry_ready']);
  }

  /** Changes the parts of the form that the shopper would otherwise send again. */
  #correct({ code, fieldErrors, cause }: PaymentError, submitted: Order | undefined): void {
    const { form, widget } = this.#collaborators;
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
    if (error.message === this.#collaborators.settings.error?.message) return undefined;
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
    const { session, liveRegion } = this.#collaborators;
    const { problems } = this.#collaborators.parts;
    const { state, following } = session;
    if (await this.focus.moveToResult()) return;
    if (state.name !== 'paid') await problems.tryLoad(); // if it is late, the focus stays: the shopper may be typing
    if (state !== session.state) return;
    const messages =
      state.name === 'paid'
        ? paidMessages(state.attempt)
        : problems.current?.announcementOf(state, this.failure, following);
    if (messages?.length) liveRegion.announce(messages, { urgent: true });
  }
}
