import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openDatabase } from '../../../demo/data/database-file.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { payAt } from '../../support/sandbox-payment.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

async function sandboxInFile(t: TestContext) {
  const file = join(await temporaryFolder(t), 'sandbox.db');
  const sandbox = createSandbox({ database: await openDatabase(file) });
  t.after(() => sandbox.close());
  return { sandbox, written: () => readFileSync(file, 'utf8') };
}

describe('before a sandbox with a file responds, it has written', () => {
  it('a payment', async (t) => {
    const { sandbox, written } = await sandboxInFile(t);
    const { id } = (await (await payAt(sandbox)).json()) as { id: string };
    assert.ok(written().includes(`"${id}"`));
  });

  it('the webhook event of a payment', async (t) => {
    const { sandbox, written } = await sandboxInFile(t);
    await sandbox.settings.change({ ...sandbox.settings.current, webhookDelayMs: 60_000 });
    await sandbox.endpoints.set('test', 'https://shop.example/');
    await payAt(sandbox);
    assert.ok(written().includes(`"${sandbox.deliveries.list()[0]?.id ?? 'none'}"`));
  });

  it('a revocation', async (t) => {
    const { sandbox, written } = await sandboxInFile(t);
    const { id } = await sandbox.credentials.create({ kind: 'test', name: 'Till' });
    await sandbox.credentials.revoke(id);
    const last = written()
      .split('\n')
      .findLast((line) => line.includes(id));
    assert.match(last ?? '', /"revokedAt":"20/);
  });
});
