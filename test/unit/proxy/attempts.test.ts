import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  Attempts,
  ClaimLostError,
  type Claim,
  type Finished,
  type SentClaim,
} from 'payment-widget-proxy/attempts/attempts';
import { listAttempts } from 'payment-widget-proxy/attempts/list-attempts';
import type { AttemptStore } from 'payment-widget-proxy/stores/store';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';

const LEASE = 15_000;
const SENT_LIMIT = 45_000;
const DAY = 24 * 60 * 60 * 1000;

const ORDER = 'order-1042';
const REQUEST = { key: 'key-1', reference: ORDER, fingerprint: 'content-1' };

/** Attempts in a memory store, with a clock that the test moves. */
function setUp() {
  const clock = { now: 1_700_000_000_000 };
  const now = () => clock.now;
  const store = createMemoryStore({ now });
  return { attempts: new Attempts(store, { clock: { now } }), store, clock };
}

type Setup = ReturnType<typeof setUp>;

async function claimed(attempts: Attempts, request = REQUEST): Promise<Claim> {
  const result = await attempts.claim(request);
  assert.ok(result.kind === 'claimed');
  return result.claim;
}

async function sent(attempts: Attempts, request = REQUEST): Promise<SentClaim> {
  return attempts.markSent(await claimed(attempts, request));
}

type Action =
  'claim' | 'release' | 'find' | 'send' | 'unknown' | 'succeeded' | 'failed' | 'resolve succeeded' | 'resolve failed';

/** How an attempt reaches each condition: by what is done with it, and by the time that passes, in ms. */
const CONDITIONS: Readonly<Record<string, readonly (Action | number)[]>> = {
  'never seen': [],
  claimed: ['claim'],
  'claimed, 1 ms before it expires': ['claim', LEASE - 1],
  'claimed, expired': ['claim', LEASE],
  'expired and claimed by another': ['claim', LEASE, 'claim'],
  released: ['claim', 'release'],
  'read after it expired': ['claim', LEASE, 'find'],
  sent: ['claim', 'send'],
  'sent, 1 ms before it is overdue': ['claim', 'send', SENT_LIMIT - 1],
  'sent, overdue': ['claim', 'send', SENT_LIMIT],
  unknown: ['claim', 'send', 'unknown'],
  'unknown for years': ['claim', 'send', 'unknown', 1000 * DAY],
  'sent, years ago': ['claim', 'send', 1000 * DAY],
  succeeded: ['claim', 'send', 'succeeded'],
  failed: ['claim', 'send', 'failed'],
  'unknown, then resolved as succeeded': ['claim', 'send', 'unknown', 'resolve succeeded'],
  'unknown, then resolved as failed': ['claim', 'send', 'unknown', 'resolve failed'],
  'overdue, then finished as succeeded': ['claim', 'send', SENT_LIMIT, 'succeeded'],
  'succeeded, 1 ms within the retention time': ['claim', 'send', 'succeeded', 31 * DAY - 1],
  'succeeded, past the retention time': ['claim', 'send', 'succeeded', 31 * DAY],
};

type AnyClaim = Claim & Partial<SentClaim>;

const finish = (attempts: Attempts, claim: AnyClaim, state: 'succeeded' | 'failed' | 'unknown') =>
  attempts.finish({ sent: claim.stored, ...claim }, state);

/** Takes an attempt to a condition. Returns its first claim. */
async function reach({ attempts, clock }: Setup, condition: string): Promise<AnyClaim> {
  let own: AnyClaim | undefined;
  for (const step of CONDITIONS[condition] ?? assert.fail(condition)) {
    if (typeof step === 'number') clock.now += step;
    else if (!own) own = await claimed(attempts);
    else if (step === 'claim') await claimed(attempts);
    else if (step === 'release') await attempts.release(own);
    else if (step === 'find') await attempts.find(own.key);
    else if (step === 'send') own = { ...own, ...(await attempts.markSent(own)) };
    else if (step === 'resolve succeeded') await attempts.resolve(own.key, 'succeeded');
    else if (step === 'resolve failed') await attempts.resolve(own.key, 'failed');
    else await finish(attempts, own, step);
  }
  return own ?? ({ key: REQUEST.key, owner: 'nobody', stored: { text: '', record: {} } } as Claim);
}

