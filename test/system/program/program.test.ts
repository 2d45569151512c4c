import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOrderToken } from '../../../src/proxy/index.js';
import { idsOf, startFakeService, TOKEN_SECRET } from '../../support/checked-proxy.js';
import { checkRecipe } from '../../support/checked-recipe.js';
import { newKey, post } from '../../support/node-proxy.js';
import { answer, startRecorder } from '../../support/node-servers.js';
import { programSettings, runCommand, startProgram, type Program } from '../../support/program.js';
import { samplePayment } from '../../support/sample-payment.js';

/** Pays an order with its token. */
async function pay({ proxyUrl }: Pick<Program, 'proxyUrl'>, reference: string, key = newKey(), headers = {}) {
  const { amount, currency } = samplePayment();
  const token = await createOrderToken({ reference, amount, currency }, TOKEN_SECRET);
  const payment = { ...samplePayment(), reference };
  return post(proxyUrl, payment, { 'Idempotency-Key': key, 'Order-Token': token, ...headers });
}

describe('the program', { concurrency: 4 }, () => {
  it('passes all checks of the checker', async (t) => {
    const service = await startFakeService(t);
    const program = await startProgram(t, await programSettings(t, service.url));
    const findings = await checkRecipe(new URL(program.proxyUrl), service, true);
    assert.deepEqual(idsOf(findings, 'failure', 'warning'), []);
  });

  it('sends a payment once, and repeats its response', async (t) => {
    const service = await startRecorder(t, answer(200, '{"id":"pay_1"}'));
    const program = await startProgram(t, await programSettings(t, service.url));
    const key = newKey();
    const bodies = [];
    for (let turn = 0; turn < 2; turn++) bodies.push(await (await pay(program, 'order-1', key)).text());
    assert.deepEqual([bodies, service.requests.length], [['{"id":"pay_1"}', '{"id":"pay_1"}'], 1]);
  });

  it('names every wrong setting at once', async () => {
    const { code, error } = await runCommand(
      { PAYMENT_API_KEY: 'sk_secret', PAYMENTS_MODE: 'prod', LISTEN: 'nowhere', PRICE_URL: 'shop' },
      'proxy',
      '--check',
    );
    const names = Array.from(error.matchAll(/^- (\w+)/gm), ([, name]) => name);
    assert.deepEqual(
      [code, names, error.includes('sk_secret')],
      [
        1,
        [
          'PAYMENT_API_KEY',
          'PAYMENTS_BASE_URL',
          'PAYMENTS_API_KEY',
          'PAYMENTS_MODE',
          'PRICE_URL',
          'LISTEN',
          'PRICE_SECRET',
        ],
        false,
      ],
    );
  });
});
