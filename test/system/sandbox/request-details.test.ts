import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Database } from '../../../src/sandbox/database.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import type { RequestLogEntry } from '../../../src/sandbox/request-log.js';
import { samplePayment } from '../../support/sample-payment.js';
import { payAt } from '../../support/sandbox-payment.js';

const CARD = { number: '378282246310005', cvc: '9137', exp_month: 11, exp_year: 2041 };

/** The log entry of a payment. */
async function entryOf(options: Parameters<typeof payAt>[1], sandbox = createSandbox()): Promise<RequestLogEntry> {
  await payAt(sandbox, options).catch(() => undefined); // a fault of the connection
  return latest(sandbox);
}

const latest = (sandbox: Sandbox): RequestLogEntry => sandbox.log.entries()[0] ?? assert.fail('nothing was logged');

describe('the details of a request', () => {
  it('have its body and its response', async () => {
    const { details } = await entryOf({ payment: samplePayment({ reference: 'order-7' }) });
    const [sent, received] = [details.request, details.response].map(
      (message) => JSON.parse(message?.body ?? '{}') as { reference?: string; status?: string },
    );
    assert.deepEqual([sent?.reference, received?.reference, received?.status], ['order-7', 'order-7', 'succeeded']);
  });

  it('name the key without containing it', async () => {
    const sandbox = createSandbox();
    const { key, id } = await sandbox.credentials.create({ kind: 'live', name: 'Web shop' });
    const before = await entryOf({ key }, sandbox);
    await sandbox.credentials.revoke(id);
    const after = await entryOf({ key }, sandbox);
    const named = `Live key “Web shop”, ending in ${key.slice(-4)}`;
    assert.deepEqual([before.details.key, after.details.key], [named, `${named}, revoked`]);
  });

  it('say how the connection broke instead of a response', async () => {
    const { details } = await entryOf({ payment: samplePayment({ card: { number: '4000000000004178' } }) });
    assert.deepEqual([details.response, details.fault], [null, 'reset']);
  });

  describe('never contain', () => {
    const SECRETS: readonly (readonly [what: string, pattern: RegExp])[] = [
      ['the card number', /3782\D{0,3}822463\D{0,3}10005/],
      ['the security code', /(?<![\w-])9137(?![\w-])/],
      ['the expiry date', /2041|"exp_month":\s*11/],
      ['an API key', /sandbox_(test|live)_\w{6}|sk_of_another/],
    ];
    let stored: string;
    before(async () => {
      const database = new Database();
      const sandbox = createSandbox({ database });
      const metadata = { note: `card ${CARD.number}, code 9137` };
      await entryOf({ payment: { ...samplePayment({ card: CARD }), metadata } }, sandbox);
      await entryOf({ payment: samplePayment({ card: CARD }), scenario: 'echo_key' }, sandbox);
      await entryOf({ key: 'sk_of_another_service', payment: samplePayment({ card: CARD }) }, sandbox);
      await sandbox.handle(cutBody(sandbox));
      stored = JSON.stringify(database.table('requests').values());
    });

    for (const [what, pattern] of SECRETS) {
      it(what, () => {
        assert.doesNotMatch(stored, pattern);
      });
    }
  });
});

/** A payment whose JSON is incomplete. */
function cutBody({ keys }: Sandbox): Request {
  const body = JSON.stringify(samplePayment({ card: CARD })).slice(0, -2);
  return new Request('https://service.example/v1/payments', {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys.test}`, 'Content-Type': 'application/json' },
    body,
  });
}
