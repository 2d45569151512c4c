/** The used parts of packages that only the benchmark installs, so that type checks work without them. */
declare module '@adyen/adyen-web' {
  export interface Checkout {
    readonly options: unknown;
  }
  export function AdyenCheckout(options: Readonly<Record<string, unknown>>): Promise<Checkout>;
  export class Card {
    constructor(checkout: Checkout, options: Readonly<Record<string, unknown>>);
    mount(container: string | Element): this;
    unmount(): this;
  }
}

declare module '@adyen/adyen-web/styles/adyen.css';

declare module 'braintree-web-drop-in' {
  const dropin: { create(options: Readonly<Record<string, unknown>>): Promise<unknown> };
  export default dropin;
}

declare module 'react-dom/client' {
  import type { ReactNode } from 'react';
  export function createRoot(container: Element): { render(node: ReactNode): void; unmount(): void };
}

declare module 'react-payment-inputs/es/usePaymentInputs.js' {
  type Field = 'cardNumber' | 'expiryDate' | 'cvc';
  type GetProps = (handlers: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  export default function usePaymentInputs(options: { readonly autoFocus?: boolean }): {
    readonly meta: {
      readonly error?: string;
      readonly erroredInputs: Readonly<Partial<Record<Field, string>>>;
      readonly touchedInputs: Readonly<Record<Field, boolean>>;
      readonly cardType?: { readonly displayName: string };
    };
    readonly getCardNumberProps: GetProps;
    readonly getExpiryDateProps: GetProps;
    readonly getCVCProps: GetProps;
  };
}
