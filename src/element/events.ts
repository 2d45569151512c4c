import type { Mode } from '../contract/protocol.js';
import type { PaymentErrorDetail, ProxyCapabilities } from '../payment/outcome.js';

/** What the element is doing. Each state is also a custom state, such as `:state(busy)`. */
export type PaymentState = 'loading' | 'ready' | 'busy' | 'paid' | 'pending' | 'failed' | 'unknown';

/** Detail of `payment-ready`. */
export interface PaymentReadyDetail {
  /** The mode of the proxy, or else the expected one. */
  readonly mode: Mode | undefined;
  /** What the proxy supports. */
  readonly capabilities: ProxyCapabilities;
}

/** Runtimes at the edge that lack the class import the events, and create none. */
const { CustomEvent: Base = Object as never } = globalThis as { CustomEvent?: typeof CustomEvent };

/** The class of an event of the element. */
export function eventOf<Detail>(type: string, cancelable = false): new (detail: Detail) => CustomEvent<Detail> {
  return class extends Base<Detail> {
    constructor(detail: Detail) {
      super(type, { detail, cancelable, bubbles: true, composed: true });
    }
  };
}

/** The outcome is unknown; the card may have been charged. */
export class PaymentUnknownEvent extends eventOf<PaymentErrorDetail>('payment-unknown') {}

/** The payment failed; nothing was charged. */
export class PaymentFailureEvent extends eventOf<PaymentErrorDetail>('payment-failure') {}
