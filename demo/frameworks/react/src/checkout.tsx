import 'payment-widget/define';
import 'payment-widget/payment-widget.css';
import 'payment-widget/react';
import type { Order } from '../../order';

export function Checkout({ order, onPaid }: { order: Order; onPaid: (reference?: string) => void }) {
  return (
    <payment-widget
      proxyUrl="/pay"
      amount={order.amount}
      currency={order.currency}
      reference={order.reference}
      orderToken={order.token}
      metadata={{ basket: '17' }}
      onpayment-success={({ detail }) => onPaid(detail.reference)}
    />
  );
}
