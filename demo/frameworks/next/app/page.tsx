import { connection } from 'next/server';
import { Suspense } from 'react';
import { formHtml } from 'payment-widget/form-html';
import { createOrderToken } from 'payment-widget-proxy';
import { Checkout } from './checkout';

export default function Page() {
  return (
    <Suspense fallback={<p>Loading …</p>}>
      <Payment />
    </Suspense>
  );
}

async function Payment() {
  await connection(); // rendered for each request
  // A new order for each page, to try several cards. Replace it with the order of this visitor from your database.
  const order = { reference: `order-${crypto.randomUUID()}`, amount: 4999, currency: 'EUR' };
  const token = await createOrderToken(order, process.env['ORDER_TOKEN_SECRET'] ?? '');
  return <Checkout order={{ ...order, token }} form={await formHtml()} />;
}
