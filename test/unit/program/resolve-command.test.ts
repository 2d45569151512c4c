import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { runResolve } from '../../../src/program/commands/resolve-command.js';
import { Attempts } from '../../../src/proxy/attempts/attempts.js';
import { inMode } from '../../../src/proxy/attempts/store.js';
import { openLmdbStore } from '../../../src/proxy/attempts/stores/lmdb.js';
import { newKey } from '../../support/node-proxy.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** A store, and the command that settles its attempts. */
async function setUp(t: TestContext) {
  const path = await temporaryFolder(t);
  const store = await openLmdbStore({ path });
  t.after(() => store.close?.());
  const attempts = new Attempts(inMode('test', store));
  const env = { PAYMENTS_STORE: `lmdb:${path}`, PAYMENTS_MODE: 'test' };
  const attempt = async (state: 'sent' | 'unknown' | 'succeeded' | 'failed', reference = 'order-1') => {
    const key = newKey();
    const result = await attempts.claim({ key, reference, fingerprint: 'f' });
    assert.ok(result.kind === 'claimed');
    await attempts.markSent(result.claim);
    if (state !== 'sent') await attempts.finish(result.claim, state);
    return key;
  };
  const stateOf = async (key: string) => (await attempts.find(key))?.state;
  const resolve = async (...args: string[]) => {
    let error = '';
    const streams = { out: () => undefined, error: (text: string) => void (error += text), isColoured: false };
    const code = await runResolve(args, env, streams);
    return { code, error };
  };
  return { attempt, stateOf, resolve };
}

describe('the command resolve', () => {
  it('settles as succeeded by the reference alone', async (t) => {
    const { attempt, stateOf, resolve } = await setUp(t);
    const key = await attempt('unknown');
    const other = await attempt('unknown', 'order-2');
    assert.equal((await resolve('order-1', 'succeeded')).code, 0);
    assert.deepEqual([await stateOf(key), await stateOf(other)], ['succeeded', 'unknown']);
  });

  for (const override of [[], ['--override']]) {
    it(`never settles as failed by the reference alone ${override.join('')}`, async (t) => {
      const { attempt, stateOf, resolve } = await setUp(t);
      await attempt('failed'); // the attempt that the operator has looked up
      const later = await attempt('unknown');
      const { code, error } = await resolve('order-1', 'failed', ...override);
      assert.deepEqual([code, error.includes(later), await stateOf(later)], [1, true, 'unknown']);
      assert.equal((await resolve(later, 'failed', ...override)).code, 0);
      assert.equal(await stateOf(later), 'failed');
    });
  }

  it('does not settle a later attempt when the first one is settled again', async (t) => {
    const { attempt, stateOf, resolve } = await setUp(t);
    const first = await attempt('failed');
    const later = await attempt('unknown');
    await resolve(first, 'failed');
    assert.equal(await stateOf(later), 'unknown');
  });

  it('changes nothing if several attempts can be meant, and names their keys', async (t) => {
    const { attempt, stateOf, resolve } = await setUp(t);
    const keys = [await attempt('failed'), await attempt('failed')];
    const { code, error } = await resolve('order-1', 'succeeded', '--override');
    const states = await Promise.all(keys.map(stateOf));
    assert.deepEqual([code, keys.every((key) => error.includes(key)), states], [1, true, ['failed', 'failed']]);
  });

  it('changes nothing if an order is named like the key of another attempt', async (t) => {
    const { attempt, stateOf, resolve } = await setUp(t);
    const key = await attempt('unknown');
    const other = await attempt('unknown', key);
    assert.equal((await resolve(key, 'failed')).code, 1);
    assert.deepEqual([await stateOf(key), await stateOf(other)], ['unknown', 'unknown']);
  });

  it('never settles an attempt in progress', async (t) => {
    const { attempt, stateOf, resolve } = await setUp(t);
    const key = await attempt('sent');
    for (const override of [[], ['--override']]) {
      for (const outcome of ['succeeded', 'failed']) {
        const { code, error } = await resolve(key, outcome, ...override);
        assert.deepEqual([code, error.includes('in progress')], [1, true]);
      }
    }
    assert.equal(await stateOf(key), 'sent');
  });

  it('says that there is no such attempt', async (t) => {
    const { resolve } = await setUp(t);
    const { code, error } = await resolve('order-7', 'failed');
    assert.deepEqual([code, error], [1, 'No test attempt has this reference or key: order-7\n']);
  });

  it('corrects a settled attempt with --override only', async (t) => {
    const { attempt, stateOf, resolve } = await setUp(t);
    const key = await attempt('succeeded');
    assert.equal((await resolve(key, 'failed')).code, 1);
    assert.equal(await stateOf(key), 'succeeded');
    assert.equal((await resolve(key, 'failed', '--override')).code, 0);
    assert.equal(await stateOf(key), 'failed');
  });
});