/** What may happen to it next. */
const STEPS: Readonly<Record<string, (attempts: Attempts, claim: AnyClaim) => Promise<unknown>>> = {
  'claim again': async (attempts) => (await attempts.claim(REQUEST)).kind,
  'claim with other content': async (attempts) => (await attempts.claim({ ...REQUEST, fingerprint: 'content-2' })).kind,
  'claim for another order': async (attempts) => (await attempts.claim({ ...REQUEST, reference: 'order-1043' })).kind,
  'claim with another key': async (attempts) => (await attempts.claim({ ...REQUEST, key: 'key-2' })).kind,
  markSent: (attempts, claim) => attempts.markSent(claim).then(() => 'sent', nameOf),
  finish: async (attempts, claim) => isRecorded(await finish(attempts, claim, 'succeeded')),
  'finish by another owner': async (attempts, claim) =>
    isRecorded(await finish(attempts, { ...claim, owner: 'another' }, 'succeeded')),
  resolve: async (attempts, { key }) => (await attempts.resolve(key, 'succeeded')) !== undefined,
  find: async (attempts, { key }) => (await attempts.find(key))?.state,
  abandon: (attempts, claim) => attempts.abandon(claim),
  'claim again after abandon': async (attempts, claim) => {
    await attempts.abandon(claim);
    return (await attempts.claim(REQUEST)).kind;
  },
  'find after release': async (attempts, claim) => {
    await attempts.release(claim);
    return (await attempts.find(claim.key))?.state;
  },
};

const isRecorded = ({ kind }: Finished) => kind !== 'dropped';

const nameOf = (error: unknown) => (error as Error).name;

/** The results of all steps, in their order. */
const GONE = 'claimed claimed claimed claimed ClaimLostError false false false undefined false claimed undefined';
const ALIVE = 'in_flight mismatch mismatch order_in_doubt sent false false false claimed true finished undefined';
const SENT = 'in_flight mismatch mismatch order_in_doubt ClaimLostError true false false sent true finished sent';
const OPEN = 'finished mismatch mismatch order_in_doubt ClaimLostError true false true unknown true finished unknown';
const PAID = 'finished mismatch mismatch order_paid ClaimLostError true false false succeeded false finished succeeded';
const FAILED = 'finished mismatch mismatch claimed ClaimLostError true false false failed true finished failed';

/** For each condition. */
const RESULTS: Readonly<Record<string, string>> = {
  'never seen': GONE,
  claimed: ALIVE,
  'claimed, 1 ms before it expires': ALIVE,
  'claimed, expired': 'claimed mismatch mismatch claimed sent false false false failed true finished undefined',
  'expired and claimed by another':
    'in_flight mismatch mismatch order_in_doubt ClaimLostError false false false claimed false in_flight claimed',
  released: GONE,
  'read after it expired': FAILED,
  sent: SENT,
  'sent, 1 ms before it is overdue': SENT,
  'sent, overdue': OPEN,
  unknown: OPEN,
  'unknown for years': OPEN,
  'sent, years ago': OPEN,
  succeeded: PAID,
  failed: FAILED,
  'unknown, then resolved as succeeded': PAID,
  'unknown, then resolved as failed': FAILED,
  'overdue, then finished as succeeded': PAID,
  'succeeded, 1 ms within the retention time': PAID,
  'succeeded, past the retention time': GONE,
};

for (const condition of Object.keys(CONDITIONS)) {
  describe(`attempt: ${condition}`, () => {
    for (const [index, [step, run]] of Object.entries(STEPS).entries()) {
      const expected = RESULTS[condition]?.split(' ')[index];
      it(`${step}: ${expected}`, async () => {
        const setup = setUp();
        const claim = await reach(setup, condition);
        assert.equal(String(await run(setup.attempts, claim)), expected);
      });
    }
  });
}

