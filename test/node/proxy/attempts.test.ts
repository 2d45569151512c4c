import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { Attempts, ClaimLostError, type Claim } from '../../../src/proxy/attempts.js';
import type { AttemptStore } from '../../../src/proxy/store.js';
import { createMemoryStore } from '../../../src/proxy/stores/memory.js';
import { createRedisStore } from '../../../src/proxy/stores/redis.js';
import { runInProcesses } from '../../support/processes.js';
import { startRedisServer } from '../../support/redis-server.js';
import { startRelay } from '../../support/relay.js';
import { everyStore, temporaryFolder } from '../../support/stores.js';

const LEASE = 15_000;
const SENT_LIMIT = 45_000;
const DAY = 24 * 60 * 60 * 1000;

const ORDER = 'order-1042';
const REQUEST = { key: 'key-1', reference: ORDER, fingerprint: 'content-1' };
const ANSWER = { status: 200, body: '{"id":"pay_1"}' };

/** Attempts over a memory of their own, with a clock that stands still until it is told to go on. */
function laboratory() {
  const clock = { now: 1_700_000_000_000 };
  const now = () => clock.now;
  const store = createMemoryStore({ now });
  return { attempts: new Attempts(store, { now }), store, clock };
}

type Laboratory = ReturnType<typeof laboratory>;

async function claimed(attempts: Attempts, request = REQUEST): Promise<Claim> {
  const result = await attempts.claim(request);
  assert.ok(result.kind === 'claimed');
  return result.claim;
}

async function sent(attempts: Attempts, request = REQUEST): Promise<Claim> {
  const claim = await claimed(attempts, request);
  await attempts.markSent(claim);
  return claim;
}

/** How an attempt comes into each condition. */
const CONDITIONS: Readonly<Record<string, (laboratory: Laboratory) => Promise<Claim>>> = {
  'never seen': () => Promise.resolve({ key: REQUEST.key, owner: 'nobody' }),
  claimed: ({ attempts }) => claimed(attempts),
  'claimed, about to run out': async ({ attempts, clock }) => {
    const claim = await claimed(attempts);
    clock.now += LEASE - 1;
    return claim;
  },
  'claimed, run out': async ({ attempts, clock }) => {
    const claim = await claimed(attempts);
    clock.now += LEASE;
    return claim;
  },
  'claimed anew by another': async ({ attempts, clock }) => {
    const claim = await claimed(attempts);
    clock.now += LEASE;
    await claimed(attempts);
    return claim;
  },
  released: async ({ attempts }) => {
    const claim = await claimed(attempts);
    await attempts.release(claim);
    return claim;
  },
  'looked for after it ran out': async ({ attempts, clock }) => {
    const claim = await claimed(attempts);
    clock.now += LEASE;
    await attempts.find(REQUEST.key);
    return claim;
  },
  sent: ({ attempts }) => sent(attempts),
  'sent, about to be overdue': async ({ attempts, clock }) => {
    const claim = await sent(attempts);
    clock.now += SENT_LIMIT - 1;
    return claim;
  },
  'sent, overdue': async ({ attempts, clock }) => {
    const claim = await sent(attempts);
    clock.now += SENT_LIMIT;
    return claim;
  },
  unknown: async ({ attempts }) => {
    const claim = await sent(attempts);
    await attempts.finish(claim, 'unknown');
    return claim;
  },
  'unknown for years': async ({ attempts, clock }) => {
    const claim = await sent(attempts);
    await attempts.finish(claim, 'unknown');
    clock.now += 1000 * DAY;
    return claim;
  },
  'sent, for years': async ({ attempts, clock }) => {
    const claim = await sent(attempts);
    clock.now += 1000 * DAY;
    return claim;
  },
  succeeded: async ({ attempts }) => {
    const claim = await sent(attempts);
    await attempts.finish(claim, 'succeeded');
    return claim;
  },
  failed: async ({ attempts }) => {
    const claim = await sent(attempts);
    await attempts.finish(claim, 'failed');
    return claim;
  },
  'unknown, then resolved as succeeded': async ({ attempts }) => {
    const claim = await sent(attempts);
    await attempts.finish(claim, 'unknown');
    await attempts.resolve(REQUEST.key, 'succeeded');
    return claim;
  },
  'unknown, then resolved as failed': async ({ attempts }) => {
    const claim = await sent(attempts);
    await attempts.finish(claim, 'unknown');
    await attempts.resolve(REQUEST.key, 'failed');
    return claim;
  },
  'overdue, then finished late as succeeded': async ({ attempts, clock }) => {
    const claim = await sent(attempts);
    clock.now += SENT_LIMIT;
    await attempts.finish(claim, 'succeeded');
    return claim;
  },
  'succeeded, a month ago': async ({ attempts, clock }) => {
    const claim = await sent(attempts);
    await attempts.finish(claim, 'succeeded');
    clock.now += 31 * DAY - 1;
    return claim;
  },
  'succeeded, forgotten': async ({ attempts, clock }) => {
    const claim = await sent(attempts);
    await attempts.finish(claim, 'succeeded');
    clock.now += 31 * DAY;
    return claim;
  },
};

