import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PaymentProxyOptions } from 'payment-widget-proxy';
import { createOrderToken } from 'payment-widget-proxy';
import { FakeClock } from '../../support/fake-clock.js';
import { assertProblem, captureLog, newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';
import type { CardNetworks } from 'payment-widget/contract/networks';
import vectors from 'payment-widget-testing/vectors/brands.json' with { type: 'json' };

const BIN = '40000025';
const SECRET = 'a-secret-of-the-shop-of-32-bytes';
const both: PaymentProxyOptions['networksOf'] = (bin) => (bin === BIN ? ['cartes-bancaires', 'visa'] : undefined);

function setUp(options: Partial<PaymentProxyOptions> = {}, clock?: FakeClock) {
  const { logger, lines } = captureLog();
  const proxy = testProxy({ logger, networksOf: both, ...options }, clock);
  const ask = (bin = BIN, headers: Record<string, string> = {}) =>
    proxy(new Request(`https://shop.example/pay/networks/${bin}`, { headers }));
  return { proxy, ask, lines };
}

describe('GET …/networks/{digits}', () => {
  it('is declared in /config with networksOf only', async () => {
    for (const networksOf of [both, undefined]) {
      const { proxy, ask } = setUp({ networksOf });
      const config = (await (await proxy(new Request('https://shop.example/pay/config'))).json()) as object;
      assert.deepEqual(['networks' in config, (await ask()).status], [!!networksOf, networksOf ? 200 : 404]);
    }
  });

  for (const { what, found, read } of vectors.networks) {
    it(`returns ${what} of networksOf`, async () => {
      const { ask, lines } = setUp({ networksOf: () => Promise.resolve(found as CardNetworks | undefined) });
      assert.deepEqual([await (await ask()).json(), lines], [read, []]);
    });
  }

  for (const bin of ['4000002', '4242424242424242', '4000002x']) {
    it(`returns 400 for ${bin}, and does not call networksOf`, async () => {
      const { ask } = setUp({ networksOf: () => assert.fail('was called') });
      await assertProblem(await ask(bin), 400, 'invalid_request', 'not_charged');
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

  it('is refused with an invalid name', async () => {
    const { response, sent } = await send({}, withNetwork('Visa'));
    const { errors } = await assertProblem(response, 422, 'invalid_request', 'not_charged');
    assert.equal((errors as [{ pointer: string }])[0].pointer, '/payment_method/card/preferred_network');
    assert.equal(sent.length, 0);
  });
});
