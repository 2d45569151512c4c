import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Database } from '../../../src/sandbox/database.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { Account } from '../../../demo/shop/account.js';

const SHOP = 'http://localhost:4242';

const account = () => new Account(new Database());

describe("the demo shop's account at the service", () => {
  it('keeps its API keys after a restart', async () => {
    const database = new Database();
    const keys = { live: 'a', test: 'b' };
    await new Account(database).keepKeys(keys);
    assert.deepEqual(new Account(database).keys, keys);
  });

  it('registers a webhook endpoint in both modes and keeps the secrets', async () => {
    const sandbox = createSandbox();
    const shop = account();
    await shop.listenTo(sandbox, SHOP);
    for (const mode of ['live', 'test'] as const) {
      const { url, secret } = sandbox.endpoints.find(mode) ?? assert.fail();
      assert.deepEqual([url, secret], [`${SHOP}/webhooks/payments`, shop.webhookSecret(mode)]);
    }
  });

  it('gets a new secret when the endpoint was changed in the console', async () => {
    const sandbox = createSandbox();
    const shop = account();
    await shop.listenTo(sandbox, SHOP);
    await sandbox.endpoints.set('test', `${SHOP}/webhooks/payments`);
    await shop.listenTo(sandbox, SHOP);
    assert.equal(sandbox.endpoints.find('test')?.secret, shop.webhookSecret('test'));
  });

  it('does not replace an endpoint of another server', async () => {
    const sandbox = createSandbox();
    await sandbox.endpoints.set('live', 'https://elsewhere.example/');
    await account().listenTo(sandbox, SHOP);
    assert.equal(sandbox.endpoints.find('live')?.url, 'https://elsewhere.example/');
  });
});
