import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WatchedLedger } from '../../../demo/qa/events-server.js';
import { redactBody } from '../../../src/sandbox/recording/redact.js';
import type { Exchange } from '../../../demo/qa/qa-events.js';
import type { LedgerEntry } from '../../../src/sandbox/ledger.js';
import { cutBody, closedAddress, gate, reset, startRecorder } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';
import { API_KEY, newKey, startRecordedShop, WEBHOOK_SECRET } from './recorded-shop.js';

const ended = (count: number) => (all: readonly Exchange[]) =>
  all.filter(({ duration }) => duration !== undefined).length >= count;
/** The latest state of each exchange. */
const latest = (all: readonly Exchange[]) => [...new Map(all.map((exchange) => [exchange.id, exchange])).values()];
const hops = (all: readonly Exchange[]) =>
  latest(all).map(({ hop, request }) => `${hop} ${request.method} ${request.path}`);

describe('the recorded traffic of an order', () => {
  it('has an event at the start and at the end of each exchange, on both hops', async (t) => {
    const shop = await startRecordedShop(t);
    const stream = shop.listen('order-1042');
    await shop.pay(samplePayment());
    const all = await stream.until('exchange', ended(2));
    assert.deepEqual(
      all.map(({ hop, response }) => [hop, response?.status]),
      [
        ['page', undefined],
        ['service', undefined],
        ['service', 200],
        ['page', 200],
      ],
    );
  });

  it('is sent only to listeners for that order', async (t) => {
    const shop = await startRecordedShop(t);
    const [own, other] = [shop.listen('order-1042'), shop.listen('order-1')];
    await shop.pay(samplePayment());
    await own.until('exchange', ended(2));
    await other.until('ledger');
    assert.deepEqual(
      other.received.filter(({ name }) => name === 'exchange'),
      [],
    );
  });

  it('includes requests before the payment, matched by the order in the Referer', async (t) => {
    const shop = await startRecordedShop(t);
    const stream = shop.listen('order-7');
    await fetch(`${shop.url}/pay/config`, { headers: { Referer: `${shop.url}/qa/?amount=1&reference=order-7` } });
    assert.deepEqual(hops(await stream.until('exchange', ended(1))), ['page GET /pay/config']);
  });

  it('includes status requests, matched by their idempotency key', async (t) => {
    const shop = await startRecordedShop(t);
    const stream = shop.listen('order-1042');
    const key = newKey();
    await shop.pay(samplePayment(), { 'Idempotency-Key': key });
    await fetch(`${shop.url}/pay/attempts`, { headers: { 'Idempotency-Key': key } });
    const all = await stream.until('exchange', ended(3));
    assert.equal(hops(all).at(-1), 'page GET /pay/attempts');
  });

  it('includes every copy of a payment that the browser resends', async (t) => {
    const shop = await startRecordedShop(t);
    const stream = shop.listen('order-1042');
    const headers = { 'Idempotency-Key': newKey() };
    await shop.pay(samplePayment(), headers);
    await shop.pay(samplePayment(), headers);
    const all = latest(await stream.until('exchange', ended(3)));
    assert.deepEqual(
      all.map(({ hop, response }) => [hop, response?.headers['idempotency-replayed']]),
      [
        ['page', undefined],
        ['service', undefined],
        ['page', 'true'],
      ],
    );
  });

  it('includes the calls of onSettled', async (t) => {
    const shop = await startRecordedShop(t);
    const stream = shop.listen('order-1042');
    const order = { reference: 'order-1042', amount: 4999, currency: 'EUR' };
    const payment = { id: 'event-1', ...order, outcome: 'paid', payment: null } as const;
    shop.recorder.settled({ ...payment, idempotencyKey: 'key-1' });
    const [settled] = await stream.until('settled');
    assert.deepEqual(settled?.payment, { ...payment, idempotencyKey: 'key-1' });
  });

  it('includes webhook events, and that one settled an attempt', async (t) => {
    const shop = await startRecordedShop(t);
    const stream = shop.listen('order-1042');
    const body = JSON.stringify({ type: 'payment.succeeded', data: { reference: 'order-1042' } });
    await fetch(`${shop.url}/webhooks/payments`, { method: 'POST', body });
    shop.recorder.resolved('order-1042', 'succeeded');
    const [exchange] = latest(await stream.until('exchange', ended(1)));
    const [resolved] = await stream.until('resolved');
    assert.deepEqual([exchange?.hop, exchange?.response?.status, resolved?.outcome], ['webhook', 204, 'succeeded']);
  });

  it('does not change the response', async (t) => {
    const body = JSON.stringify({ id: 'pay_1', note: 'x'.repeat(60_000) });
    const shop = await startRecordedShop(t, { send: () => new Response(body) });
    const answer = await shop.pay(samplePayment());
    assert.equal(await answer.text(), body);
  });
});

