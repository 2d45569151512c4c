import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Database } from '../../../src/sandbox/data/database.js';
import { describeOverview } from '../../../src/sandbox/overview.js';
import { RequestLog, type HandledRequest } from '../../../src/sandbox/request-log.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { payAt } from '../../support/sandbox-payment.js';
import { samplePayment } from '../../support/sample-payment.js';

const NOON = Date.parse('2026-11-21T12:00:00Z');

const request = (endedAt: number): HandledRequest => ({
  request: new Request('https://service.example/v1/payments', { method: 'POST' }),
  status: 200,
  startedAt: endedAt,
  endedAt,
  details: { key: 'no key', request: { headers: {}, body: '' }, response: null },
});

async function pay(sandbox: Sandbox, ...modes: readonly ('test' | 'live')[]): Promise<void> {
  for (const mode of modes) await payAt(sandbox, { key: sandbox.keys[mode] });
}

/** The overview of a sandbox after payments with these keys. */
async function overviewAfter(...modes: readonly ('test' | 'live')[]) {
  const sandbox = createSandbox();
  await pay(sandbox, ...modes);
  return describeOverview(sandbox);
}

describe('the overview of the console', () => {
  it('has the documented API version and rate limit', async () => {
    const { version, rateLimit } = await overviewAfter();
    assert.deepEqual([version, rateLimit], ['v1.0', '1000/min']);
  });

  for (const [modes, environment] of [
    [[], 'TEST'],
    [['test'], 'TEST'],
    [['live'], 'LIVE'],
    [['live', 'test'], 'TEST'],
    [['test', 'live'], 'LIVE'],
  ] as const) {
    it(`has the environment ${environment} after payments with these keys: ${modes.join(', ') || 'none'}`, async () => {
      assert.equal((await overviewAfter(...modes)).environment, environment);
    });
  }

  it('ignores refused keys', async () => {
    const sandbox = createSandbox();
    await pay(sandbox, 'test');
    await payAt(sandbox, { key: createSandbox().keys.live });
    assert.equal(describeOverview(sandbox).environment, 'TEST');
  });

  it('keeps the environment after a restart', async () => {
    const database = new Database();
    await pay(createSandbox({ database }), 'live');
    assert.equal(describeOverview(createSandbox({ database })).environment, 'LIVE');
  });

  it('counts the requests of today, refused ones included', async () => {
    const sandbox = createSandbox();
    await pay(sandbox, 'test', 'live');
    await payAt(sandbox, { key: 'wrong' });
    assert.equal(describeOverview(sandbox).requestsToday, 3);
  });

  it('lists ten requests, the newest first', async () => {
    const sandbox = createSandbox();
    for (let count = 0; count < 11; count++) await pay(sandbox, 'test');
    await payAt(sandbox, { payment: samplePayment({ card: { number: '4000000000000002' } }) });
    const { recentRequests } = describeOverview(sandbox);
    assert.deepEqual([recentRequests.length, recentRequests[0]?.status], [10, '402 Payment Required']);
  });
});

describe('the number of requests', () => {
  it('restarts at midnight UTC', async () => {
    const log = new RequestLog();
    await log.add(request(Date.parse('2026-11-20T23:59:59.999Z')));
    await log.add(request(Date.parse('2026-11-21T00:00:00Z')));
    assert.equal(log.countOn(NOON), 1);
  });

  it('is kept after a restart', async () => {
    const database = new Database();
    await new RequestLog(database).add(request(NOON));
    const log = new RequestLog(database);
    await log.add(request(NOON));
    assert.equal(log.countOn(NOON), 2);
  });

  it('includes requests that are not listed any more', async () => {
    const log = new RequestLog();
    for (let count = 0; count < 1005; count++) await log.add(request(NOON));
    assert.deepEqual([log.countOn(NOON), log.entries().length], [1005, 1000]);
  });
});
