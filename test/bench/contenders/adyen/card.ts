import { AdyenCheckout, Card, type Checkout } from '@adyen/adyen-web';
import '@adyen/adyen-web/styles/adyen.css';
import { ORDER } from '../shared/order.js';

/** Imports only the Card component, as Adyen's guide recommends for the smallest bundle. */
export function startCheckout(): Promise<Checkout> {
  const { amount, currency } = ORDER;
  return AdyenCheckout({
    clientKey: 'test_BENCHBENCHBENCHBENCHBENCHBENCHBE',
    environment: 'test',
    countryCode: 'NL',
    locale: 'en-US',
    amount: { value: amount, currency },
    analytics: { enabled: false },
    paymentMethodsResponse: { paymentMethods: [{ type: 'scheme', name: 'Cards', brands: ['visa', 'mc', 'amex'] }] },
    onSubmit: () => undefined,
  });
}

export const createCard = (checkout: Checkout): Card =>
  new Card(checkout, { hasHolderName: true, holderNameRequired: true });