describe('order', () => {
  for (const [condition, isFree] of [
    ['released', true],
    ['failed', true],
    ['unknown, then resolved as failed', true],
    ['read after it expired', true],
    ['succeeded', false],
    ['unknown', false],
    ['sent, overdue', false],
  ] as const) {
    it(`${isFree ? 'accepts' : 'rejects'} a second attempt when the first is: ${condition}`, async () => {
      const setup = setUp();
      await reach(setup, condition);
      assert.equal((await setup.attempts.claim({ ...REQUEST, key: 'key-2' })).kind === 'claimed', isFree);
    });
  }

  it('belongs to the second attempt after the claim of the first expired: the first cannot be sent', async () => {
    const { attempts, clock } = setUp();
    const first = await claimed(attempts);
    clock.now += LEASE;
    await claimed(attempts, { ...REQUEST, key: 'key-2' });
    await assert.rejects(attempts.markSent(first), ClaimLostError);
  });

  it('is not freed by the first attempt after it was released by resolve() and taken by a second', async () => {
    const { attempts, store } = setUp();
    const first = await sent(attempts);
    await store.swap([{ name: `order:"${ORDER}"`, before: REQUEST.key, after: undefined }]);
    await sent(attempts, { ...REQUEST, key: 'key-2' });
    await attempts.finish(first, 'failed');
    assert.equal((await attempts.claim({ ...REQUEST, key: 'key-3' })).kind, 'order_in_doubt');
  });

  it('stays with the first attempt when that is released and claimed again while a second reads', async () => {
    const { attempts, store, clock } = setUp();
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
      (await new Attempts(slow, { clock: { now: () => clock.now } }).claim({ ...REQUEST, key: 'key-2' })).kind,
      'order_in_doubt',
    );
  });

  for (const [what, one, other] of [
    ['upper and lower case', 'order', 'Order'],
    ['control characters', 'a\u0000', 'a\u0001'],
    ['lone surrogates', '\ud800', '\ud801'],
    ['a name with the prefix of an attempt', 'attempt:key-1', 'key-1'],
  ] as const) {
    it(`is identified by its exact reference: ${what}`, async () => {
      const { attempts } = setUp();
      await claimed(attempts, { ...REQUEST, reference: one });
      assert.equal((await attempts.claim({ ...REQUEST, key: 'key-2', reference: other })).kind, 'claimed');
    });
  }
});

it('an order has at most one open attempt, however the steps of concurrent attempts interleave', async () => {
  const shopper = fc.record({
    key: fc.constantFrom('key-1', 'key-2', 'key-3'),
    outcome: fc.constantFrom('succeeded', 'failed', 'unknown'),
    helper: fc.constantFrom('find', 'resolve', 'none'),
  } as const);
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(shopper, { minLength: 2, maxLength: 6 }), async (scheduler, shoppers) => {
      const memory = createMemoryStore();
      const store: AttemptStore = {
        ...memory,
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
      const attempts = new Attempts(store, { lease: 0 }); // every claim expires at once
      const open = new Set<string>();
      const everSent = new Set<string>();
      const pay = async ({ key, outcome, helper }: (typeof shoppers)[number]): Promise<void> => {
        const result = await attempts.claim({ ...REQUEST, key });
        if (helper === 'find') await attempts.find(key);
        if (helper === 'resolve') await attempts.resolve(key, 'succeeded');
        if (result.kind !== 'claimed') return;
        const sent = await attempts.markSent(result.claim).catch((error: unknown) => {
          assert.ok(error instanceof ClaimLostError);
        });
        if (!sent) return;
        assert.deepEqual([open.size, everSent.has(key)], [0, false]);
        everSent.add(key);
        if (outcome !== 'failed') open.add(key); // else another may be sent from now on
        await attempts.finish(sent, outcome);
      };
      await scheduler.waitFor(Promise.all(shoppers.map(pay)));
    }),
  );
});

for (const isUsed of [false, true])
  it(`finish writes the outcome in one step, since the shopper waits for it: ${isUsed ? 'with' : 'without'} onSettled`, async () => {
    const { store } = setUp();
    let steps = 0;
    const counted: AttemptStore = {
      ...store,
      read: (names) => (steps++, store.read(names)),
      swap: (changes) => (steps++, store.swap(changes)),
    };
    const attempts = new Attempts(counted);
    if (isUsed) await attempts.outbox.register();
    await attempts.finish(await sent(attempts), 'succeeded'); // knows the outbox from now on
    const claim = await sent(attempts, { ...REQUEST, key: 'key-2', reference: 'order-1043' });
    steps = 0;
    await attempts.finish(claim, 'succeeded');
    assert.equal(steps, 1);
  });

