import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { Attempts, ClaimLostError, type Claim, type SentClaim } from 'payment-widget-proxy/attempts/attempts';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { times } from '../../soak/effort.js';

/** A second implementation of the rules for attempts, as simple as possible: a list and a clock, no index, no races. */

const LEASE = 10;
const SENT_LIMIT = 20;
const RETENTION = 100;

interface ModelAttempt {
  readonly key: string;
  readonly reference: string | undefined;
  readonly fingerprint: string;
  /** Number of its claim. */
  readonly owner: number;
  state: 'claimed' | 'sent' | 'succeeded' | 'failed' | 'unknown';
  since: number;
  /** Whether it was recorded while another attempt held its order. */
  isBeside?: boolean;
}

interface Model {
  now: number;
  attempts: ModelAttempt[];
  claims: number;
}

interface Real {
  readonly clock: { now: number };
  readonly attempts: Attempts;
  readonly claims: Claim[];
  readonly sent: Map<Claim, SentClaim>;
}

type Command = fc.AsyncCommand<Model, Real>;

const age = (model: Model, { since }: ModelAttempt) => model.now - since;
const hasRunOut = (model: Model, attempt: ModelAttempt) => attempt.state === 'claimed' && age(model, attempt) >= LEASE;
const isOpen = ({ state }: ModelAttempt) => state === 'sent' || state === 'unknown';

function stateOf(model: Model, attempt: ModelAttempt): ModelAttempt['state'] {
  return attempt.state === 'sent' && age(model, attempt) >= SENT_LIMIT ? 'unknown' : attempt.state;
}

function byKey(model: Model, key: string): ModelAttempt | undefined {
  return model.attempts.find((attempt) => attempt.key === key);
}

function byClaim(model: Model, claim: number): ModelAttempt | undefined {
  return model.attempts.find(({ owner }) => owner === claim);
}

function forget(model: Model, gone: (attempt: ModelAttempt) => boolean): void {
  model.attempts = model.attempts.filter((attempt) => !gone(attempt));
}

function settle(model: Model, attempt: ModelAttempt, state: ModelAttempt['state']): void {
  attempt.state = state;
  attempt.since = model.now;
}

/** Another attempt that holds the order. */
function findHolder(model: Model, own: ModelAttempt): ModelAttempt | undefined {
  const { reference } = own;
  const isHolder = (other: ModelAttempt) =>
    other.reference === reference && other.state !== 'failed' && !other.isBeside;
  return reference === undefined ? undefined : model.attempts.find((other) => other !== own && isHolder(other));
}

/** What the service says of an attempt that was recorded as failed counts, and replaces an expired claim. */
function correct(model: Model, own: ModelAttempt): void {
  const holder = findHolder(model, own);
  if (holder && hasRunOut(model, holder)) forget(model, (other) => other === holder);
}

function expectedClaim(model: Model, key: string, reference: string | undefined, fingerprint: string): string {
  const own = byKey(model, key);
  if (own && (own.fingerprint !== fingerprint || own.reference !== reference)) return 'mismatch';
  if (own && !hasRunOut(model, own)) {
    return ['claimed', 'sent'].includes(stateOf(model, own)) ? 'in_flight' : 'finished';
  }
  const others = model.attempts.filter(
    (other) => reference !== undefined && other.reference === reference && !hasRunOut(model, other) && !other.isBeside,
  );
  if (others.some(({ state }) => state === 'succeeded')) return 'order_paid';
  return others.some(({ state }) => state !== 'failed') ? 'order_in_doubt' : 'claimed';
}

const oneOf = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

const claim = (key: string, reference: string | undefined, fingerprint: string): Command => ({
  check: () => true,
  async run(model, real) {
    const expected = expectedClaim(model, key, reference, fingerprint);
    const result = await real.attempts.claim({ key, reference, fingerprint });
    assert.equal(result.kind, expected);
    if (result.kind !== 'claimed') return;
    real.claims.push(result.claim);
    const replaced = (other: ModelAttempt) =>
      other.key === key || (reference !== undefined && other.reference === reference && other.state === 'claimed');
    forget(model, replaced);
    const owner = model.claims++;
    model.attempts.push({ key, reference, fingerprint, owner, state: 'claimed', since: model.now });
  },
  toString: () => `claim ${key} ${reference ?? '-'} ${fingerprint}`,
});

const withClaim = (
  name: string,
  index: number,
  run: (model: Model, real: Real, claim: Claim, own: ModelAttempt | undefined) => Promise<void>,
): Command => ({
  check: ({ claims }) => claims > 0,
  async run(model, real) {
    await run(model, real, oneOf(real.claims, index) as Claim, byClaim(model, index % model.claims));
  },
  toString: () => `${name} ${index}`,
});

