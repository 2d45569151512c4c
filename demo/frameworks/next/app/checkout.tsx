'use client';

import 'payment-widget/define';
import 'payment-widget/payment-widget.css';
import 'payment-widget/react';
import type { PaymentSuccessEvent, PaymentWidget } from 'payment-widget';
import { useCallback, useState } from 'react';
import type { Order } from '../../order';

export function Checkout({ order }: { order: Order }) {
  const [paid, setPaid] = useState<string>();

  // When React hydrates a custom element, it sets no properties and adds no listeners. Attributes and refs work.
  const connect = useCallback((widget: PaymentWidget) => {
    const handleSuccess = ({ detail }: PaymentSuccessEvent) => setPaid(detail.reference);
    widget.metadata = { basket: '17' };
    widget.addEventListener('payment-success', handleSuccess);
    return () => widget.removeEventListener('payment-success', handleSuccess);
  }, []);

  return (
    <>
      <payment-widget
        ref={connect}
        proxy-url="/pay"
        order-token={order.token}
        amount={order.amount}
        currency={order.currency}
        reference={order.reference}
      >
        <p>The payment form could not be loaded. Please call us.</p>
      </payment-widget>
      <p role="status">{paid && `Thank you for ${paid}`}</p>
    </>
  );
}