describe('a broken connection in the event log', () => {
  const broken = async (t: Parameters<typeof startRecordedShop>[0], baseUrl: string) => {
    const shop = await startRecordedShop(t, { baseUrl });
    const stream = shop.listen('order-1042');
    await shop.pay(samplePayment());
    const all = await stream.until('exchange', (some) =>
      some.some(({ hop, duration }) => hop === 'service' && duration),
    );
    return latest(all).find(({ hop }) => hop === 'service');
  };

  it('has the error code of a refused connection', async (t) => {
    assert.equal((await broken(t, await closedAddress()))?.broken, 'ECONNREFUSED');
  });

  it('has the error code of a reset connection', async (t) => {
    assert.equal((await broken(t, (await startRecorder(t, reset)).url))?.broken, 'ECONNRESET');
  });

  it('has the received part of a response', async (t) => {
    const { response, broken: code } = (await broken(t, (await startRecorder(t, cutBody)).url)) ?? {};
    assert.deepEqual([response?.status, response?.body, code], [200, '{"id":"pay_1",', 'UND_ERR_SOCKET']);
  });

  it('shows that the page has disconnected', async (t) => {
    const { opened, open } = gate();
    t.after(open);
    const shop = await startRecordedShop(t, { send: () => opened.then(() => Response.json({})) });
    const stream = shop.listen('order-1042');
    const { leave } = shop.payAndLeave(samplePayment());
    await stream.until('exchange', (all) => all.length === 2);
    leave();
    const [page] = latest(await stream.until('exchange', ended(1)));
    assert.equal(page?.broken, 'ECONNABORTED');
  });
});

