import type { LitElement } from 'lit';
import type { ClassAttributes, HTMLAttributes } from 'react';
import type { PaymentFailureEvent, PaymentUnknownEvent } from './element/events.js';
import type {
  PaymentChangeEvent,
  PaymentFieldEvent,
  PaymentPendingEvent,
  PaymentReadyEvent,
  PaymentSubmitEvent,
  PaymentSuccessEvent,
} from './element/payment-events.js';
import type { PaymentActionEvent } from './element/next-action/leave-page.js';
import type { PaymentWidget } from './element/payment-widget.js';

/** Types of `<payment-widget>` in JSX for React 19, which needs no wrapper. Types only. */

type Settings = Omit<
  PaymentWidget,
  keyof LitElement | 'state' | 'valid' | 'submit' | 'validate' | 'reset' | 'diagnose'
>;

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? '' : '-'}${Lowercase<First>}${Kebab<Rest>}`
  : '';

type Attribute<Name extends keyof Settings> = Settings[Name] extends string | number | boolean | undefined
  ? Exclude<Kebab<Name>, Name>
  : never;

/** Attributes. React sets a name without a property as an attribute. */
type Attributes = {
  [Name in keyof Settings as Attribute<Name>]?: Settings[Name] | (number extends Settings[Name] ? `${number}` : never);
};

interface Listeners {
  /** The form is ready for use. */
  'onpayment-ready'?: ((event: PaymentReadyEvent) => void) | undefined;
  /** Validity, completeness or card brand changed. */
  'onpayment-change'?: ((event: PaymentChangeEvent) => void) | undefined;
  /** The shopper entered or left a field, or an error of it became visible. */
  'onpayment-field'?: ((event: PaymentFieldEvent) => void) | undefined;
  /** Before the payment is sent; `preventDefault()` prevents it, and `waitUntil()` delays it. */
  'onpayment-submit'?: ((event: PaymentSubmitEvent) => void) | undefined;
  /** The bank asks the shopper to confirm the payment; `preventDefault()` keeps the shopper on this page. */
  'onpayment-action'?: ((event: PaymentActionEvent) => void) | undefined;
  /** The payment succeeded. */
  'onpayment-success'?: ((event: PaymentSuccessEvent) => void) | undefined;
  /** The payment was accepted and is not finished. */
  'onpayment-pending'?: ((event: PaymentPendingEvent) => void) | undefined;
  /** The payment failed; nothing was charged. */
  'onpayment-failure'?: ((event: PaymentFailureEvent) => void) | undefined;
  /** The outcome is unknown; the card may have been charged. */
  'onpayment-unknown'?: ((event: PaymentUnknownEvent) => void) | undefined;
}

/** Props of `<payment-widget>`. */
export interface PaymentWidgetProps
  extends HTMLAttributes<PaymentWidget>, ClassAttributes<PaymentWidget>, Partial<Settings>, Attributes, Listeners {}

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React keeps its JSX types in one
  namespace JSX {
    interface IntrinsicElements {
      'payment-widget': PaymentWidgetProps;
    }
  }
}