const markSent = (index: number): Command =>
  withClaim('markSent', index, async (model, real, claim, own) => {
    const isSent = await real.attempts.markSent(claim).then(
      (sent) => real.sent.set(claim, sent) && true,
      (error: unknown) => {
        assert.ok(error instanceof ClaimLostError);
        return false;
      },
    );
    assert.equal(isSent, own?.state === 'claimed');
    if (own && isSent) settle(model, own, 'sent');
  });

const finish = (index: number, state: 'succeeded' | 'failed' | 'unknown'): Command =>
  withClaim(`finish ${state}`, index, async (model, real, claim, own) => {
    const sent = real.sent.get(claim);
    if (!sent) return; // the type forbids it
    const finished = await real.attempts.finish(sent, state);
    const isRecorded = finished.kind !== 'dropped';
    assert.equal(isRecorded, own !== undefined && (isOpen(own) || own.state === 'failed' || own.state === state));
    if (!own || !isRecorded || own.state === 'succeeded') return;
    if (own.state === 'failed' && state !== 'failed') correct(model, own);
    own.isBeside = findHolder(model, own) !== undefined;
    if (own.state !== state) settle(model, own, state);
  });

const release = (index: number): Command =>
  withClaim('release', index, async (model, real, claim, own) => {
    await real.attempts.release(claim);
    forget(model, (attempt) => attempt === own && attempt.state === 'claimed');
  });

const abandon = (index: number): Command =>
  withClaim('abandon', index, async (model, real, claim, own) => {
    const isAbandoned = await real.attempts.abandon(claim);
    assert.equal(isAbandoned, own !== undefined && own.state !== 'succeeded');
    if (own && isAbandoned && own.state !== 'failed') settle(model, own, 'failed');
  });

const find = (key: string): Command => ({
  check: () => true,
  async run(model, real) {
    const own = byKey(model, key);
    if (own && hasRunOut(model, own)) settle(model, own, 'failed');
    assert.equal((await real.attempts.find(key))?.state, own && stateOf(model, own));
  },
  toString: () => `find ${key}`,
});

const resolve = (key: string, state: 'succeeded' | 'failed'): Command => ({
  check: () => true,
  async run(model, real) {
    const own = byKey(model, key);
    const isResolved = (await real.attempts.resolve(key, state)) !== undefined;
    assert.equal(isResolved, own !== undefined && stateOf(model, own) === 'unknown');
    if (!own || !isResolved) return;
    own.isBeside = findHolder(model, own) !== undefined;
    settle(model, own, state);
  },
  toString: () => `resolve ${key} ${state}`,
});

const pass = (ms: number): Command => ({
  check: () => true,
  run(model, real) {
    real.clock.now += ms;
    model.now += ms;
    const isSettled = ({ state }: ModelAttempt) => state === 'succeeded' || state === 'failed';
    forget(model, (attempt) => isSettled(attempt) && age(model, attempt) >= RETENTION);
    return Promise.resolve();
  },
  toString: () => `${ms} ms pass`,
});

const keys = fc.constantFrom('key-1', 'key-2', 'key-3');
const references = fc.constantFrom('order-1', 'order-1', 'order-2', undefined);
const fingerprints = fc.constantFrom('content-1', 'content-1', 'content-1', 'content-2');
const someClaim = fc.nat(20);
const resolutions = fc.constantFrom('succeeded', 'failed');
const outcomes = fc.constantFrom('succeeded', 'failed', 'unknown');
const passing = fc.constantFrom(1, LEASE - 1, LEASE, SENT_LIMIT, RETENTION);

const commands = fc.commands(
  [
    fc.tuple(keys, references, fingerprints).map((args) => claim(...args)),
    someClaim.map(markSent),
    fc.tuple(someClaim, outcomes).map((args) => finish(...args)),
    someClaim.map(release),
    someClaim.map(abandon),
    keys.map(find),
    fc.tuple(keys, resolutions).map((args) => resolve(...args)),
    passing.map(pass),
  ],
  { maxCommands: 60, size: 'max' },
);

it('attempts follow their model in random sequences of commands', async () => {
  const property = fc.asyncProperty(commands, async (steps) => {
    const clock = { now: 0 };
    const now = () => clock.now;
    const limits = { lease: LEASE, sentLimit: SENT_LIMIT, retention: RETENTION };
    const attempts = new Attempts(createMemoryStore({ now }), { ...limits, clock: { now } });
    const real = { clock, attempts, claims: [], sent: new Map() };
    const setup = () => ({ model: { now: 0, attempts: [], claims: 0 }, real });
    await fc.asyncModelRun(setup, steps);
  });
  await fc.assert(property, { numRuns: times(100) });
});
