import { Checkout } from './checkout';

export const dynamic = 'force-dynamic'; // rendered for each shopper, as a page that looks up the order would be

export default function Page() {
  return <Checkout order="order-1042" />;
}
