import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { compactDecrypt } from 'jose';
import { PaymentFlow, type AcceptedPayment } from '../../src/payment-flow.js';
import type { PaymentRequest } from '../../src/payment/schema.js';
import { Setup } from '../../src/setup.js';
import { ecPair } from '../support/encryption-keys.js';
import { samplePayment } from '../support/sample-payment.js';

const { publicKey, privateKey } = ecPair();
const HOUR = 3_600_000;

let proxies = 0;

/** Pays at a proxy of its own, which gives a key and answers in turn; the last answer stands for all others. */
async function pay(t: TestContext, answers: (() => Response)[], page: Partial<AcceptedPayment> = {}) {
  const proxyUrl = `https://shop-${++proxies}.example/pay`;
  const sent: string[] = [];
  const configs: string[] = [];
  t.mock.method(globalThis, 'fetch', (url: string, init?: RequestInit) => {
    if (init?.method !== 'POST') {
      configs.push(url);
      const headers = { Date: new Date(Date.now() + HOUR).toUTCString() };
      return Promise.resolve(Response.json({ idempotency: true, encryption_key: publicKey }, { headers }));
    }
    sent.push(init.body as string);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return new Promise((resolve) => {
      resolve(answer?.());
    });
  });
  const order = { amount: 4999, currency: 'EUR', reference: 'order-1042' };
  const payment = { order, payment: samplePayment(), proxyUrl, timeout: 55_000, ...page };
  const host = {
    order: () => order,
    accept: () => Promise.resolve(payment),
    interpretResponse: () => undefined,
    phaseChanged: () => undefined,
    requestUpdate: () => undefined,
    dispatchEvent: () => true,
  };
  const flow = new PaymentFlow(host, new Setup(() => undefined));
  const outcome = await flow.submit();
  return { outcome, sent, configs, flow };
}

const paid = () => Response.json({});
const broken = () => {
  throw new TypeError('fetch failed');
};
const refused = () =>
  new Response('{"code":"encryption_failed","outcome":"not_charged"}', {
    status: 422,
    headers: { 'Content-Type': 'application/problem+json' },
  });

describe('a payment at a proxy that gives a key', () => {
  it('hands the merchant’s buildRequest the encrypted card, and no other', async (t) => {
    const seen: PaymentRequest[] = [];
    await pay(t, [paid], { buildRequest: (payment) => seen.push(payment) });
    assert.deepEqual(
      seen.map(({ payment_method: method }) => Object.keys(method)),
      [['type', 'encrypted_card']],
    );
  });

  it('is the same bytes when it is sent again', async (t) => {
    const { sent } = await pay(t, [broken, paid]);
    assert.deepEqual([sent.length, new Set(sent).size], [2, 1]);
  });

  it('says when it was by the clock of the proxy, whatever the shopper’s says', async (t) => {
    const { sent } = await pay(t, [paid]);
    const { payment_method: method } = JSON.parse(sent[0] ?? '') as { payment_method: { encrypted_card: string } };
    const { plaintext } = await compactDecrypt(method.encrypted_card, privateKey);
    const { iat } = JSON.parse(new TextDecoder().decode(plaintext)) as { iat: number };
    assert.ok(iat * 1000 > Date.now() + HOUR / 2);
  });

  it('asks for the key again after the proxy has refused the form of the card', async (t) => {
    const { flow, configs } = await pay(t, [refused, paid]);
    const before = configs.length;
    const { outcome } = await flow.submit();
    assert.deepEqual([before, configs.length, outcome], [1, 2, 'paid']);
  });
});