/** What can be done with it then. */
const STEPS: Readonly<Record<string, (attempts: Attempts, claim: Claim) => Promise<unknown>>> = {
  'the same again': async (attempts) => (await attempts.claim(REQUEST)).kind,
  'other content': async (attempts) => (await attempts.claim({ ...REQUEST, fingerprint: 'content-2' })).kind,
  'another order': async (attempts) => (await attempts.claim({ ...REQUEST, reference: 'order-1043' })).kind,
  'another key': async (attempts) => (await attempts.claim({ ...REQUEST, key: 'key-2' })).kind,
  markSent: (attempts, claim) => attempts.markSent(claim).then(() => 'sent', nameOf),
  finish: (attempts, claim) => attempts.finish(claim, 'succeeded'),
  'finish of another': (attempts, { key }) => attempts.finish({ key, owner: 'another' }, 'succeeded'),
  resolve: (attempts, { key }) => attempts.resolve(key, 'succeeded'),
  find: async (attempts, { key }) => (await attempts.find(key))?.state,
  'find after release': async (attempts, claim) => {
    await attempts.release(claim);
    return (await attempts.find(claim.key))?.state;
  },
};

const nameOf = (error: unknown) => (error as Error).name;

const LOST = 'ClaimLostError';
const GONE = ['claimed', 'claimed', 'claimed', 'claimed', LOST, false, false, false, undefined, undefined];
const ALIVE = [
  'in_flight',
  'mismatch',
  'mismatch',
  'order_in_doubt',
  'sent',
  false,
  false,
  false,
  'claimed',
  undefined,
];
const SENT = ['in_flight', 'mismatch', 'mismatch', 'order_in_doubt', LOST, true, false, false, 'sent', 'sent'];
const OPEN = ['finished', 'mismatch', 'mismatch', 'order_in_doubt', LOST, true, false, true, 'unknown', 'unknown'];
const PAID = ['finished', 'mismatch', 'mismatch', 'order_paid', LOST, false, false, false, 'succeeded', 'succeeded'];
const FAILED = ['finished', 'mismatch', 'mismatch', 'claimed', LOST, false, false, false, 'failed', 'failed'];

/** For each condition the results of all steps, in their order. */
const RESULTS: Readonly<Record<string, readonly unknown[]>> = {
  'never seen': GONE,
  claimed: ALIVE,
  'claimed, about to run out': ALIVE,
  'claimed, run out': ['claimed', 'mismatch', 'mismatch', 'claimed', 'sent', false, false, false, undefined, undefined],
  'claimed anew by another': [
    'in_flight',
    'mismatch',
    'mismatch',
    'order_in_doubt',
    LOST,
    false,
    false,
    false,
    'claimed',
    'claimed',
  ],
  released: GONE,
  'looked for after it ran out': GONE,
  sent: SENT,
  'sent, about to be overdue': SENT,
  'sent, overdue': OPEN,
  unknown: OPEN,
  'unknown for years': OPEN,
  'sent, for years': OPEN,
  succeeded: PAID,
  failed: FAILED,
  'unknown, then resolved as succeeded': PAID,
  'unknown, then resolved as failed': FAILED,
  'overdue, then finished late as succeeded': PAID,
  'succeeded, a month ago': PAID,
  'succeeded, forgotten': GONE,
};

for (const [condition, prepare] of Object.entries(CONDITIONS)) {
  describe(`an attempt that is ${condition}`, () => {
    for (const [index, [step, run]] of Object.entries(STEPS).entries()) {
      const expected = RESULTS[condition]?.[index];
      it(`${step}: ${String(expected)}`, async () => {
        const lab = laboratory();
        const claim = await prepare(lab);
        assert.equal(await run(lab.attempts, claim), expected);
      });
    }
  });
}