describe('secrets in the event log', () => {
  const CARD = { number: '378282246310005', cvc: '9137', exp_month: 11, exp_year: 2046 };
  const CANARIES = [
    /3782.?822463.?10005/,
    /(?<!\w)9137(?!\w)/,
    /(?<!\w)2046(?!\w)/,
    new RegExp(API_KEY),
    new RegExp(WEBHOOK_SECRET),
  ];

  /** Values whose digits may equal a secret by chance. */
  const TIMES = new Set(['at', 'duration']);

  const answers: readonly (readonly [what: string, body: string, type: string])[] = [
    ['JSON', JSON.stringify({ card: CARD, key: API_KEY, hook: WEBHOOK_SECRET }), 'application/json'],
    ['other names', JSON.stringify({ a: CARD.number, b: CARD.cvc, c: '11/2046', d: API_KEY }), 'application/json'],
    ['a sentence', `card 3782 822463 10005, cvc 9137, with ${API_KEY}, ${WEBHOOK_SECRET}`, 'text/plain'],
    ['truncated JSON', JSON.stringify({ card: CARD, key: API_KEY }).slice(0, -9), 'application/json'],
    ['a form', `number=${CARD.number}&cvc=9137&exp_month=11&exp_year=2046`, 'application/x-www-form-urlencoded'],
    ['a web page', `<html><p>${CARD.number}</p><p>cvc=9137</p>${API_KEY}</html>`, 'text/html'],
  ];
  for (const [what, body, type] of answers) {
    it(`are redacted when the service repeats them as ${what}`, async (t) => {
      const headers = { 'Content-Type': type, 'X-Debug': `${API_KEY} ${CARD.number}` };
      const shop = await startRecordedShop(t, { send: () => new Response(body, { headers }) });
      const stream = shop.listen('order-1042');
      await shop.pay(samplePayment({ card: CARD }), { Cookie: `session=${WEBHOOK_SECRET}` });
      await stream.until('exchange', ended(2));
      const everything = JSON.stringify(stream.received, (name, value: unknown) => (TIMES.has(name) ? 0 : value));
      assert.deepEqual(
        CANARIES.filter((canary) => canary.test(everything)),
        [],
      );
    });
  }

  it('include the card number except its last four digits', async (t) => {
    const shop = await startRecordedShop(t);
    const stream = shop.listen('order-1042');
    await shop.pay(samplePayment({ card: CARD }));
    const [page] = await stream.until('exchange');
    const { payment_method: method } = JSON.parse(page?.request.body ?? '') as ReturnType<typeof samplePayment>;
    assert.equal(method.card.number, '•••• 0005');
  });

  it('do not include order tokens', async (t) => {
    const shop = await startRecordedShop(t);
    const stream = shop.listen('order-1042');
    const token = `eyJhbGciOiJIUzI1NiJ9.${'c'.repeat(120)}.${'s'.repeat(43)}`;
    await shop.pay({ ...samplePayment(), description: `the token is ${token}` }, { 'Order-Token': token });
    const all = JSON.stringify(await stream.until('exchange', ended(2)));
    assert.deepEqual([all.includes('c'.repeat(20)), all.includes('"order-token":"[masked]"')], [false, true]);
  });

  it('are redacted in invalid requests', async (t) => {
    const shop = await startRecordedShop(t);
    const stream = shop.listen('order-1042');
    await shop.pay({ reference: 'order-1042', pan: CARD.number, secret_code: 9137, until: '11/2046' });
    const [page] = await stream.until('exchange');
    assert.equal(page?.request.body, '{"reference":"order-1042","pan":"•••• 0005","secret_code":"•••","until":"•••"}');
  });

  it('do not include times, amounts, phone numbers and identifiers', () => {
    const body = JSON.stringify({
      at: 1795278074123,
      id: 'pay_4012888888881881aa',
      amount: 123456789012,
      phone: '+4915112345678',
    });
    assert.equal(redactBody(body), body);
  });
});

describe('the limits of the event log', () => {
  it('keep 16 kB of a body', async (t) => {
    const shop = await startRecordedShop(t, { send: () => Response.json({ note: 'é'.repeat(50_000) }) });
    const stream = shop.listen('order-1042');
    await shop.pay(samplePayment());
    const all = latest(await stream.until('exchange', ended(2)));
    assert.deepEqual(
      all.map(({ response }) => (response?.body.length ?? 0) < 16_100),
      [true, true],
    );
  });

  it('drop a body that is too long to be redacted', async (t) => {
    const shop = await startRecordedShop(t, { send: () => new Response('4'.repeat(300_000)) });
    const stream = shop.listen('order-1042');
    await shop.pay(samplePayment());
    const all = latest(await stream.until('exchange', ended(2)));
    assert.equal(all[1]?.response?.body, '[more than 256 kB]');
  });

  const bounds = [
    ['orders', { orders: 2 }, [[], ['b'], ['c', 'c']]],
    ['events of an order', { events: 1 }, [['a'], ['b'], ['c']]],
    ['characters', { size: 200 }, [[], ['b'], ['c', 'c']]],
  ] as const;
  for (const [what, limits, kept] of bounds) {
    it(`keep only the latest ${what}`, async (t) => {
      const shop = await startRecordedShop(t, { limits });
      for (const reference of ['a', 'b', 'c', 'c']) shop.recorder.resolved(reference, 'succeeded');
      const found = await Promise.all(
        ['a', 'b', 'c'].map(async (reference) => {
          const stream = shop.listen(reference);
          await stream.until('ledger');
          return stream.received.filter(({ name }) => name === 'resolved').map(() => reference);
        }),
      );
      assert.deepEqual(found, kept);
    });
  }
});

