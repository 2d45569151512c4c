import 'payment-widget/define';
import 'payment-widget/payment-widget.css';
import { useState } from 'preact/hooks';

export function Checkout({ order }: { order: string }) {
  const [amount, setAmount] = useState(4999);
  const [isShown, setShown] = useState(true);
  const [outcome, setOutcome] = useState('');

  return (
    <>
      {isShown && (
        <payment-widget
          proxyUrl="/pay"
          amount={amount}
          currency="EUR"
          reference={order}
          metadata={{ basket: '17' }}
          onpayment-success={({ detail }) => setOutcome(`Thank you for ${detail.reference}`)}
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
