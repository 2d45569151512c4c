import assert from 'node:assert/strict';
import { realClock } from '../../../src/contract/clock.js';
import { describe, it, type TestContext } from 'node:test';
import { isLuhn } from '../../../src/card/card.js';
import type { LogEntry, OnSuspicion, PaymentProxyOptions, Suspicion } from '../../../src/proxy/index.js';
import { createSuspicionWatch } from '../../../src/proxy/suspicion.js';
import { newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';

/** In ms. */
const WINDOW = 600_000;

/** A valid card number. The issuer has eight digits. */
function cardNumber(serial: number, issuer = '42424242'): string {
  const start = `${issuer}${String(serial).padStart(7, '0')}`;
  return (
    '0123456789'
      .split('')
      .map((digit) => start + digit)
      .find(isLuhn) ?? ''
  );
}

/** The issuers differ, so that only the number of cards counts. */
const cardOfOtherIssuer = (serial: number) => cardNumber(serial, `4${String(serial).padStart(7, '0')}`);

type Settings = Pick<PaymentProxyOptions, 'fetch' | 'limits'>;

/** A proxy whose service declines, and the calls of its hook. */
function start({ onSuspicion, ...settings }: Settings & { onSuspicion?: OnSuspicion } = {}) {
  const suspicions: Suspicion[] = [];
  const lines: LogEntry[] = [];
  let onCall: () => void = () => undefined;
  const proxy = testProxy({
    fetch: () => Promise.resolve(Response.json({}, { status: 402 })),
    logger: (entry) => lines.push(entry),
    limits: { attemptsPerClient: false, clientId: (request) => request.headers.get('X-Client') },
    ...settings,
    onSuspicion: (suspicion) => {
      suspicions.push(suspicion);
      onCall();
      return onSuspicion?.(suspicion);
    },
  });
  let orders = 0;
  const pay = async (card: string, client = 'ada', reference = `order-${++orders}`) => {
    const headers = { 'Idempotency-Key': newKey(), 'X-Client': client || undefined };
    const payment = samplePayment({ reference, card: { number: card } });
    return proxy(paymentRequest('https://shop.example/pay', payment, headers));
  };
  /** Resolves when the hook has been called this often. */
  const calls = async (count: number) => {
    while (suspicions.length < count) await new Promise<void>((resolve) => (onCall = resolve));
    return suspicions;
  };
  /** Payments are observed in order, so when this client is reported, all payments before were observed. */
  const callsUntilNow = async () => {
    const isReported = () => suspicions.some((event) => event.kind === 'many_cards' && event.client === 'last');
    for (let serial = 1; serial <= 5; serial++) await pay(cardOfOtherIssuer(1000 + serial), 'last');
    while (!isReported()) await new Promise<void>((resolve) => (onCall = resolve));
    return suspicions.slice(0, -1);
  };
  return { proxy, pay, calls, callsUntilNow, lines };
}

type Pay = ReturnType<typeof start>['pay'];

async function payWithCards(pay: Pay, count: number, client = 'ada', first = 1): Promise<void> {
  for (let serial = first; serial < first + count; serial++) await pay(cardOfOtherIssuer(serial), client);
}

async function payAsClients(pay: Pay, count: number, { issuer = '42424242', first = 1 } = {}): Promise<void> {
  for (let serial = first; serial < first + count; serial++) await pay(cardNumber(serial, issuer), `client-${serial}`);
}

const manyCards = (count: number, client = 'ada') => ({ kind: 'many_cards', client, count });
const manyClients = (count: number) => ({ kind: 'many_clients', count });

/** Stops the clock, except for timers. */
const stopClock = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
};

describe('onSuspicion: many_cards', () => {
  it('is called with the fifth card of a client', async () => {
    const { pay, calls } = start();
    await payWithCards(pay, 5);
    assert.deepEqual(await calls(1), [manyCards(5)]);
  });

  it('is called for cards that are charged, too', async () => {
    const { pay, calls } = start({ fetch: () => Promise.resolve(Response.json({})) });
    await payWithCards(pay, 5);
    assert.deepEqual(await calls(1), [manyCards(5)]);
  });

  it('is not called for four cards, no matter how often they are used', async () => {
    const { pay, callsUntilNow } = start();
    for (let times = 0; times < 3; times++) await payWithCards(pay, 4);
    assert.deepEqual(await callsUntilNow(), []);
  });

  it('is not called for one card each of several clients', async () => {
    const { pay, callsUntilNow } = start();
    for (let serial = 1; serial <= 9; serial++) await pay(cardOfOtherIssuer(serial), `client-${serial}`);
    assert.deepEqual(await callsUntilNow(), []);
  });

  it('is not called for requests without a client', async () => {
    const { pay, callsUntilNow } = start();
    await payWithCards(pay, 12, '');
    assert.deepEqual(await callsUntilNow(), []);
  });

  it('is called for payments above a limit', async () => {
    const limits = { attemptsPerClient: 1, clientId: () => 'ada' };
    const { pay, calls } = start({ limits });
    await payWithCards(pay, 5);
    assert.deepEqual(await calls(1), [manyCards(5)]);
  });

  it('is called once in ten minutes for a client', async (t) => {
    stopClock(t);
    const { pay, callsUntilNow, calls } = start();
    await payWithCards(pay, 8);
    t.mock.timers.tick(WINDOW - 1);
    await payWithCards(pay, 1, 'ada', 9);
    assert.deepEqual(await callsUntilNow(), [manyCards(5)]);
    t.mock.timers.tick(1);
    await payWithCards(pay, 6, 'ada', 10);
    assert.deepEqual((await calls(3))[2], manyCards(5)); // the card before and four more
  });

  it('counts cards that were used just under ten minutes ago', async (t) => {
    stopClock(t);
    const { pay, calls } = start();
    await payWithCards(pay, 4);
    t.mock.timers.tick(WINDOW - 1);
    await payWithCards(pay, 1, 'ada', 5);
    assert.deepEqual(await calls(1), [manyCards(5)]);
  });

  it('is not called for cards that were used ten minutes ago', async (t) => {
    stopClock(t);
    const { pay, callsUntilNow } = start();
    await payWithCards(pay, 4);
    t.mock.timers.tick(WINDOW);
    await payWithCards(pay, 4, 'ada', 5);
    assert.deepEqual(await callsUntilNow(), []);
  });
});

