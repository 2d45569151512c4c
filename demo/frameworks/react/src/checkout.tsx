import 'payment-widget/define';
import 'payment-widget/payment-widget.css';
import 'payment-widget/react';

export interface Order {
  reference: string;
  amount: number;
  currency: string;
  token: string;
}

export function Checkout({ order }: { order: Order }) {
  return (
    <payment-widget
      proxyUrl="/pay"
      amount={order.amount}
      currency={order.currency}
      reference={order.reference}
      orderToken={order.token}
      returnUrl="/thanks"
      metadata={{ basket: '17' }}
      onpayment-success={({ detail }) => console.log('Paid:', detail.reference)}
    />
  );
}
