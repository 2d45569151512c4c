import type { CardFormState } from './card-form-state.js';
import type { Actions } from './card-form-view.js';
import type { CardFormCore } from './form.js';
import { goToBank, type OutcomeReactions } from './outcome-reactions.js';
import { PaymentActionEvent } from './payment-events.js';
import type { Submission } from './submission.js';

/** What a press on a button reaches. */
interface Reached {
  readonly submission: Submission;
  readonly reactions: OutcomeReactions;
  readonly state: CardFormState;
}

/** What the buttons of the card form do. */
export function createActions(
  cardForm: Omit<CardFormCore, 'parts'>,
  { submission, reactions, state }: Reached,
): Actions {
  const { widget, settings, session, form } = cardForm;
  return {
    clickPay: (event) => {
      if (event.detail > 1)
        event.preventDefault(); // the second click of a double click never pays
      else submission.click();
    },
    submit: (event) => {
      event.preventDefault();
      const agreed = submission.takeClicked();
      if (reactions.countdown.seconds > 0) return;
      if (submission.isIdle) reactions.focus.markStart();
      void submission.submit(agreed);
    },
    fillTestCard: () => {
      if (!widget.disabled && state.value !== 'busy') form.fillTestCard();
    },
    toggleWarning: () => {
      reactions.toggleWarning();
    },
    retryAnyway: () => {
      session.retryAnyway();
      reactions.liveRegion.announce([]); // the outcome is still unknown: the focus says that the form is back
    },
    goToBank: (attempt, action) => {
      const event = new PaymentActionEvent({ ...attempt, action, mode: settings.proxy.mode, restored: false });
      if (widget.dispatchEvent(event) && widget.isConnected) goToBank(action);
    },
  };
}
