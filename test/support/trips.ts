import type { AttemptStore, LimitOptions, PaymentProxyOptions } from 'payment-widget-proxy';
import { FakeClock } from './fake-clock.js';
import { newKey, paymentRequest, testProxy } from './node-proxy.js';
import { SECRET, tokenFor } from './order-tokens.js';
import { samplePayment } from './sample-payment.js';

/** Where payments are stored, and how often it was asked or written to since it exists. */
export interface CountedStore {
  readonly store: AttemptStore;
  readonly limits?: LimitOptions;
  readonly trips: () => number | Promise<number>;
}

/** How often one payment goes to the store in a proxy that has paid before. Its `onSettled` has returned. */
export async function tripsOfPayment(
  { store, trips }: CountedStore,
  options: Pick<PaymentProxyOptions, 'limits' | 'onSettled'> = {},
): Promise<number> {
  const tripsOf = async (payments: number) => {
    const before = await trips();
    const fetch = () => Promise.resolve(Response.json({ id: 'pay_1' }));
    const proxy = testProxy({ ...options, store, fetch, orderTokenSecret: SECRET }, new FakeClock());
    for (let paid = 0; paid < payments; paid++) {
      const key = newKey();
      const headers = { 'Idempotency-Key': key, 'Order-Token': await tokenFor({ reference: key }) };
      await proxy(paymentRequest('http://localhost/pay', samplePayment({ reference: key }), headers));
    }
    await proxy.close();
    return (await trips()) - before;
  };
  await tripsOf(1); // creates what all proxies share
  const [first, two] = [await tripsOf(1), await tripsOf(2)];
  return two - first;
}

/** Counts the calls of a store. */
export function countCalls(store: AttemptStore): CountedStore {
  let calls = 0;
  return {
    trips: () => calls,
    store: {
      ...store,
      read: (names) => (calls++, store.read(names)),
      swap: (changes) => (calls++, store.swap(changes)),
      list: (...args) => (calls++, store.list(...args)),
    },
  };
}
