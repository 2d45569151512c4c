import type { OrderInView } from './events.js';
import type { FocusKeeper } from './focus-manager.js';
import type { FormController } from '../form/form-controller.js';
import { failureKey, resultKey } from '../i18n/messages.js';
import type { PaymentFlow } from '../payment/payment-session.js';
import type { Problem } from '../contract/schema.js';

/** The part of the element that holds the price of the page. */
export interface PriceHost {
  amount: number | undefined;
  currency: string | undefined;
  readonly reference: string | undefined;
}

/** Where everything else is. */
export interface EffectsParts {
  readonly flow: PaymentFlow;
  readonly form: FormController;
  readonly focusKeeper: FocusKeeper;
  /** What was to be paid when Pay was pressed last. */
  readonly paidFor: () => OrderInView | undefined;
  /** Whether the page has set a price that is not drawn yet. */
  readonly isPriceNew: () => boolean;
}

/** What a new phase of a payment means for everything around it: the form, the price, the focus, the window. */
export class PhaseEffects {
  readonly #host: PriceHost;
  readonly #parts: EffectsParts;

  constructor(host: PriceHost, parts: EffectsParts) {
    this.#host = host;
    this.#parts = parts;
  }

  /** Call it when the phase has changed and the next drawing is asked for. */
  apply(): void {
    const { flow, form } = this.#parts;
    const { phase, failure } = flow;
    if (phase === 'paid' || phase === 'pending' || phase === 'unknown') form.clear();
    if (failure?.code === 'declined') form.clearCard();
    if (phase === 'failed' && failure?.fieldErrors) form.refuse(Object.keys(failure.fieldErrors));
    if (failure?.code === 'amount_changed') this.#takeOver(failure.cause as Problem);
    if (phase === 'busy') addEventListener('beforeunload', this.#askToStay);
    else removeEventListener('beforeunload', this.#askToStay);
    if (phase && phase !== 'busy' && phase !== 'checking') void this.#showResult();
  }

  /** Whoever has gone elsewhere meanwhile is told, and left there. */
  async #showResult(): Promise<void> {
    const { flow, form, focusKeeper } = this.#parts;
    if (await focusKeeper.moveToResult()) return;
    const { phase, failure, isFollowing, attempt } = flow;
    if (phase === 'failed') form.announcement.say(failure ? [failureKey(failure)] : [], { urgent: true });
    else if (phase === 'paid' || phase === 'pending' || phase === 'unknown') {
      const text = resultKey(phase, { isFollowing, amount: attempt?.amount });
      form.announcement.say([`${phase}_title`, text], { urgent: true });
    }
  }

  /** Shows the price that the merchant's server knows, unless the page is at another order by now. */
  #takeOver({ amount, currency }: Problem): void {
    const host = this.#host;
    const paidFor = this.#parts.paidFor();
    const isElsewhere = host.currency !== paidFor?.currency || (host.reference || undefined) !== paidFor?.reference;
    if (this.#parts.isPriceNew() || isElsewhere) return;
    host.amount = amount;
    host.currency = currency;
  }

  /** Leaving now would leave the shopper in doubt. Only while a payment is under way: such pages are not kept for Back. */
  readonly #askToStay = (event: Event): void => {
    event.preventDefault();
  };
}
