import { createOrderToken } from 'payment-widget/proxy';
import { Shop } from './shop';

export const dynamic = 'force-dynamic'; // rendered per request, like a page that looks up the order

export default async function Page() {
  const order = { reference: 'order-1042', amount: 4999, currency: 'EUR' };
  const secret = process.env['ORDER_TOKEN_SECRET'];
  return <Shop order={secret ? { ...order, token: await createOrderToken(order, secret) } : order} />;
}
