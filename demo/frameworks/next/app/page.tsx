import { createOrderToken } from 'payment-widget-proxy';
import type { Order } from '../../order';
import { Shop } from './shop';

export const dynamic = 'force-dynamic'; // rendered per request, like a page that looks up the order

export default async function Page() {
  return <Shop order={await findOrder()} />;
}

// #region order
/** The order of this visitor: read it from your database. */
async function findOrder(): Promise<Order> {
  const order = { reference: 'order-1042', amount: 4999, currency: 'EUR' };
  const secret = process.env['ORDER_TOKEN_SECRET'];
  return secret ? { ...order, token: await createOrderToken(order, secret) } : order;
}
// #endregion order
