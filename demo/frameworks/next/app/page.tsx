import { createOrderToken } from 'payment-widget/proxy';
import { Checkout } from './checkout';

export const dynamic = 'force-dynamic'; // rendered per request, like a page that looks up the order

export default async function Page() {
  const order = { reference: 'order-1042', amount: 4999, currency: 'EUR' };
  const secret = process.env['ORDER_TOKEN_SECRET'];
  return <Checkout order={order.reference} token={secret && (await createOrderToken(order, secret))} />;
}