describe('onSuspicion: many_clients', () => {
  it('is called for the tenth client that is declined with a card of one issuer', async () => {
    const { pay, calls } = start();
    await payAsClients(pay, 10);
    assert.deepEqual(await calls(1), [manyClients(10)]);
  });

  it('is not called for nine clients', async () => {
    const { pay, callsUntilNow } = start();
    for (let times = 0; times < 2; times++) await payAsClients(pay, 9);
    assert.deepEqual(await callsUntilNow(), []);
  });

  it('is not called for cards of different issuers', async () => {
    const { pay, callsUntilNow } = start();
    await payAsClients(pay, 9, { issuer: '42424242' });
    await payAsClients(pay, 9, { issuer: '42424243', first: 10 });
    assert.deepEqual(await callsUntilNow(), []);
  });

  for (const status of [200, 202, 400, 500]) {
    it(`is not called for clients whose payments have status ${status}`, async () => {
      const { pay, callsUntilNow } = start({ fetch: () => Promise.resolve(Response.json({}, { status })) });
      await payAsClients(pay, 12);
      assert.deepEqual(await callsUntilNow(), []);
    });
  }

  it('is called once in ten minutes for an issuer', async (t) => {
    stopClock(t);
    const { pay, callsUntilNow, calls } = start();
    await payAsClients(pay, 14);
    assert.deepEqual(await callsUntilNow(), [manyClients(10)]);
    t.mock.timers.tick(WINDOW);
    await payAsClients(pay, 10);
    assert.deepEqual((await calls(3))[2], manyClients(10));
  });
});

describe('onSuspicion', () => {
  for (const [what, onSuspicion] of [
    [
      'throws',
      () => {
        throw new Error('no mail server');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no mail server'))],
    ['never ends', () => new Promise(() => undefined)],
  ] as const) {
    it(`that ${what} does not affect payments`, async () => {
      const { proxy, pay, calls } = start({ onSuspicion });
      await payWithCards(pay, 5);
      await calls(1);
      assert.equal((await pay(cardNumber(1), 'ada')).status, 402);
      await proxy.close();
    });
  }

  it('gets nothing of a card, and adds nothing to the log', async () => {
    const { pay, calls, lines } = start();
    await payWithCards(pay, 5);
    await payAsClients(pay, 10);
    assert.doesNotMatch(JSON.stringify([await calls(2), lines]), /\d{6}/);
    assert.deepEqual(lines, []);
  });

  it('keeps cards, issuers and clients in memory as hashes only, with another key in each proxy', async (t) => {
    const { mock } = t.mock.method(Map.prototype, 'set');
    const [one, other] = [start(), start()];
    const hashesOf = async ({ pay, calls }: typeof one) => {
      mock.resetCalls();
      await payWithCards(pay, 5, 'client-of-the-shop');
      await calls(1);
      const kept = mock.calls.map((call) => String(call.arguments[0])).join('\n');
      assert.doesNotMatch(kept, /40000001|client-of-the-shop/);
      return new Set(kept.match(/\b[\da-f]{16} [\da-f]{16}\b/g));
    };
    const [first, second] = [await hashesOf(one), await hashesOf(other)];
    assert.deepEqual([first.size, second.size, [...first].filter((hash) => second.has(hash))], [10, 10, []]);
  });

  it('forgets the oldest of more than 10,000 pairs of client and card', async () => {
    const suspects: unknown[] = [];
    let client = 'ada';
    let onCall: () => void = () => undefined;
    const onSuspicion: OnSuspicion = (event) => {
      suspects.push('client' in event && event.client);
      onCall();
    };
    const watch = createSuspicionWatch(onSuspicion, (request) => request.headers.get('X-Client'), realClock);
    const use = (serial: number) => {
      const request = new Request('https://shop.example', { headers: { 'X-Client': client } });
      watch(samplePayment({ card: { number: cardNumber(serial) } }), request, Promise.resolve(new Response()));
    };
    for (let serial = 1; serial <= 4; serial++) use(serial);
    for (let serial = 1; serial <= 10_000; serial++) {
      client = `client-${serial}`;
      use(serial);
    }
    client = 'ada';
    use(5);
    client = 'last';
    const reported = new Promise<void>((resolve) => (onCall = resolve));
    for (let serial = 1; serial <= 5; serial++) use(serial);
    await reported;
    assert.deepEqual(suspects, ['last']);
  });
});
