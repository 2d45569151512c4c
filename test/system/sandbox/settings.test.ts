import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Database } from '../../../src/sandbox/database.js';
import type { DeveloperSettings } from '../../../src/sandbox/console-api.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { payAt } from '../../support/sandbox-payment.js';
import { StepClock } from '../../support/step-clock.js';
import { until } from '../../support/until.js';

async function sandboxWith(change: Partial<DeveloperSettings>, database = new Database()): Promise<Sandbox> {
  const sandbox = createSandbox({ database });
  await sandbox.settings.change({ ...sandbox.settings.current, ...change });
  return sandbox;
}

const charges = ({ ledger }: Sandbox) => ledger.entries().length;

describe('the latency of the service', () => {
  it('delays every response and is logged', async () => {
    const clock = new StepClock();
    const sandbox = createSandbox({ clock });
    await sandbox.settings.change({ ...sandbox.settings.current, latencyMs: 120 });
    const paying = payAt(sandbox, { key: 'wrong' });
    await until(() => clock.waits.includes(120));
    clock.move(120);
    await paying;
    assert.equal(sandbox.log.entries()[0]?.latency, '120 ms');
  });
});

describe('a sandbox that honours idempotency keys', () => {
  const honouring = () => sandboxWith({ honoursIdempotency: true });

  it('charges a repeated request once', async () => {
    const sandbox = await honouring();
    await payAt(sandbox);
    await payAt(sandbox);
    assert.equal(charges(sandbox), 1);
  });

  it('repeats the response', async () => {
    const sandbox = await honouring();
    const answers = [];
    for (let count = 0; count < 2; count++) {
      const answer = await payAt(sandbox);
      answers.push([answer.status, await answer.text()]);
    }
    assert.deepEqual(answers[0], answers[1]);
  });

  it('separates Live and Test', async () => {
    const sandbox = await honouring();
    await payAt(sandbox);
    await payAt(sandbox, { key: sandbox.keys.live });
    assert.equal(charges(sandbox), 2);
  });

  it('charges concurrent requests once', async () => {
    const sandbox = await honouring();
    await Promise.all([payAt(sandbox), payAt(sandbox)]);
    assert.equal(charges(sandbox), 1);
  });

  it('repeats the response after a restart', async () => {
    const database = new Database();
    const before = await sandboxWith({ honoursIdempotency: true }, database);
    const paid = (await (await payAt(before)).json()) as unknown;
    const after = createSandbox({ database, keys: before.keys });
    assert.deepEqual(await (await payAt(after)).json(), paid);
  });
});

it('settings are kept after a restart', async () => {
  const database = new Database();
  const settings = { latencyMs: 7, honoursIdempotency: true, webhookDelayMs: 9 };
  await sandboxWith(settings, database);
  assert.deepEqual(createSandbox({ database }).settings.current, settings);
});
