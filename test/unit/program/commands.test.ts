import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { main } from 'payment-widget-proxy/command/command';
import { formatAttempts } from 'payment-widget-proxy/command/list-command';
import { Attempts } from 'payment-widget-proxy/attempts/attempts';
import type { ListedAttempt } from 'payment-widget-proxy';
import { inMode } from 'payment-widget-proxy/stores/store';
import { openLmdbStore } from 'payment-widget-proxy/stores/lmdb';
import { newKey } from '../../support/node-proxy.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

async function run(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  let [out, error] = ['', ''];
  const streams = { out: (text: string) => (out += text), error: (text: string) => (error += text) };
  const code = await main(args, env, streams);
  return { code, out, error };
}

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
    const sent = await attempts.markSent(result.claim);
    if (state !== 'sent') await attempts.finish(sent, state);
    return key;
  };
  const statesOf = (...keys: readonly string[]) =>
    Promise.all(keys.map(async (key) => (await attempts.find(key))?.state));
  const resolve = (...args: string[]) => run(env, 'resolve', ...args);
  return { env, attempt, statesOf, resolve };
}

describe('the command resolve', () => {
  it('settles as succeeded by the reference alone', async (t) => {
    const { attempt, statesOf, resolve } = await setUp(t);
    const keys = [await attempt('unknown'), await attempt('unknown', 'order-2')];
    assert.equal((await resolve('order-1', 'succeeded')).code, 0);
    assert.deepEqual(await statesOf(...keys), ['succeeded', 'unknown']);
  });

  for (const override of [[], ['--override']]) {
    it(`never settles as failed by the reference alone ${override.join('')}`, async (t) => {
      const { attempt, statesOf, resolve } = await setUp(t);
      await attempt('failed'); // the attempt that the operator has looked up
      const later = await attempt('unknown');
      const { code, error } = await resolve('order-1', 'failed', ...override);
      assert.deepEqual([code, error.includes(later), await statesOf(later)], [1, true, ['unknown']]);
      assert.equal((await resolve(later, 'failed', ...override)).code, 0);
      assert.deepEqual(await statesOf(later), ['failed']);
    });
  }

  it('does not settle a later attempt when the first one is settled again', async (t) => {
    const { attempt, statesOf, resolve } = await setUp(t);
    const first = await attempt('failed');
    const later = await attempt('unknown');
    await resolve(first, 'failed');
    assert.deepEqual(await statesOf(later), ['unknown']);
  });

  it('changes nothing if several attempts can be meant, and names their keys', async (t) => {
    const { attempt, statesOf, resolve } = await setUp(t);
    const keys = [await attempt('failed'), await attempt('failed')];
    const { code, error } = await resolve('order-1', 'succeeded', '--override');
    assert.deepEqual([code, keys.every((key) => error.includes(key))], [1, true]);
    assert.deepEqual(await statesOf(...keys), ['failed', 'failed']);
  });

  it('changes nothing if an order is named like the key of another attempt', async (t) => {
    const { attempt, statesOf, resolve } = await setUp(t);
    const key = await attempt('unknown');
    const other = await attempt('unknown', key);
    assert.equal((await resolve(key, 'failed')).code, 1);
    assert.deepEqual(await statesOf(key, other), ['unknown', 'unknown']);
  });

  it('does not repeat a name that no attempt has', async (t) => {
    const { resolve } = await setUp(t);
    const { code, error } = await resolve('sk_live_hunter2', 'succeeded');
    assert.deepEqual([code, error], [1, 'No test attempt has this reference or key.\n']);
  });

  it('never settles an attempt in progress', async (t) => {
    const { attempt, statesOf, resolve } = await setUp(t);
    const key = await attempt('sent');
    for (const override of [[], ['--override']]) {
      for (const outcome of ['succeeded', 'failed']) {
        const { code, error } = await resolve(key, outcome, ...override);
        assert.deepEqual([code, error.includes('in progress')], [1, true]);
      }
    }
    assert.deepEqual(await statesOf(key), ['sent']);
  });

  it('corrects a settled attempt with --override only', async (t) => {
    const { attempt, statesOf, resolve } = await setUp(t);
    const key = await attempt('succeeded');
    assert.equal((await resolve(key, 'failed')).code, 1);
    assert.deepEqual(await statesOf(key), ['succeeded']);
    assert.equal((await resolve(key, 'failed', '--override')).code, 0);
    assert.deepEqual(await statesOf(key), ['failed']);
  });
});

const ATTEMPT: ListedAttempt = {
  attempt: '3b1f0c9a7d52',
  key: 'k'.repeat(22),
  reference: 'order-1042',
  state: 'unknown',
  since: new Date('2026-03-01T12:00:00.123Z'),
  amount: 4999,
  currency: 'EUR',
};

