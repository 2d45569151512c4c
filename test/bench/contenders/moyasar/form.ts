import { ORDER } from '../shared/order.js';

/** What its script defines. */
declare const Moyasar: { init(options: Readonly<Record<string, unknown>>): void };

/** A form for cards alone, as its guide shows it. It pays at the server of the benchmark in place of its own. */
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
