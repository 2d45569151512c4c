import { useState } from 'react';
import { Checkout } from './checkout';
import type { Order } from '../../order';

/** The checkout with what the tests press. */
export function App() {
  const [order, setOrder] = useState<Order>({ reference: 'order-1042', amount: 4999, currency: 'EUR' });
  const [isShown, setShown] = useState(true);
  const [outcome, setOutcome] = useState('');

  return (
    <>
      {isShown && <Checkout order={order} onPaid={(reference) => setOutcome(`Thank you for ${reference}`)} />}
      <button onClick={() => setOrder({ ...order, amount: order.amount + 100 })}>+1 €</button>
      <button onClick={() => setShown(!isShown)}>{isShown ? 'Remove' : 'Show again'}</button>
      <p role="status">{outcome}</p>
    </>
  );
}
