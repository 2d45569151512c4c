import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { askAttempt, newKey, payAs, readReport } from '../../support/node-proxy.js';
import { answer, gate, reset, startRecorder, type Behaviour, type TestServer } from '../../support/node-servers.js';
import { hasPhp, NO_PHP, phpSettings, startFpm, type Fpm } from '../../support/php.js';
import { samplePayment } from '../../support/sample-payment.js';
import { OwnScope } from '../../support/scope.js';
import { until } from '../../support/until.js';

/** What needs several workers, or a service of its own. */

const MANY = 30;

if (await hasPhp()) {
  describe('the proxy in PHP', () => {
    const scope = new OwnScope();
    let service: TestServer;
    let behave: Behaviour = answer(200, '{"id":"pay_1"}');
    let fpm: Fpm;
    before(async () => {
      service = await startRecorder(scope, (response, request) => {
        behave(response, request);
      });
      fpm = await startFpm(
        scope,
        await phpSettings(scope, service.url, { TIMES: '{}', QUIET: '1', INTERPRETS: '1' }),
        12,
      );
    });
    after(() => scope.end());
    beforeEach(() => {
      behave = answer(200, '{"id":"pay_1"}');
    });

    let orders = 0;
    const newOrder = () => samplePayment({ reference: `order-${++orders}` });
    const sentFor = ({ reference = '' }: { reference?: string | undefined }) =>
      service.requests.filter(({ body }) => body.includes(`"${reference}"`)).length;
    const outcomeOf = async (response: Response) => ((await response.json()) as { outcome?: string }).outcome;

    it(`sends a payment once that arrives ${MANY} times at the same time`, async () => {
      const [payment, key] = [newOrder(), newKey()];
      const responses = await Promise.all(Array.from({ length: MANY }, () => payAs(fpm.proxyUrl, key, payment)));
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
      assert.equal(sentFor(payment), 1);
    });

    it(`sends one of ${MANY} attempts to pay an order at the same time, and calls none of the others not charged`, async () => {
      const payment = newOrder();
      const responses = await Promise.all(Array.from({ length: MANY }, () => payAs(fpm.proxyUrl, newKey(), payment)));
      assert.equal(sentFor(payment), 1);
      const others = responses.filter(({ status }) => status !== 200);
      assert.deepEqual(
        new Set(await Promise.all(others.map(outcomeOf))),
        new Set(others.length > 0 ? ['unknown'] : []),
      );
    });

    it('never sends a payment again whose worker was killed', async () => {
      const [payment, key, arrived] = [newOrder(), newKey(), gate()];
      behave = () => {
        arrived.open();
      };
      const first = payAs(fpm.proxyUrl, key, payment);
      await arrived.opened;
      await fpm.killWorkers();
      assert.equal((await first).headers.get('Payments-Attempt'), null); // nginx answers
      await until(async () => (await askAttempt(fpm.proxyUrl, key)).ok); // the master has started others
      assert.equal((await readReport(askAttempt(fpm.proxyUrl, key)))['state'], 'processing');
      const other = await payAs(fpm.proxyUrl, newKey(), payment);
      assert.deepEqual([other.status, await outcomeOf(other), sentFor(payment)], [409, 'unknown', 1]);
    });

    it('reports a lost connection as unknown, and lets nobody pay the order', async () => {
      behave = reset;
      const [payment, key] = [newOrder(), newKey()];
      assert.equal(await outcomeOf(await payAs(fpm.proxyUrl, key, payment)), 'unknown');
      assert.equal((await readReport(askAttempt(fpm.proxyUrl, key)))['state'], 'unknown');
      assert.equal((await payAs(fpm.proxyUrl, newKey(), payment)).status, 409);
      assert.equal(sentFor(payment), 1);
    });

    it('passes on a next action of an allowed origin', async () => {
      const action = { url: 'https://bank.example/confirm', method: 'POST', fields: { creq: 'eyJ0' } };
      behave = answer(202, JSON.stringify({ next_action: action }));
      const key = newKey();
      const response = await payAs(fpm.proxyUrl, key, newOrder());
      assert.deepEqual([response.status, await response.json()], [202, { next_action: action }]);
      assert.deepEqual((await readReport(askAttempt(fpm.proxyUrl, key)))['next_action'], action);
    });

    for (const url of [
      'https://evil.example/',
      'http://bank.example/',
      'https://bank.example@evil.example/',
      'https://bank.example\\@evil.example/',
    ]) {
      it(`refuses the next action ${url}`, async () => {
        behave = answer(202, JSON.stringify({ next_action: { url } }));
        const response = await payAs(fpm.proxyUrl, newKey(), newOrder());
        assert.deepEqual([response.status, await outcomeOf(response)], [502, 'unknown']);
      });
    }

    it('lets interpretResponse decline a 200', async () => {
      behave = answer(200, '{"status":"declined"}');
      const payment = newOrder();
      assert.equal((await payAs(fpm.proxyUrl, newKey(), payment)).status, 402);
      behave = answer(200, '{"status":"ok"}');
      assert.equal((await payAs(fpm.proxyUrl, newKey(), payment)).status, 200);
    });

    it('leaves the outcome unknown if a response is too large for interpretResponse', async () => {
      behave = answer(200, JSON.stringify({ padding: 'x'.repeat(70_000), status: 'declined' }));
      assert.equal(await outcomeOf(await payAs(fpm.proxyUrl, newKey(), newOrder())), 'unknown');
    });
  });
} else {
  it(NO_PHP, () => undefined);
}
