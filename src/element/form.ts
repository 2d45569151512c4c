import type { PropertyValues } from 'lit';
import type { Mode } from '../contract/protocol.js';
import type { FormController } from '../form/form-controller.js';
import type { Finding } from '../hints/hints.js';
import type { Order, PaymentOutcome } from '../payment/outcome.js';
import type { PaymentSession } from '../payment/payment-session.js';
import type { CheckedSettings } from './checked-settings.js';
import type { PaymentState } from './events.js';
import type { FormParts } from './form-parts.js';
import type { Widget } from './widget-properties.js';
import type { View } from './widget.template.js';

/** What a page can do with a payment form. The element has one of these forms, and the fake element is one. */
export interface Form {
  readonly state: PaymentState;
  /** Whether every field is valid now. */
  readonly valid: boolean;
  /** The kind of the key that the proxy holds, once it has said so. */
  readonly reportedMode: Mode | undefined;
  /**
   * Pays once, however often it is called meanwhile. Never rejects.
   * @param agreed - the order that the shopper has seen. Default: that of the last render
   */
  submit(agreed?: Order): Promise<PaymentOutcome>;
  /** Shows the errors, and returns whether there are none. */
  validate(): boolean;
  /** Empties the form for another payment, if that is possible. */
  reset(): void;
  diagnose(): Promise<Finding[]>;
}

/** The parts of a card form. A function that needs some of them takes only those. */
export interface CardFormCore {
  readonly widget: Widget;
  readonly settings: CheckedSettings;
  readonly parts: FormParts;
  readonly session: PaymentSession;
  readonly form: FormController;
}

/** A form that the element shows: while it is loading, of a card, or in a frame. */
export interface ShownForm extends Form {
  /** Whether it has shown itself. */
  readonly hasRendered: boolean;
  /** Loads what the next view needs. Returns `undefined` if everything is loaded, which is the default. */
  prepare?(): Promise<unknown> | undefined;
  willUpdate?(changed: PropertyValues<Widget>): void;
  createView(): View;
  updated?(): void;
  /** Called when the element was moved by `moveBefore()`. */
  hostMoved?(): void;
  /** Ends all payments: the page has set a credential on the element. */
  refuseCredential(name: string): void;
  /** Moves the focus. By default, the first field of the element receives it. */
  focus?(options?: FocusOptions): void;
}
