import type { PaymentSuccessEvent, PaymentWidget } from 'payment-widget';
import type { HTMLAttributes } from 'preact';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'payment-widget': HTMLAttributes<PaymentWidget> &
        Partial<Pick<PaymentWidget, 'proxyUrl' | 'amount' | 'currency' | 'reference' | 'metadata'>> & {
          'onpayment-success'?: (event: PaymentSuccessEvent) => void;
        };
    }
  }
}