describe('an attempt that was rejected for its order', () => {
  const SECOND = { ...REQUEST, key: 'key-2' };
  const ask = ({ attempts }: Setup, reference?: string) =>
    attempts.findOrForbid(SECOND.key, reference, () => Promise.resolve());

  async function rejected(setup: Setup): Promise<SentClaim> {
    const claim = await sent(setup.attempts);
    await setup.attempts.rejectForOrder(SECOND.key, ORDER);
    return claim;
  }

  it('has failed when the attempt that held its order was never sent', async () => {
    const setup = setUp();
    await claimed(setup.attempts);
    await setup.attempts.rejectForOrder(SECOND.key, ORDER);
    setup.clock.now += LEASE;
    assert.equal((await ask(setup))?.state, 'failed');
  });

  it('cannot be sent after it was reported as failed because the attempt that held its order was declined meanwhile', async () => {
    const setup = setUp();
    const claim = await rejected(setup);
    let isDeclined = false;
    const slow: AttemptStore = {
      ...setup.store,
      async read(names) {
        if (names.includes(`attempt:${REQUEST.key}`) && !isDeclined) {
          isDeclined = true;
          await setup.attempts.finish(claim, 'failed');
        }
        return setup.store.read(names);
      },
    };
    const attempts = new Attempts(slow, { clock: { now: () => setup.clock.now } });
    const attempt = await ask({ ...setup, attempts });
    assert.deepEqual([attempt?.state, (await attempts.claim(SECOND)).kind], ['failed', 'mismatch']);
  });

  it('is found for as long as a page remembers it, a day', async () => {
    const setup = setUp();
    await setup.attempts.finish(await rejected(setup), 'succeeded');
    setup.clock.now += DAY - 1;
    assert.equal((await ask(setup))?.state, 'succeeded');
  });

  it('is undefined when it was never rejected', async () => {
    assert.equal(await ask(setUp()), undefined);
  });
});

describe('an attempt that does not exist', () => {
  const KEY = 'key-2';
  const admit = () => Promise.resolve();

  it('is not listed', async () => {
    const { attempts, store } = setUp();
    await attempts.findOrForbid(KEY, undefined, admit);
    const listed: string[] = [];
    for await (const { key } of listAttempts(store)) listed.push(key);
    assert.deepEqual(listed, []);
  });

  it('is found if it is claimed while it is looked up', async () => {
    const { attempts } = setUp();
    const claim = async () => void (await attempts.claim({ ...REQUEST, key: KEY }));
    assert.equal((await attempts.findOrForbid(KEY, undefined, claim))?.state, 'claimed');
  });

  it('is not recorded above a limit', async () => {
    const { attempts } = setUp();
    const limit = () => Promise.reject(new Error('too often'));
    await assert.rejects(attempts.findOrForbid(KEY, undefined, limit));
    assert.equal((await attempts.claim({ ...REQUEST, key: KEY })).kind, 'claimed');
  });
});

describe('an attempt that may be sent once more', () => {
  const HOUR = 60 * 60 * 1000;

  it('is not settled by a process whose clock is ahead', async () => {
    const { attempts, store, clock } = setUp();
    await sent(attempts);
    const ahead = new Attempts(store, { clock: { now: () => clock.now + HOUR } });
    assert.equal(await ahead.resolve(REQUEST.key, 'failed'), undefined);
  });

  it('is not settled for as long after it was sent last as after it was sent first', async () => {
    const { attempts, clock } = setUp();
    const claim = await sent(attempts);
    clock.now += SENT_LIMIT - 1;
    await attempts.renew(claim);
    clock.now += SENT_LIMIT - 1;
    const early = await attempts.resolve(REQUEST.key, 'failed');
    clock.now += 1;
    const late = await attempts.resolve(REQUEST.key, 'failed');
    assert.deepEqual([early, late?.attempt.state], [undefined, 'failed']);
  });

  it('may not be sent any more after it was settled', async () => {
    const { attempts, clock } = setUp();
    const claim = await sent(attempts);
    clock.now += SENT_LIMIT;
    await attempts.resolve(REQUEST.key, 'failed');
    assert.equal(await attempts.renew(claim), undefined);
  });
});

async function settledAsFailed() {
  const setup = setUp();
  const claim = await sent(setup.attempts);
  setup.clock.now += SENT_LIMIT;
  await setup.attempts.resolve(REQUEST.key, 'failed');
  return { ...setup, claim };
}

describe('a charge of an attempt that was settled as failed meanwhile', () => {
  it('is reported to the shop', async () => {
    const { attempts, claim } = await settledAsFailed();
    await attempts.outbox.register();
    await attempts.finish(claim, 'succeeded');
    const counts: number[] = [];
    for await (const { count } of attempts.outbox.list()) counts.push(count);
    assert.deepEqual(counts, [1]);
  });
});

describe('an unknown outcome of an attempt that was settled as failed meanwhile', () => {
  it('is kept until it is settled', async () => {
    const { attempts, claim, clock } = await settledAsFailed();
    await attempts.finish(claim, 'unknown');
    clock.now += 1000 * DAY;
    const other = await attempts.claim({ ...REQUEST, key: 'key-2' });
    assert.deepEqual([(await attempts.find(REQUEST.key))?.state, other.kind], ['unknown', 'order_in_doubt']);
  });
});
