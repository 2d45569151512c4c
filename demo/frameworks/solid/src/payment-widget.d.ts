import type { PaymentWidget } from 'payment-widget';
import type { JSX } from 'solid-js';

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'payment-widget': JSX.HTMLAttributes<PaymentWidget> & {
        'proxy-url': string;
        currency: string;
        reference: string;
      };
    }
    interface ExplicitProperties extends Pick<PaymentWidget, 'amount' | 'metadata'> {}
    interface CustomEvents extends Pick<HTMLElementEventMap, 'payment-success'> {}
  }
}