describe('the order', () => {
  for (const [condition, isFree] of [
    ['released', true],
    ['failed', true],
    ['unknown, then resolved as failed', true],
    ['looked for after it ran out', true],
    ['succeeded', false],
    ['unknown', false],
    ['sent, overdue', false],
  ] as const) {
    it(`is ${isFree ? '' : 'not '}free for a second attempt when the first is ${condition}`, async () => {
      const lab = laboratory();
      await CONDITIONS[condition]?.(lab);
      assert.equal((await lab.attempts.claim({ ...REQUEST, key: 'key-2' })).kind === 'claimed', isFree);
    });
  }

  it('goes to the second attempt for good: the first, whose claim ran out, can send nothing', async () => {
    const { attempts, clock } = laboratory();
    const first = await claimed(attempts);
    clock.now += LEASE;
    await claimed(attempts, { ...REQUEST, key: 'key-2' });
    await assert.rejects(attempts.markSent(first), ClaimLostError);
  });

  it('that somebody has freed by hand is not freed again by the end of the first attempt', async () => {
    const { attempts, store } = laboratory();
    const first = await sent(attempts);
    await store.swap([{ name: `order:"${ORDER}"`, before: REQUEST.key, after: undefined }]);
    await sent(attempts, { ...REQUEST, key: 'key-2' });
    await attempts.finish(first, 'failed');
    assert.equal((await attempts.claim({ ...REQUEST, key: 'key-3' })).kind, 'order_in_doubt');
  });

  it('stays with the first attempt when that is given back and claimed anew just while a second looks', async () => {
    const { attempts, store, clock } = laboratory();
    const first = await claimed(attempts);
    const meanwhile = [() => attempts.release(first), () => claimed(attempts)];
    const slow: AttemptStore = {
      ...store,
      async read(names) {
        const values = await store.read(names);
        if (names[0] !== 'attempt:key-2') await meanwhile.shift()?.();
        return values;
      },
    };
    assert.equal(
      (await new Attempts(slow, { now: () => clock.now }).claim({ ...REQUEST, key: 'key-2' })).kind,
      'order_in_doubt',
    );
  });

  it('names the attempt that has paid it', async () => {
    const { attempts } = laboratory();
    await attempts.finish(await sent(attempts), 'succeeded', ANSWER);
    const result = await attempts.claim({ ...REQUEST, key: 'key-2' });
    assert.deepEqual(result, { kind: 'order_paid', attempt: await attempts.find(REQUEST.key) });
  });

  for (const [what, one, other] of [
    ['two orders', 'order-1', 'order-2'],
    ['upper and lower case', 'order', 'Order'],
    ['control characters', 'a\u0000', 'a\u0001'],
    ['halves of characters', '\ud800', '\ud801'],
    ['a name like one of ours', 'attempt:key-1', 'key-1'],
  ] as const) {
    it(`is told from another by its reference: ${what}`, async () => {
      const { attempts } = laboratory();
      await claimed(attempts, { ...REQUEST, reference: one });
      assert.equal((await attempts.claim({ ...REQUEST, key: 'key-2', reference: other })).kind, 'claimed');
    });
  }

  it('is not known without a reference, so attempts do not exclude each other', async () => {
    const { attempts } = laboratory();
    await attempts.claim({ key: 'key-1', fingerprint: 'content-1' });
    assert.equal((await attempts.claim({ key: 'key-2', fingerprint: 'content-1' })).kind, 'claimed');
  });
});

describe('what is told of an attempt', () => {
  it('its key, order, state, time and answer', async () => {
    const { attempts, clock } = laboratory();
    const claim = await sent(attempts);
    clock.now += 7;
    await attempts.finish(claim, 'succeeded', ANSWER);
    assert.deepEqual(await attempts.find(REQUEST.key), {
      key: REQUEST.key,
      reference: ORDER,
      state: 'succeeded',
      since: clock.now,
      answer: ANSWER,
    });
  });

  it('no more than there is', async () => {
    const { attempts, clock } = laboratory();
    await attempts.claim({ key: 'key-1', fingerprint: 'content-1' });
    assert.deepEqual(await attempts.find('key-1'), { key: 'key-1', state: 'claimed', since: clock.now });
  });

  it('the answer with which it was resolved', async () => {
    const { attempts } = laboratory();
    await attempts.finish(await sent(attempts), 'unknown', { status: 504 });
    await attempts.resolve(REQUEST.key, 'succeeded', ANSWER);
    assert.deepEqual((await attempts.find(REQUEST.key))?.answer, ANSWER);
  });

  it('of an overdue one, since when it is unknown', async () => {
    const { attempts, clock } = laboratory();
    await sent(attempts);
    const overdue = clock.now + SENT_LIMIT;
    clock.now = overdue + DAY;
    assert.equal((await attempts.find(REQUEST.key))?.since, overdue);
  });
});