describe('the command attempts', () => {
  it('says that a payment in progress may become unknown', async (t) => {
    const { env, attempt } = await setUp(t);
    await attempt('sent');
    const { out } = await run(env, 'attempts', '--unknown');
    assert.equal(out, 'No attempts.\nIn progress: 1. List again in a minute.\n');
  });

  it('aligns its columns, the oldest attempt first', () => {
    const later = {
      ...ATTEMPT,
      state: 'succeeded',
      since: new Date('2026-03-02'),
      amount: 5,
      currency: 'KWD',
    } as const;
    const [, first = '', second = ''] = formatAttempts([later, ATTEMPT]).split('\n');
    assert.equal(first, 'unknown    2026-03-01T12:00:00Z  49.99 EUR  order-1042  3b1f0c9a7d52  kkkkkkkkkkkkkkkkkkkkkk');
    assert.match(second, /^succeeded  2026-03-02T00:00:00Z  0\.005 KWD  order-1042  /);
  });

  it('does not let a reference change what a terminal shows', () => {
    const table = formatAttempts([{ ...ATTEMPT, reference: 'a\u001b[2J\n\u202e' }]);
    assert.ok(table.includes('  "a\\u001b[2J\\n\\u202e"  '));
  });

  for (const [what, reference, shown] of [
    ['with spaces', 'order-1  3b1f0c9a7d52  kkkk', '"order-1  3b1f0c9a7d52  kkkk"'],
    ['with a quote', 'order-1"  3b1f0c9a7d52', '"order-1\\"  3b1f0c9a7d52"'],
    ['with characters that look like spaces', 'order-1\u28003b1f', '"order-1\u28003b1f"'],
    ['of 255 characters', 'order-1'.padEnd(254, '_') + 'x', `"${'order-1'.padEnd(47, '_')}…"`],
  ] as const) {
    it(`does not let a reference ${what} look like other columns`, () => {
      const [, row = ''] = formatAttempts([{ ...ATTEMPT, reference }]).split('\n');
      assert.equal(row.split('49.99 EUR  ')[1], `${shown}  3b1f0c9a7d52  kkkkkkkkkkkkkkkkkkkkkk`);
    });
  }

  it('shows a reference of one word as it is', () => {
    assert.ok(formatAttempts([{ ...ATTEMPT, reference: 'shop/order#10-42.b' }]).includes('  shop/order#10-42.b  '));
  });

  for (const words of ['attempts', 'store check']) {
    it(`creates no store where there is none: ${words}`, async (t) => {
      const path = join(await temporaryFolder(t), 'wrong');
      const settings = { PAYMENTS_MODE: 'test', PAYMENTS_STORE: `lmdb:${path}` };
      const { code, error } = await run(settings, ...words.split(' '));
      await assert.rejects(readdir(path));
      assert.deepEqual([code, error.includes('There is no store at the path in PAYMENTS_STORE')], [1, true]);
    });

    it(`creates no store in an empty folder: ${words}`, async (t) => {
      const path = await temporaryFolder(t);
      const settings = { PAYMENTS_MODE: 'test', PAYMENTS_STORE: `lmdb:${path}` };
      const { code, error } = await run(settings, ...words.split(' '));
      assert.deepEqual([code, error.includes('There is no store'), await readdir(path)], [1, true, []]);
    });
  }

  it('names a store that is down, without its password', async () => {
    const settings = { PAYMENTS_MODE: 'test', PAYMENTS_STORE: 'postgres://shop:s3cret@127.0.0.1:1/shop' };
    const { code, error } = await run(settings, 'attempts');
    assert.deepEqual([code, error], [1, 'The store in PAYMENTS_STORE failed (ECONNREFUSED).\n']);
  });
});

describe('the command store check', () => {
  it('passes for the store of the program, which may be running', async (t) => {
    const { env } = await setUp(t);
    assert.equal((await run(env, 'store', 'check')).code, 0);
  });

  it('fails for a store that is down', async () => {
    const { code, out } = await run({ PAYMENTS_STORE: 'postgres://127.0.0.1:1/shop' }, 'store', 'check');
    assert.deepEqual([code, out.includes('FAIL  swap  The store failed (ECONNREFUSED).')], [1, true]);
  });
});

for (const words of [
  'pay',
  'attempts order-1',
  'attempts --since noon',
  'resolve order-1',
  'resolve order-1 paid',
  'sandbox --latency 99999',
  'sandbox --port x',
  'sandbox --prot 1',
  'sandbox --scenario declind',
  'store',
]) {
  it(`wrong arguments end with 2: ${words}`, async () => {
    assert.equal((await run({}, ...words.split(' '))).code, 2);
  });
}
