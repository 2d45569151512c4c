import { Checkout } from './checkout';

export const dynamic = 'force-dynamic'; // rendered per request, like a page that looks up the order

export default function Page() {
  return <Checkout order="order-1042" />;
}
