'use client';

import { useState } from 'react';
import { Checkout } from './checkout';
import type { Order } from './order';

/** The checkout with what the tests press. */
export function Shop({ order }: { order: Order }) {
  const [amount, setAmount] = useState(order.amount);
  const [isShown, setShown] = useState(true);
  const [paid, setPaid] = useState<string>();

  return (
    <>
      {isShown && <Checkout order={{ ...order, amount }} onPaid={setPaid} />}
      <button onClick={() => setAmount(amount + 100)}>+1 €</button>
      <button onClick={() => setShown(!isShown)}>{isShown ? 'Remove' : 'Show again'}</button>
      <p role="status">{paid && `Thank you for ${paid}`}</p>
    </>
  );
}
