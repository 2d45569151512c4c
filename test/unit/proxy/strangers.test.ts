import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  askAttempt,
  readReport,
  assertProblem,
  newKey,
  payAs,
  readReply,
  startMerchant,
} from '../../support/node-proxy.js';
import { answer, gate, reset, type Behaviour } from '../../support/node-servers.js';
import { payWith, SECRET, signClaims, tokenFor } from '../../support/order-tokens.js';
import { samplePayment } from '../../support/sample-payment.js';

/** What only the shopper who paid may read. */
const ANSWER = '{"id":"pay_1","receipt":"for Ada Lovelace"}';
const PRIVATE = /pay_1|receipt|Ada|4999|EUR/;

type Settings = Parameters<typeof startMerchant>[1];

/** A shopper pays. */
async function startPaid(t: TestContext, settings: Settings = {}, behaviour: Behaviour = answer(201, ANSWER)) {
  const merchant = await startMerchant(t, settings, behaviour);
  const key = newKey();
  await payWith(merchant.proxyUrl, settings.orderTokenSecret ? await tokenFor() : undefined, { key });
  assert.equal(merchant.service.requests.length, 1);
  return { ...merchant, key };
}

/** A shopper's payment is on its way while a stranger tries to pay the same order. */
async function startTurnedAway(t: TestContext, settings: Settings = {}, behaviour: Behaviour = answer(201, ANSWER)) {
  const [arrived, released] = [gate(), gate()];
  const merchant = await startMerchant(t, settings, (response, request) => {
    arrived.open();
    void released.opened.then(() => {
      behaviour(response, request);
    });
  });
  const token = settings.orderTokenSecret ? await tokenFor() : undefined;
  const paying = payWith(merchant.proxyUrl, token);
  await arrived.opened;
  const key = newKey();
  await assertProblem(await payWith(merchant.proxyUrl, token, { key }), 409, 'conflict', 'unknown');
  const finish = async () => {
    released.open();
    await paying;
  };
  return { ...merchant, key, finish };
}

describe('a stranger who guesses an order number', () => {
  it('learns of a paid order only that it is paid', async (t) => {
    const { proxyUrl, service } = await startPaid(t);
    assert.deepEqual(await readReply(await payAs(proxyUrl)), [200, '{"state":"paid"}', true]);
    assert.equal(service.requests.length, 1);
  });

  it('learns of an order that was paid at another price only that', async (t) => {
    const { proxyUrl, service } = await startPaid(t);
    const response = await payAs(proxyUrl, newKey(), samplePayment({ amount: 1 }));
    assert.doesNotMatch(JSON.stringify(await assertProblem(response, 409, 'conflict', 'unknown')), PRIVATE);
    assert.equal(service.requests.length, 1);
  });

  for (const [what, behaviour, state] of [
    ['succeeded', answer(201, ANSWER), 'succeeded'],
    ['is unknown', reset, 'unknown'],
    ['was declined', answer(402, ANSWER), 'failed'],
  ] as const) {
    it(`reads only the state with a rejected key: the payment ${what}`, async (t) => {
      const { proxyUrl, key, finish } = await startTurnedAway(t, {}, behaviour);
      const known = { reference: 'order-1042', state: 'processing' }; // the name that the stranger has sent
      assert.deepEqual(await readReport(askAttempt(proxyUrl, key)), known);
      await finish();
      const report = (await (await askAttempt(proxyUrl, key)).json()) as { state: string };
      assert.equal(report.state, state);
      assert.doesNotMatch(JSON.stringify(report), PRIVATE);
    });
  }
});

it('the shopper who paid reads the response again with the key', async (t) => {
  const { proxyUrl, key } = await startPaid(t);
  assert.deepEqual(await readReply(await payAs(proxyUrl, key)), [201, ANSWER, true]);
  assert.match(await (await askAttempt(proxyUrl, key)).text(), /pay_1/);
});

