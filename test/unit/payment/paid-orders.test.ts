import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { paidOrders as orders } from 'payment-widget/payment/order-guard';

const PROXY = 'https://shop.example/pay';
const DAY = 24 * 60 * 60 * 1000;

const PRICE = '4999 EUR test';

/** A storage whose entries are its own members, as in a browser. */
function createStorage(): Storage {
  const methods = {
    getItem: (key: string) => (storage[key] as string | undefined) ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
  };
  const storage = Object.create(methods) as Storage;
  return storage;
}

describe('the orders that this browser has paid', () => {
  let storage: Storage;
  beforeEach(() => {
    storage = createStorage();
    Object.defineProperty(globalThis, 'localStorage', { get: () => storage, configurable: true });
  });
  afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

  for (const [what, proxyUrl, reference] of [
    ['another order', PROXY, 'order-1043'],
    ['the same order at another proxy', 'https://other.example/pay', 'order-1042'],
  ] as const) {
    it(`does not know ${what}`, async () => {
      await orders.add(PROXY, 'order-1042', PRICE);
      assert.equal(await orders.find(proxyUrl, reference), undefined);
    });
  }

  it('stores a hash, the time of expiry and the price, and nothing else', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
    await orders.add(PROXY, 'order-1042', PRICE);
    const [[key, value] = [], ...others] = Object.entries(storage) as [string, string][];
    assert.match(key ?? '', /^payment-widget:paid:[0-9a-f]{64}$/);
    assert.deepEqual([value, others], [`${1_000_000 + DAY}|${PRICE}`, []]);
  });

  it('forgets an order after a day', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
    await orders.add(PROXY, 'order-1042', PRICE);
    t.mock.timers.setTime(1_000_000 + DAY);
    assert.deepEqual([await orders.find(PROXY, 'order-1042'), Object.keys(storage)], [undefined, []]);
  });

  it('forgets an order when the clock was set back, instead of keeping it for longer', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 2 * DAY });
    await orders.add(PROXY, 'order-1042', PRICE);
    t.mock.timers.setTime(DAY);
    assert.equal(await orders.find(PROXY, 'order-1042'), undefined);
  });

  it('runs its calls in order', async () => {
    void orders.add(PROXY, 'order-1042', PRICE);
    void orders.remove(PROXY, 'order-1042');
    assert.equal(await orders.find(PROXY, 'order-1042'), undefined);
  });

  it('knows nothing where storage is denied', async () => {
    Object.defineProperty(globalThis, 'localStorage', { get: () => assert.fail('denied'), configurable: true });
    await orders.add(PROXY, 'order-1042', PRICE);
    assert.equal(await orders.find(PROXY, 'order-1042'), undefined);
  });
});
