'use client';

import 'payment-widget/define';
import 'payment-widget/payment-widget.css';
import 'payment-widget/react';
import type { PaymentSuccessEvent, PaymentWidget } from 'payment-widget';

export interface Order {
  reference: string;
  amount: number;
  currency: string;
  token: string;
}

const FALLBACK = '<p>The payment form could not be loaded. Please call us.</p>';

export function Checkout({ order, form }: { order: Order; form: string }) {
  return (
    <payment-widget
      ref={connect}
      proxy-url="/pay"
      amount={order.amount}
      currency={order.currency}
      reference={order.reference}
      order-token={order.token}
      return-url="/thanks"
      dangerouslySetInnerHTML={{ __html: form + FALLBACK }}
      suppressHydrationWarning // the browser has turned the form into a shadow root
    />
  );
}

// When React hydrates a custom element, it sets no properties and adds no listeners. Attributes and refs work.
function connect(widget: PaymentWidget) {
  widget.metadata = { basket: '17' };
  widget.addEventListener('payment-success', showPaid);
  return () => widget.removeEventListener('payment-success', showPaid);
}

function showPaid({ detail }: PaymentSuccessEvent) {
  console.log('Paid:', detail.reference);
}
