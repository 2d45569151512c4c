import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Database } from '../../../src/sandbox/database.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { payAt } from '../../support/sandbox-payment.js';

describe('an API key', () => {
  for (const kind of ['test', 'live'] as const) {
    it(`has the chosen mode: ${kind}`, async () => {
      const sandbox = createSandbox();
      const { key } = await sandbox.credentials.create({ kind, name: 'Till' });
      await payAt(sandbox, { key });
      assert.equal(sandbox.ledger.entries()[0]?.mode, kind);
    });
  }

  it('is neither listed nor stored', async () => {
    const written: unknown[] = [];
    const database = new Database((changes) => Promise.resolve(void written.push(...changes)));
    const sandbox = createSandbox({ database });
    const { key } = await sandbox.credentials.create({ kind: 'test', name: 'Till' });
    await payAt(sandbox, { key });
    const kept = JSON.stringify([sandbox.credentials.list(), written]);
    assert.deepEqual([kept.includes(key.slice(-4)), kept.includes(key)], [true, false]);
  });

  it('is refused with 401 as soon as it is revoked', async () => {
    const sandbox = createSandbox();
    const { id } = sandbox.credentials.list().find(({ kind }) => kind === 'test') ?? assert.fail();
    const before = await payAt(sandbox);
    void sandbox.credentials.revoke(id);
    assert.deepEqual([before.status, (await payAt(sandbox)).status], [200, 401]);
  });

  it('is not used by a refused request', async () => {
    const sandbox = createSandbox();
    const { id, key } = await sandbox.credentials.create({ kind: 'live', name: 'Till' });
    await sandbox.credentials.revoke(id);
    await payAt(sandbox, { key });
    assert.equal(sandbox.credentials.list().find((credential) => credential.id === id)?.lastUsedAt, null);
  });
});

describe('given API keys', () => {
  it('are kept after a restart', () => {
    const database = new Database();
    const { keys } = createSandbox({ database });
    const again = createSandbox({ database, keys });
    assert.deepEqual([again.keys, again.credentials.list().length], [keys, 2]);
  });

  it('are replaced when they were revoked', async () => {
    const database = new Database();
    const before = createSandbox({ database });
    const { id } = before.credentials.list().find(({ kind }) => kind === 'live') ?? assert.fail();
    await before.credentials.revoke(id);
    const again = createSandbox({ database, keys: before.keys });
    const statuses = [];
    for (const key of [before.keys.live, again.keys.live]) statuses.push((await payAt(again, { key })).status);
    assert.deepEqual([again.keys.test === before.keys.test, statuses], [true, [401, 200]]);
  });
});
