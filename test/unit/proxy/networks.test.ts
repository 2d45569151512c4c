import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PaymentProxyOptions } from '../../../src/proxy/index.js';
import { createOrderToken } from '../../../src/proxy/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { assertProblem, captureLog, newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

const BIN = '40000025';
const SECRET = 's'.repeat(32);
const both: PaymentProxyOptions['networksOf'] = (bin) => (bin === BIN ? ['cartes-bancaires', 'visa'] : undefined);

function setUp(options: Partial<PaymentProxyOptions> = {}, clock?: FakeClock) {
  const { logger, lines } = captureLog();
  const proxy = testProxy({ logger, networksOf: both, ...options }, clock);
  const ask = (bin = BIN, headers: Record<string, string> = {}, method = 'GET') =>
    proxy(new Request(`https://shop.example/pay/networks/${bin}`, { method, headers }));
  return { proxy, ask, lines };
}

describe('GET …/networks/{digits}', () => {
  it('is not declared, and does not exist, without networksOf', async () => {
    const proxy = testProxy();
    const config = (await (await proxy(new Request('https://shop.example/pay/config'))).json()) as object;
    assert.equal('networks' in config, false);
    await assertProblem(
      await proxy(new Request(`https://shop.example/pay/networks/${BIN}`)),
      404,
      'not_found',
      'not_charged',
    );
  });

  for (const [what, found, expected] of [
    ['a list', ['cartes-bancaires', 'visa'], { networks: ['cartes-bancaires', 'visa'] }],
    [
      'an object',
      { networks: ['visa', 'dankort'], preferred: 'dankort' },
      { networks: ['visa', 'dankort'], preferred: 'dankort' },
    ],
    ['duplicates', ['visa', 'visa'], { networks: ['visa'] }],
    ['a preference that is not in the list', { networks: ['visa'], preferred: 'mada' }, { networks: ['visa'] }],
  ] as const) {
    it(`returns ${what} of networksOf`, async () => {
      const response = await setUp({ networksOf: () => Promise.resolve(found) }).ask();
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('Cache-Control'), 'no-store');
      assert.deepEqual(await response.json(), expected);
    });
  }

  for (const [what, found] of [
    ['nothing', undefined],
    ['null', null],
    ['an empty list', []],
    ['an invalid name', ['Visa Debit']],
  ] as const) {
    it(`returns no networks for ${what}`, async () => {
      const { ask, lines } = setUp({ networksOf: () => found });
      assert.deepEqual([await (await ask()).json(), lines], [{ networks: [] }, []]);
    });
  }

  for (const bin of ['4000002', '400000250', '4000002x', '4242424242424242', '%34000002']) {
    it(`returns 400 for ${bin}, and does not call networksOf`, async () => {
      let calls = 0;
      const { ask } = setUp({ networksOf: () => (calls++, ['visa']) });
      await assertProblem(await ask(bin), 400, 'invalid_request', 'not_charged');
      assert.equal(calls, 0);
    });
  }

  it('returns 503 if networksOf fails, and logs it once without the digits', async () => {
    const { ask, lines } = setUp({
      networksOf: (bin) => {
        throw new Error(`no entry for ${bin}`);
      },
    });
    await assertProblem(await ask(), 503, 'proxy_error', 'not_charged');
    await ask();
    assert.deepEqual(lines.map(({ event }) => event), ['networks_failed']); // prettier-ignore
    assert.doesNotMatch(JSON.stringify(lines), new RegExp(BIN));
  });

  it('returns 503 if networksOf takes too long', async () => {
    const clock = new FakeClock();
    const { ask } = setUp({ networksOf: () => new Promise(() => undefined) }, clock);
    const asking = ask();
    await until(() => clock.waiting.includes(3000));
    await clock.advance(3000);
    await assertProblem(await asking, 503, 'proxy_error', 'not_charged');
  });

  it('requires an order token if the proxy does', async () => {
    const { ask } = setUp({ orderTokenSecret: SECRET });
    await assertProblem(await ask(), 403, 'order_token_invalid', 'not_charged');
    const token = await createOrderToken({ reference: 'order-1042', amount: 4999, currency: 'EUR' }, SECRET);
    assert.equal((await ask(BIN, { 'Order-Token': token })).status, 200);
  });

  it('has a limit per client', async () => {
    const limits = { attemptsPerClient: 1, clientId: (request: Request) => request.headers.get('X-Client') };
    const { ask } = setUp({ limits });
    for (let count = 0; count < 3; count++) assert.equal((await ask(BIN, { 'X-Client': 'a' })).status, 200);
    const refused = await ask(BIN, { 'X-Client': 'a' });
    assert.match(refused.headers.get('Retry-After') ?? '', /^\d+$/);
    await assertProblem(refused, 429, 'rate_limited', 'not_charged');
    assert.equal((await ask(BIN, { 'X-Client': 'b' })).status, 200);
  });

  it('has a limit for all clients together, apart from payments', async () => {
    const { ask, proxy } = setUp({
      limits: { requestsPerMinute: 2 },
      fetch: () => Promise.resolve(Response.json({})),
    });
    assert.deepEqual([(await ask()).status, (await ask()).status, (await ask()).status], [200, 200, 429]);
    const paid = await proxy(
      paymentRequest('https://shop.example/pay', samplePayment(), { 'Idempotency-Key': newKey() }),
    );
    assert.equal(paid.status, 200);
  });
});

describe('preferred_network', () => {
  const withNetwork = (preferred_network: string) => samplePayment({ card: { preferred_network } });

  function send(options: Partial<PaymentProxyOptions>, body: unknown) {
    const sent: Request[] = [];
    const fetch = (request: Request) => {
      sent.push(request);
      return Promise.resolve(Response.json({}));
    };
    const { proxy } = setUp({ ...options, fetch });
    const request = paymentRequest('https://shop.example/pay', body, { 'Idempotency-Key': newKey() });
    return proxy(request).then((response) => ({ response, sent }));
  }

  it('is passed on to the service', async () => {
    const { response, sent } = await send({}, withNetwork('cartes-bancaires'));
    assert.equal(response.status, 200);
    const body = (await sent[0]?.json()) as ReturnType<typeof samplePayment>;
    assert.equal(body.payment_method.card.preferred_network, 'cartes-bancaires');
  });

  for (const wrong of ['Visa', '', 'a b', '<b>', 'x'.repeat(33)]) {
    it(`is refused as ${JSON.stringify(wrong)}`, async () => {
      const { response, sent } = await send({}, withNetwork(wrong));
      const { errors } = await assertProblem(response, 422, 'invalid_request', 'not_charged');
      assert.equal((errors as [{ pointer: string }])[0].pointer, '/payment_method/card/preferred_network');
      assert.equal(sent.length, 0);
    });
  }

  it('is refused if the network is not accepted', async () => {
    const { response, sent } = await send({ brands: ['visa'] }, withNetwork('cartes-bancaires'));
    const { errors } = await assertProblem(response, 422, 'invalid_request', 'not_charged');
    assert.equal((errors as [{ pointer: string }])[0].pointer, '/payment_method/card/preferred_network');
    assert.equal(sent.length, 0);
  });

  it('is accepted if the network is in brands', async () => {
    const { response } = await send({ brands: ['visa', 'cartes-bancaires'] }, withNetwork('cartes-bancaires'));
    assert.equal(response.status, 200);
  });
});