describe('the event stream of an order', () => {
  it('begins with past events', async (t) => {
    const shop = await startRecordedShop(t);
    await shop.pay(samplePayment());
    await (await shop.pay(samplePayment())).text();
    assert.ok(await shop.listen('order-1042').until('exchange', ended(3)));
  });

  for (const how of ['header', 'query'] as const) {
    it(`resumes after the last received event, given in the ${how}`, async (t) => {
      const shop = await startRecordedShop(t);
      const first = shop.listen('order-1042');
      await shop.pay(samplePayment());
      await first.until('exchange', ended(2));
      first.close();
      await shop.pay(samplePayment({ amount: 1 }));
      const after = first.lastId;
      const second =
        how === 'header'
          ? shop.listen('order-1042', { 'Last-Event-ID': after })
          : shop.listen('order-1042', {}, `&after=${after}`);
      const rest = latest(await second.until('exchange', ended(1)));
      await second.until('ledger');
      assert.deepEqual(
        rest.map(({ hop, request }) => [hop, /"amount":(\d+)/.exec(request.body)?.[1]]),
        [['page', '1']],
      );
    });
  }

  it('starts from the beginning after a restart of the server', async (t) => {
    const shop = await startRecordedShop(t);
    await shop.pay(samplePayment());
    assert.ok(await shop.listen('order-1042', { 'Last-Event-ID': 'other-99' }).until('exchange', ended(2)));
  });

  for (const [query, method, status] of [
    ['', 'GET', 400],
    [`?reference=${'x'.repeat(256)}`, 'GET', 400],
    ['?reference=a', 'POST', 405],
  ] as const) {
    it(`responds with ${status} to ${method} ${query.slice(0, 20)}`, async (t) => {
      const shop = await startRecordedShop(t);
      assert.equal((await fetch(`${shop.url}/events${query}`, { method })).status, status);
    });
  }
});

describe('the ledger in the event stream of an order', () => {
  const entry = (reference: string): LedgerEntry => ({
    id: 'pay_1',
    status: 'succeeded',
    mode: 'test',
    amount: 4999,
    currency: 'EUR',
    reference,
    created_at: '2026-11-21T00:00:00.000Z',
    card: { last4: '4242' },
    idempotency_key: null,
    charged_at: '2026-11-21T00:00:00.000Z',
  });

  function createLedger() {
    const all: LedgerEntry[] = [];
    const listeners = new Set<(added: LedgerEntry) => void>();
    const ledger: WatchedLedger = {
      entries: (reference) => all.filter((one) => one.reference === reference),
      onAppend: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const append = (added: LedgerEntry) => {
      all.push(added);
      for (const listener of listeners) listener(added);
    };
    return { ledger, append, listeners };
  }

  it('is sent at the start and after each charge for the order', async (t) => {
    const { ledger, append } = createLedger();
    append(entry('order-1'));
    const stream = (await startRecordedShop(t, { ledger })).listen('order-1');
    await stream.until('ledger');
    append(entry('order-2'));
    append(entry('order-1'));
    const all = await stream.until('ledger', (some) => some.length === 2);
    assert.deepEqual(
      all.map((entries) => entries?.length),
      [1, 2],
    );
  });

  it('is null with a real service', async (t) => {
    const stream = (await startRecordedShop(t)).listen('order-1');
    assert.deepEqual(await stream.until('ledger'), [null]);
  });

  it('is not observed any more after the last listener has left', async (t) => {
    const { ledger, listeners } = createLedger();
    const ends: (() => void)[] = [];
    const watched: WatchedLedger = {
      ...ledger,
      onAppend: (listener) => {
        const end = ledger.onAppend(listener);
        return () => {
          end();
          for (const resolve of ends) resolve();
        };
      },
    };
    const over = new Promise<void>((resolve) => ends.push(resolve));
    const stream = (await startRecordedShop(t, { ledger: watched })).listen('order-1');
    await stream.until('ledger');
    const during = listeners.size;
    stream.close();
    await over;
    assert.deepEqual([during, listeners.size], [1, 0]);
  });
});