it('a store that refuses everything does not keep the proxy busy for ever', async () => {
  const store: AttemptStore = { ...createMemoryStore(), swap: () => Promise.resolve(false) };
  await assert.rejects(new Attempts(store).claim(REQUEST), /refuses every change/);
});

it('a command that was sent twice, since its answer was lost, is done once and well', async (t) => {
  const server = await startRedisServer();
  t.after(() => server.stop());
  const relay = await startRelay(t, server.port);
  const client = new Redis(relay.port);
  t.after(() => {
    client.disconnect();
  });
  const store = createRedisStore(client);
  const losing: AttemptStore = {
    read: (names) => store.read(names),
    swap(changes) {
      relay.loseNextAnswer();
      return store.swap(changes);
    },
  };
  const attempts = new Attempts(losing);
  const claim = await sent(attempts);
  await attempts.finish(claim, 'succeeded');
  assert.equal((await attempts.find(REQUEST.key))?.state, 'succeeded');
});

for (const kind of everyStore()) {
  describe(`among many: ${kind.name}`, () => {
    before(() => kind.start());
    after(() => kind.stop());

    const MANY = Array.from({ length: 20 }, (_, index) => index);

    for (const [what, keyOf, refusal] of [
      ['the same attempt', () => 'key', 'in_flight'],
      ['different attempts for one order', (index: number) => `key-${index}`, 'order_in_doubt'],
    ] as const) {
      it(`one of 20 may send ${what}`, async (t) => {
        const users = (await kind.open(t)).map((store) => new Attempts(store));
        const results = await Promise.all(
          MANY.map((index) => (users[index % 2] as Attempts).claim({ ...REQUEST, key: keyOf(index) })),
        );
        const kinds = results.map(({ kind }) => kind).sort();
        assert.deepEqual(kinds, ['claimed', ...Array<string>(19).fill(refusal)]);
      });

      it(`one of 20 gets a claim that has run out: ${what}`, async (t) => {
        let now = 0;
        const users = (await kind.open(t)).map((store) => new Attempts(store, { now: () => now }));
        await claimed(users[0] as Attempts, { ...REQUEST, key: keyOf(0) });
        now = LEASE;
        const results = await Promise.all(
          MANY.map((index) => (users[index % 2] as Attempts).claim({ ...REQUEST, key: keyOf(index) })),
        );
        assert.equal(results.filter(({ kind }) => kind === 'claimed').length, 1);
      });
    }

    it('an attempt is either sent by its first owner or given to a second, never both', async (t) => {
      let now = 0;
      const [first, second] = (await kind.open(t)).map((store) => new Attempts(store, { now: () => now }));
      for (const index of MANY) {
        const request = { ...REQUEST, key: `key-${index}`, reference: `order-${index}` };
        const claim = await claimed(first as Attempts, request);
        now += LEASE;
        const [isSent, result] = await Promise.all([
          first?.markSent(claim).then(
            () => true,
            () => false,
          ),
          second?.claim({ ...request, key: `other-${index}` }),
        ]);
        assert.equal(isSent, result?.kind !== 'claimed');
      }
    });

    it('an open attempt is settled once', async (t) => {
      const [first, second] = (await kind.open(t)).map((store) => new Attempts(store, { sentLimit: 0 }));
      const claim = await sent(first as Attempts);
      const settled = await Promise.all([first?.finish(claim, 'succeeded'), second?.resolve(claim.key, 'failed')]);
      assert.deepEqual(settled.sort(), [false, true]);
    });

    it('what is settled is forgotten in time, with its order; what is open never', async (t) => {
      const [store] = await kind.open(t);
      const attempts = new Attempts(store, { retention: 30, lease: 0 });
      const request = (state: string) => ({ ...REQUEST, key: state, reference: state });
      await claimed(attempts, request('claimed'));
      await sent(attempts, request('sent'));
      for (const state of ['succeeded', 'failed', 'unknown'] as const) {
        await attempts.finish(await sent(attempts, request(state)), state);
      }
      await wait(60);
      const states = ['claimed', 'sent', 'unknown', 'succeeded', 'failed'];
      const names = states.flatMap((state) => [`attempt:${state}`, `order:"${state}"`]);
      const left = (await store.read(names)).flatMap((value, index) => (value === undefined ? [] : [names[index]]));
      assert.deepEqual(left, names.slice(0, 6));
    });
  });
}

it('of many processes over one LMDB, one may send each order', async (t) => {
  const path = await temporaryFolder(t);
  const orders = 40;
  const claims = (await runInProcesses(4, 'claim-in-lmdb.ts', [path, String(orders)])).join('').split('\n');
  assert.deepEqual(
    claims.filter(Boolean).sort(),
    Array.from({ length: orders }, (_, index) => `order-${index}`).sort(),
  );
});

