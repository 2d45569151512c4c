'use client';

import 'payment-widget/define';
import 'payment-widget/react';
import type { PaymentSuccessEvent, PaymentWidget } from 'payment-widget';
import { useCallback, useState } from 'react';

export function Checkout({ order, token }: { order: string; token: string | undefined }) {
  const [amount, setAmount] = useState(4999);
  const [isShown, setShown] = useState(true);
  const [outcome, setOutcome] = useState('');

  // When React hydrates a custom element, it sets no properties and adds no listeners. Attributes and refs work.
  const connect = useCallback((widget: PaymentWidget) => {
    const handleSuccess = ({ detail }: PaymentSuccessEvent) => setOutcome(`Thank you for ${detail.reference}`);
    widget.metadata = { basket: '17' };
    widget.addEventListener('payment-success', handleSuccess);
    return () => widget.removeEventListener('payment-success', handleSuccess);
  }, []);

  return (
    <>
      {isShown && (
        <payment-widget
          ref={connect}
          proxy-url="/pay"
          order-token={token}
          amount={amount}
          currency="EUR"
          reference={order}
        >
          <p>The payment form could not be loaded. Please call us.</p>
        </payment-widget>
      )}
      <button onClick={() => setAmount(amount + 100)}>+1 €</button>
      <button onClick={() => setShown(!isShown)}>{isShown ? 'Remove' : 'Show again'}</button>
      <p role="status">{outcome}</p>
    </>
  );
}
