import { createOrderToken } from 'payment-widget-proxy';
import { Checkout } from './checkout';

export const dynamic = 'force-dynamic'; // rendered for each request

export default async function Page() {
  // A new order for each page, to try several cards. Replace it with the order of this visitor from your database.
  const order = { reference: `order-${crypto.randomUUID()}`, amount: 4999, currency: 'EUR' };
  const token = await createOrderToken(order, process.env['ORDER_TOKEN_SECRET'] ?? '');
  return <Checkout order={{ ...order, token }} />;
}
