import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { PaymentProxyOptions } from 'payment-widget-proxy';
import {
  API_KEY,
  askAttempt,
  assertProblem,
  captureLog,
  newKey,
  payAs,
  readReply,
  readReport,
  startMerchant,
  startProxy,
  testProxy,
} from '../../support/node-proxy.js';
import { answer, startRecorder } from '../../support/node-servers.js';
import { payWith, SECRET, tokenFor } from '../../support/order-tokens.js';
import { CVC, PAN, samplePayment } from '../../support/sample-payment.js';

const ORIGIN = 'https://acs.example';
const ACTION = { url: `${ORIGIN}/challenge`, method: 'POST', fields: { creq: 'eyJ0aHJlZURT' } } as const;

/** The format of this service. */
interface Challenge {
  readonly id?: string;
  readonly challenge?: {
    readonly url: string;
    readonly method?: 'GET' | 'POST';
    readonly fields?: Record<string, string>;
  };
}

const interpretResponse: PaymentProxyOptions['interpretResponse'] = ({ body }) => {
  const { challenge } = body as Challenge;
  return challenge && { outcome: 'action_required', action: challenge };
};

/** The service asks for an action. */
async function setUp(t: TestContext, settings: Parameters<typeof startMerchant>[1] = {}, action: object = ACTION) {
  const { logger, lines } = captureLog();
  const body = JSON.stringify({ id: 'pay_1', challenge: action });
  const options = { interpretResponse, actionOrigins: [ORIGIN], logger, ...settings };
  const service = await startRecorder(t, answer(200, body));
  const proxy = testProxy({ baseUrl: service.url, ...options });
  return { proxy, proxyUrl: await startProxy(t, proxy), service, lines };
}

const order = () => samplePayment({ reference: `order-${crypto.randomUUID()}` });

describe('an action that the service asks for', () => {
  it('is passed on as next_action in a 202, without the format of the service', async (t) => {
    const { proxyUrl } = await setUp(t);
    const [status, body] = await readReply(await payAs(proxyUrl));
    assert.deepEqual([status, JSON.parse(body)], [202, { next_action: ACTION }]);
  });

  it('is passed on from a service that has the format of the contract', async (t) => {
    const body = JSON.stringify({ id: 'pay_1', next_action: { url: ACTION.url } });
    const { proxyUrl } = await startMerchant(t, { actionOrigins: [ORIGIN] }, answer(202, body));
    const { next_action: action } = await readReport(payAs(proxyUrl));
    assert.deepEqual(action, { url: ACTION.url, method: 'GET', fields: {} });
  });

  it('is reported to the key of the attempt', async (t) => {
    const { proxyUrl } = await setUp(t);
    const key = newKey();
    await payAs(proxyUrl, key);
    assert.deepEqual(await readReport(askAttempt(proxyUrl, key)), {
      ...{ reference: 'order-1042', state: 'unknown', status: 202, payment: null, amount: 4999, currency: 'EUR' },
      next_action: ACTION,
    });
  });

  it('is not reported to another key for the order, not even with its order token', async (t) => {
    const { proxyUrl } = await setUp(t, { orderTokenSecret: SECRET });
    const token = await tokenFor();
    assert.equal((await payWith(proxyUrl, token)).status, 202);
    const other = newKey();
    await assertProblem(await payWith(proxyUrl, token, { key: other }), 409, 'conflict', 'unknown');
    const report = await readReport(askAttempt(proxyUrl, other, { 'Order-Token': token }));
    const price = { amount: 4999, currency: 'EUR' };
    assert.deepEqual(report, { reference: 'order-1042', state: 'unknown', status: 202, payment: null, ...price });
  });

  it('survives redaction, which could change its fields', async (t) => {
    // `cv` marks members that may hold a security code, and the whole response repeats the card.
    const action = { url: `${ORIGIN}/verification/${CVC}`, method: 'POST', fields: { creq: `cv/${CVC}+${CVC}==` } };
    const { proxyUrl } = await setUp(t, {}, action);
    assert.deepEqual((await readReport(payAs(proxyUrl)))['next_action'], action);
  });
});

describe('an attempt with an action', () => {
  for (const [outcome, status] of [
    ['succeeded', 200],
    ['failed', 503],
  ] as const) {
    it(`is settled as ${outcome} by resolve(), which removes the action`, async (t) => {
      const { proxyUrl, proxy } = await setUp(t);
      const key = newKey();
      const payment = order();
      await payAs(proxyUrl, key, payment);
      assert.equal(await proxy.resolve(key, outcome), true);
      const report = await readReport(askAttempt(proxyUrl, key));
      assert.deepEqual([report['state'], 'next_action' in report], [outcome, false]);
      const [replayed, body] = await readReply(await payAs(proxyUrl, key, payment));
      assert.deepEqual([replayed, body.includes('acs.example')], [status, false]);
    });
  }
});

describe('a refused action', () => {
  for (const [what, action] of [
    ['another origin', { url: 'https://evil.example/' }],
    ['http', { url: 'http://acs.example/' }],
    ['too many fields', { ...ACTION, fields: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`f${i}`, ''])) }],
    ['the API key', { ...ACTION, fields: { creq: API_KEY } }],
    ['the card number', { ...ACTION, fields: { creq: PAN } }],
  ] as const) {
    it(`with ${what} leaves the payment in doubt, and is logged without its content`, async (t) => {
      const { proxyUrl, lines } = await setUp(t, {}, action);
      const response = await payAs(proxyUrl);
      assert.doesNotMatch(JSON.stringify(await assertProblem(response, 502, 'action_refused', 'unknown')), /example/);
      assert.ok(lines.some(({ event, code }) => event === 'action_refused' && code === 'action_refused'));
      assert.doesNotMatch(JSON.stringify(lines), /evil|acs\.|creq|alert/);
    });
  }

  it('without actionOrigins leaves the payment in doubt', async (t) => {
    const { proxyUrl } = await startMerchant(
      t,
      { interpretResponse },
      answer(200, JSON.stringify({ challenge: ACTION })),
    );
    await assertProblem(await payAs(proxyUrl), 502, 'action_refused', 'unknown');
  });
});
