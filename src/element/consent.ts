import { PaymentError } from '../contract/errors.js';
import type { OrderInView } from './events.js';

/** What the shopper has agreed to pay: what the button offered when the press on it began. */
export class Consent {
  readonly #shown: () => OrderInView | undefined;
  #pressed: OrderInView | undefined;
  #given: OrderInView | undefined;

  /** @param shown - what the button offers now */
  constructor(shown: () => OrderInView | undefined) {
    this.#shown = shown;
  }

  /** For `pointerdown` on the button: what it offers can be another before the press is over. */
  readonly onPress = (): void => {
    this.#pressed = this.#shown();
  };

  /** For `click`, which is also what Enter in a field becomes. The second click of a double click is never a wish to pay. */
  readonly onClick = (event: MouseEvent): void => {
    if (event.detail > 1) {
      event.preventDefault();
      return;
    }
    const isByPointer = event.detail > 0;
    this.#given = (isByPointer ? this.#pressed : undefined) ?? this.#shown();
  };

  /** What was agreed to, for the payment that it was given for and no other. */
  take(): OrderInView | undefined {
    const given = this.#given;
    this.#given = undefined;
    this.#pressed = undefined;
    return given;
  }
}

/** @throws {PaymentError} `amount_changed` when the shopper saw another price than the one that would be paid */
export function checkPrice(seen: OrderInView | undefined, order: OrderInView): void {
  if (!seen || (order.amount === seen.amount && order.currency === seen.currency)) return;
  throw new PaymentError('amount_changed', 'This is not the amount that was on the button.', { cause: order });
}
