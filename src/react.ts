import type { LitElement } from 'lit';
import type { ClassAttributes, HTMLAttributes } from 'react';
import type {
  PaymentChangeEvent,
  PaymentFailureEvent,
  PaymentPendingEvent,
  PaymentReadyEvent,
  PaymentSubmitEvent,
  PaymentSuccessEvent,
  PaymentUnknownEvent,
} from './element/events.js';
import type { PaymentWidget } from './element/payment-widget.js';

/** Types of `<payment-widget>` in JSX for React 19, which needs no wrapper. Nothing of this is there when the code runs. */

/** What a page can set: everything that the class adds to Lit's, but what is read or called. */
type Settings = Omit<PaymentWidget, keyof LitElement | 'state' | 'valid' | 'submit' | 'validate' | 'reset'>;

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? '' : '-'}${Lowercase<First>}${Kebab<Rest>}`
  : '';

/** The name of the attribute, where a setting has one that is written in another way. */
type Attribute<Name extends keyof Settings> = Settings[Name] extends string | number | boolean | undefined
  ? Exclude<Kebab<Name>, Name>
  : never;

/** What has no property of its name React writes down as an attribute, numbers as digits. */
type Attributes = {
  [Name in keyof Settings as Attribute<Name>]?: Settings[Name] | (number extends Settings[Name] ? `${number}` : never);
};

/** React listens for the event whose name follows `on`. */
interface Listeners {
  /** The form can be used. */
  'onpayment-ready'?: ((event: PaymentReadyEvent) => void) | undefined;
  /** Validity, completeness or card brand changed. */
  'onpayment-change'?: ((event: PaymentChangeEvent) => void) | undefined;
  /** Before anything is sent; `preventDefault()` stops it. */
  'onpayment-submit'?: ((event: PaymentSubmitEvent) => void) | undefined;
  /** The service answered with success. */
  'onpayment-success'?: ((event: PaymentSuccessEvent) => void) | undefined;
  /** Accepted, not finished. */
  'onpayment-pending'?: ((event: PaymentPendingEvent) => void) | undefined;
  /** Certainly not charged. */
  'onpayment-failure'?: ((event: PaymentFailureEvent) => void) | undefined;
  /** It may have been charged; nobody knows yet. */
  'onpayment-unknown'?: ((event: PaymentUnknownEvent) => void) | undefined;
}

/** Everything that `<payment-widget>` takes in JSX. */
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