describe('with orderTokenSecret, a stranger', () => {
  const settings = { orderTokenSecret: SECRET };
  const tokens = {
    'no token': () => Promise.resolve(undefined),
    'a forged token': () =>
      signClaims({ reference: 'order-1042', amount: 4999, currency: 'EUR', exp: 9e9 }, { secret: 'x'.repeat(32) }),
    'a token of another order': () => tokenFor({ reference: 'order-7' }),
  } as const;

  for (const [what, create] of Object.entries(tokens)) {
    it(`with ${what} learns nothing of a paid order, not even with the key of its payment`, async (t) => {
      const { proxyUrl, service, key } = await startPaid(t, settings);
      const token = await create();
      const headers: Record<string, string> = token === undefined ? {} : { 'Order-Token': token };
      for (const [response, outcome] of [
        [await payWith(proxyUrl, token), 'not_charged'],
        [await payWith(proxyUrl, token, { payment: samplePayment({ amount: 1 }) }), 'not_charged'],
        [await payWith(proxyUrl, token, { key }), 'unknown'],
        [await askAttempt(proxyUrl, key, headers), 'unknown'],
      ] as const) {
        const document = await assertProblem(response, 403, 'order_token_invalid', outcome);
        assert.doesNotMatch(JSON.stringify(document), PRIVATE);
      }
      assert.equal(service.requests.length, 1);
    });
  }
});

/** A script of the page may have the token and the key of an isolated form, and send them to a server of its own. */
describe('a stranger with the token and the key of a payment in isolated mode', () => {
  const frame = { ancestors: ['https://shop.example'] };

  for (const [what, settings] of [
    ['order tokens', { orderTokenSecret: SECRET, frame }],
    ['trustBrowserAmount', { frame }],
  ] as const) {
    const token = () => ('orderTokenSecret' in settings ? tokenFor() : undefined);

    for (const [status, state] of [
      [201, 'succeeded'],
      [202, 'unknown'],
      [402, 'failed'],
    ] as const) {
      it(`never reads the answer ${status} again, with ${what}`, async (t) => {
        const { proxyUrl, key } = await startPaid(t, settings, answer(status, ANSWER));
        const headers: Record<string, string> = {};
        const given = await token();
        if (given) headers['Order-Token'] = given;
        const other = samplePayment({ card: { number: '5555555555554444', cvc: '123' } });
        const texts = await Promise.all([
          await askAttempt(proxyUrl, key, headers),
          ...[await payWith(proxyUrl, given, { key }), await payWith(proxyUrl, given, { key, payment: other })],
          await payWith(proxyUrl, given, { key, payment: samplePayment({ amount: 1 }) }),
          ...(state === 'failed' ? [] : [await payWith(proxyUrl, given)]),
        ].map((response) => response.text())); // prettier-ignore
        assert.deepEqual(texts.filter((text) => /pay_1|receipt|Ada/.test(text)), []); // prettier-ignore
        assert.equal((JSON.parse(texts[0] ?? '') as { state: string }).state, state);
      });
    }

    it(`reads no answer with a rejected key, with ${what}`, async (t) => {
      const { proxyUrl, key, finish } = await startTurnedAway(t, settings);
      await finish();
      const given = await token();
      const response = await askAttempt(proxyUrl, key, given ? { 'Order-Token': given } : {});
      assert.doesNotMatch(await response.text(), /pay_1|receipt|Ada/);
    });
  }
});

it('the frame itself gets the answer to its payment, and reads the action of its attempt again', async (t) => {
  const frame = { ancestors: ['https://shop.example'] };
  const paid = await startMerchant(t, { frame }, answer(201, ANSWER));
  assert.match(await (await payAs(paid.proxyUrl)).text(), /receipt/);

  const url = 'https://bank.example/confirm';
  const body = JSON.stringify({ next_action: { url, method: 'GET', fields: {} } });
  const { proxyUrl } = await startMerchant(t, { frame, actionOrigins: ['https://bank.example'] }, answer(202, body));
  const key = newKey();
  await payAs(proxyUrl, key);
  assert((await (await askAttempt(proxyUrl, key)).text()).includes(url));
});
