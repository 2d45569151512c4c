import { ORDER } from '../shared/order.js';

declare const Moyasar: { init(options: Readonly<Record<string, unknown>>): void };

/** A form that accepts cards only, as in Moyasar's guide. Sends payments to the benchmark server. */
export function startForm(element: Element): void {
  const { amount, currency, reference } = ORDER;
  Moyasar.init({
    element,
    amount,
    currency,
    description: reference,
    publishable_api_key: 'pk_test_bench',
    callback_url: `${location.origin}/empty/page.html`,
    methods: ['creditcard'],
    supported_networks: ['visa', 'mastercard', 'mada'],
    base_url: `${location.origin}/pay`,
  });
}