it('whatever the order in which a store answers, an order is sent once at a time', async () => {
  const shopper = fc.record({
    key: fc.constantFrom('key-1', 'key-2', 'key-3'),
    outcome: fc.constantFrom('succeeded', 'failed', 'unknown'),
    helper: fc.constantFrom('find', 'resolve', 'none'),
  } as const);
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(shopper, { minLength: 2, maxLength: 6 }), async (scheduler, shoppers) => {
      const memory = createMemoryStore();
      const store: AttemptStore = {
        async read(names) {
          const values = await memory.read(names);
          await scheduler.schedule(Promise.resolve());
          return values;
        },
        async swap(changes) {
          await scheduler.schedule(Promise.resolve());
          return memory.swap(changes);
        },
      };
      const attempts = new Attempts(store, { lease: 0 }); // every claim can be taken away at once
      const open = new Set<string>();
      const everSent = new Set<string>();
      const pay = async ({ key, outcome, helper }: (typeof shoppers)[number]): Promise<void> => {
        const result = await attempts.claim({ ...REQUEST, key });
        if (helper === 'find') await attempts.find(key);
        if (helper === 'resolve') await attempts.resolve(key, 'succeeded');
        if (result.kind !== 'claimed') return;
        try {
          await attempts.markSent(result.claim);
        } catch (error) {
          assert.ok(error instanceof ClaimLostError);
          return;
        }
        assert.deepEqual([open.size, everSent.has(key)], [0, false]);
        everSent.add(key);
        if (outcome !== 'failed') open.add(key); // else another may be sent from now on
        await attempts.finish(result.claim, outcome);
      };
      await scheduler.waitFor(Promise.all(shoppers.map(pay)));
    }),
    { numRuns: 300 },
  );
});

describe('an attempt that was turned away', () => {
  const SECOND = { ...REQUEST, key: 'key-2' };

  async function turnedAway(laboratory: Laboratory): Promise<Claim> {
    const claim = await sent(laboratory.attempts);
    await laboratory.attempts.turnAway(SECOND.key, ORDER);
    return claim;
  }

  it('is what the attempt is that holds its order', async () => {
    const lab = laboratory();
    await turnedAway(lab);
    assert.deepEqual(await lab.attempts.findInItsPlace(SECOND.key), await lab.attempts.find(REQUEST.key));
  });

  it('is what the attempt is that holds its order by now', async () => {
    const lab = laboratory();
    await lab.attempts.finish(await turnedAway(lab), 'failed');
    await lab.attempts.finish(await sent(lab.attempts, { ...REQUEST, key: 'key-3' }), 'succeeded', ANSWER);
    assert.equal((await lab.attempts.findInItsPlace(SECOND.key))?.state, 'succeeded');
  });

  it('has failed when nothing holds its order', async () => {
    const lab = laboratory();
    await lab.attempts.finish(await turnedAway(lab), 'failed');
    assert.equal((await lab.attempts.findInItsPlace(SECOND.key))?.state, 'failed');
  });

  it('has failed when the one that held its order was never sent', async () => {
    const lab = laboratory();
    await claimed(lab.attempts);
    await lab.attempts.turnAway(SECOND.key, ORDER);
    lab.clock.now += LEASE;
    assert.equal((await lab.attempts.findInItsPlace(SECOND.key))?.state, 'failed');
  });

  it('cannot be sent any more once it was said to have failed', async () => {
    const lab = laboratory();
    await lab.attempts.finish(await turnedAway(lab), 'failed');
    await lab.attempts.findInItsPlace(SECOND.key);
    assert.notEqual((await lab.attempts.claim(SECOND)).kind, 'claimed');
  });

  it('does not hold its order then', async () => {
    const lab = laboratory();
    await lab.attempts.finish(await turnedAway(lab), 'failed');
    await lab.attempts.findInItsPlace(SECOND.key);
    assert.equal((await lab.attempts.claim({ ...REQUEST, key: 'key-3' })).kind, 'claimed');
  });

  it('is what it has become itself when it was sent after all', async () => {
    const lab = laboratory();
    await lab.attempts.finish(await turnedAway(lab), 'failed');
    await sent(lab.attempts, SECOND);
    assert.equal((await lab.attempts.findInItsPlace(SECOND.key))?.state, 'sent');
  });

  it('is nothing that anybody knows, unless it was', async () => {
    assert.equal(await laboratory().attempts.findInItsPlace(SECOND.key), undefined);
  });
});
