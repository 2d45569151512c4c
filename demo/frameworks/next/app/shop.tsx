'use client';

import { useState } from 'react';
import { Checkout } from './checkout';
import type { Order } from '../../order';

/** The checkout with what the tests press. */
export function Shop({ order }: { order: Order }) {
  const [amount, setAmount] = useState(order.amount);
  const [isShown, setShown] = useState(true);

  return (
    <>
      {isShown && <Checkout order={{ ...order, amount }} />}
      <button onClick={() => setAmount(amount + 100)}>+1 €</button>
      <button onClick={() => setShown(!isShown)}>{isShown ? 'Remove' : 'Show again'}</button>
    </>
  );
}
