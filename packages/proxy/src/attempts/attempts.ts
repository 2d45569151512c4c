import { realClock, type Clock } from 'payment-widget/contract';
import type { Sign } from '../base/crypto.js';
import { CONFLICT, retryOnConflict, swap, type AttemptStore, type Change } from '../stores/store.js';
import { createSharedSign } from './fingerprint.js';
import { createOutbox, unitOf, type Outbox, type QueuedEntry } from './outbox.js';
import {
  type AttemptAnswer,
  type AttemptRecord,
  type AttemptState,
  type Price,
  type StoredAttempt,
  type StoredRecord,
  hasExpired,
  isForbidden,
  isInProgress,
  isSamePrice,
  isSettledState,
  parseRecord,
  toAttempt,
} from './record.js';

export const attemptName = (key: string): string => `attempt:${key}`;

const rejectedName = (key: string): string => `rejected:${key}`;

/** An entry that expires by the clock of the store: until then, the owner of the attempt may be sending it. */
const sendingName = (key: string): string => `sending:${key}`;

/** Uses JSON, because some stores do not distinguish all control characters and lone surrogates. */
const orderName = (reference: string): string => `order:${JSON.stringify(reference)}`;

/** What is assumed of an attempt that was not looked up: there is none, and no other one holds its order. */
const unseen = ({ key, reference }: ClaimRequest): Vacancy => ({
  kind: 'vacant',
  stored: undefined,
  order: reference === undefined ? [] : [{ name: orderName(reference), before: undefined, after: key }],
});

export const removal = (key: string, stored: StoredRecord | undefined): Change => ({
  name: attemptName(key),
  before: stored?.text,
  after: undefined,
});

/** Permission to send one attempt, once. */
export interface Claim {
  readonly key: string;
  /** Distinguishes this claim from other claims of the same attempt. */
  readonly owner: string;
  readonly stored: StoredRecord;
}

/** A claim that was used. It can be neither released nor used again. */
export interface SentClaim extends Pick<Claim, 'key' | 'owner'> {
  /** The record as it was written. */
  readonly sent: StoredRecord;
}

/** The order for which a key was rejected. */
interface Rejection {
  readonly reference: string;
  readonly pageReference: string;
}

const parseStored = (text: string | undefined) => (text === undefined ? undefined : parseRecord(text));

export interface ClaimRequest {
  readonly key: string;
  /** Only one attempt per order is active at a time. Without a reference, attempts are independent. */
  readonly reference?: string | undefined;
  /** The page's name of the order, if it is another one. */
  readonly pageReference?: string | undefined;
  readonly fingerprint: string;
  readonly price?: Price | undefined;
}

/** Only `claimed` permits sending. */
export type ClaimResult = { readonly kind: 'claimed'; readonly claim: Claim } | Refusal;

export interface Vacancy {
  readonly kind: 'vacant';
  readonly stored: StoredRecord | undefined;
  readonly order: readonly Change[];
}

export type Refusal =
  /** The key was used for a different payment. */
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'in_flight' }
  /** The same payment has succeeded, failed, or is unknown. */
  | { readonly kind: 'finished'; readonly attempt: StoredAttempt }
  | { readonly kind: 'order_paid'; readonly attempt: StoredAttempt }
  | { readonly kind: 'order_paid_otherwise' }
  /** Another attempt for the order is in progress or unknown. */
  | { readonly kind: 'order_in_doubt'; readonly attempt: StoredAttempt };

/** The outcome of an attempt, as it was written. */
export interface Settlement {
  readonly attempt: StoredAttempt;
  /** The entry for `onSettled`, if some process has that function. */
  readonly queued?: QueuedEntry | undefined;
}

export type Finished =
  /** `corrected`: it was recorded as failed. There is no settlement of an unknown outcome, or after an earlier call. */
  | { readonly kind: 'recorded' | 'corrected'; readonly settlement?: Settlement | undefined }
  /** The attempt, if there still is one, has another outcome. */
  | { readonly kind: 'dropped'; readonly attempt: StoredAttempt | undefined };

/** The claim has expired and belongs to another request. Nothing may be sent. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

export const ATTEMPT_TIMES = {
  /** How long a claim is valid, in ms: the shopper's next try can then take over. */
  lease: 15_000,
  /** When a sent attempt counts as unknown, in ms since it was sent last: later than the service may respond. */
  sentLimit: 45_000,
  /** How long settled attempts are kept: 31 days, as long as payment services remember keys. */
  retention: 31 * 24 * 60 * 60 * 1000,
  /** How long a process may deliver one settled attempt before another process may, in ms: longer than a call of `onSettled`. */
  deliveryLease: 90_000,
  /** A wrong clock causes delays only: by it alone, nobody may call an attempt overdue that its owner may still send. */
  clock: realClock as Pick<Clock, 'now'>,
};

/** What an attempt has come to. */
interface Outcome {
  readonly state: 'succeeded' | 'failed' | 'unknown';
  readonly answer?: AttemptAnswer | undefined;
  /** Whether `onSettled` does not learn of it. */
  readonly isSilent?: boolean;
}

type Override = Settlement | 'not_settled' | 'order_held';

/** The time for which a page remembers an attempt. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/**
 * State machine of payment attempts: `claimed → sent → succeeded | failed | unknown`. An attempt is sent at most once, even
 * if its process dies. At most one attempt per order is in progress, succeeded or unknown, unless the service contradicts who
 * has settled another as failed. Any number of processes may share a store: each step reads what it does not know, decides and
 * writes with one atomic swap, and starts over if another process was faster. An attempt is recorded or reported as failed only
 * if nobody can send its key any more. Only `find()` says nothing final of a key without a record. Every method rejects if the
 * store does.
 */
export class Attempts {
  readonly #store: AttemptStore;
  readonly #options: typeof ATTEMPT_TIMES;
  readonly outbox: Outbox;
  readonly sharedSign: () => Promise<Sign>;

  constructor(store: AttemptStore, options: Partial<typeof ATTEMPT_TIMES> = {}) {
    this.#store = store;
    this.sharedSign = createSharedSign(store);
    this.#options = { ...ATTEMPT_TIMES, ...options };
    this.outbox = createOutbox(store, this.#options);
  }

  /** Returns whether an attempt can be claimed now, or why not. Writes nothing. */
  async check({ key, reference, fingerprint, price }: ClaimRequest): Promise<Vacancy | Refusal> {
    const names = [attemptName(key), ...(reference === undefined ? [] : [orderName(reference)])];
    const [text, holder] = await this.#store.read(names);
    const stored = parseStored(text);
    if (stored && (stored.record.fingerprint !== fingerprint || stored.record.reference !== reference)) {
      return { kind: 'mismatch' };
    }
    if (stored && !hasExpired(stored.record, this.#now)) {
      const attempt = toAttempt(key, stored.record, this.#now);
      return isInProgress(attempt.state) ? { kind: 'in_flight' } : { kind: 'finished', attempt };
    }
    if (reference === undefined) return { kind: 'vacant', stored, order: [] };
    const order = await this.#passOrder({ name: orderName(reference), before: holder, after: key }, price);
    return 'kind' in order ? order : { kind: 'vacant', stored, order };
  }

  /** @param vacancy - what `check` has returned. Without it, nothing is read unless the swap fails: most attempts are new. */
  claim(request: ClaimRequest, vacancy = unseen(request)): Promise<ClaimResult> {
    const { key, reference, pageReference, fingerprint, price } = request;
    let known: Vacancy | undefined = vacancy;
    return retryOnConflict<ClaimResult>(async () => {
      const checked = known ?? (await this.check(request));
      known = undefined;
      if (checked.kind !== 'vacant') return checked;
      const owner = crypto.randomUUID();
      const record = { state: 'claimed', reference, pageReference, fingerprint, price, owner } as const;
      const { change, stored } = this.#write(key, checked.stored, record, this.#options.lease);
      if (!(await swap(this.#store, [change, ...checked.order]))) return CONFLICT;
      return { kind: 'claimed', claim: { key, owner, stored } };
    });
  }

  /**
   * Nothing may be sent before this resolves; afterwards the attempt cannot be claimed again.
   * @throws {ClaimLostError} if the claim has passed to another request or was used
   */
  async markSent({ key, owner, stored }: Claim): Promise<SentClaim> {
    const sent = await this.#writeSent(key, stored, undefined);
    if (sent) return { key, owner, sent };
    throw new ClaimLostError('The claim on this attempt has expired. Nothing was sent.');
  }

  /**
   * Renews the claim before the attempt is sent once more.
   * @returns undefined if it was settled meanwhile: then nothing may be sent
   */
  async renew({ key, owner, sent }: SentClaim): Promise<SentClaim | undefined> {
    const [lease] = await this.#store.read([sendingName(key)]);
    const renewed = await this.#writeSent(key, sent, lease);
    return renewed && { key, owner, sent: renewed };
  }

  async #writeSent(key: string, before: StoredRecord, lease: string | undefined): Promise<StoredRecord | undefined> {
    const { sentLimit: expiresIn } = this.#options;
    const { change, stored } = this.#write(key, before, { ...before.record, state: 'sent' }, expiresIn);
    const sending = { name: sendingName(key), before: lease, after: before.record.owner, expiresIn };
    return (await swap(this.#store, [change, sending])) ? stored : undefined;
  }

  /**
   * What `markSent()` wrote is read again only if the swap fails, since the shopper is waiting. A charge or a doubt
   * replaces "failed", even if an operator has recorded that.
   */
  async finish(
    { key, owner, sent }: SentClaim,
    state: 'succeeded' | 'failed' | 'unknown',
    answer?: AttemptAnswer,
  ): Promise<Finished> {
    const isSent = (record: AttemptRecord) =>
      record.owner === owner && (record.state === 'sent' || record.state === 'unknown');
    const outcome = { state, answer, isSilent: state === 'unknown' };
    const settlement = await this.#settle(key, isSent, outcome, sent);
    if (settlement) return { kind: 'recorded', settlement: state === 'unknown' ? undefined : settlement };
    const isFailed = (record: AttemptRecord) => record.owner === owner && record.state === 'failed';
    const correction = state === 'failed' ? undefined : await this.#override(key, isFailed, outcome, true);
    if (typeof correction === 'object') return { kind: 'corrected', settlement: correction };
    const record = (await this.#read(key))?.record;
    if (record?.owner === owner && record.state === state) return { kind: 'recorded' }; // an earlier call did it
    return { kind: 'dropped', attempt: record && toAttempt(key, record, this.#now) };
  }

  /**
   * Gives up an attempt that was not sent, also after `markSent`. Keeps copies of its request from being sent later.
   * @returns false if the claim was lost: another request may send it
   */
  async abandon(claim: Claim): Promise<boolean> {
    const isOwn = ({ owner, state }: AttemptRecord) => owner === claim.owner && !isSettledState(state);
    if (await this.#settle(claim.key, isOwn, { state: 'failed', isSilent: true })) return true;
    const record = (await this.#read(claim.key))?.record; // an earlier call may have written it
    return record?.owner === claim.owner && record.state === 'failed';
  }

  /** Does nothing after `markSent`. */
  async release({ key, stored }: Claim): Promise<void> {
    const order = await this.#changeOrder(key, stored.record, { after: undefined });
    await this.#store.swap([removal(key, stored), ...order]);
  }

  /**
   * Records an expired claim as failed: no waiting copy may be sent after the page has read that nothing was.
   * @returns undefined if there is no record; a copy that is late may still be sent
   */
  async find(key: string): Promise<StoredAttempt | undefined> {
    return this.#find(key, await this.#read(key));
  }

  async #find(key: string, stored: StoredRecord | undefined): Promise<StoredAttempt | undefined> {
    if (!stored || !hasExpired(stored.record, this.#now)) return stored && toAttempt(key, stored.record, this.#now);
    const isExpired = (record: AttemptRecord) => hasExpired(record, this.#now);
    await this.#settle(key, isExpired, { state: 'failed', isSilent: true });
    return this.find(key);
  }

  /** @returns undefined if there is no such attempt, it is already settled, or its response may still arrive */
  resolve(key: string, state: 'succeeded' | 'failed', answer?: AttemptAnswer): Promise<Settlement | undefined> {
    const isOverdue = async (record: AttemptRecord) =>
      toAttempt(key, record, this.#now).state === 'unknown' &&
      (record.state === 'unknown' || (await this.#store.read([sendingName(key)]))[0] === undefined);
    return this.#settle(key, isOverdue, { state, answer });
  }

  /** `failed` releases the order, and `succeeded` takes it again unless another attempt holds it. */
  override(key: string, state: 'succeeded' | 'failed', answer?: AttemptAnswer): Promise<Override> {
    return this.#override(key, (record) => isSettledState(record.state), { state, answer }, false);
  }

  /** @param isByService - then it is recorded even if another attempt holds the order */
  #override(
    key: string,
    mayOverride: (record: AttemptRecord) => boolean,
    { state, answer, isSilent }: Outcome,
    isByService: boolean,
  ): Promise<Override> {
    const expiresIn = this.#retentionOf(state);
    return retryOnConflict<Override>(async () => {
      const stored = await this.#read(key);
      if (!stored || !mayOverride(stored.record)) return 'not_settled';
      const order = (await this.#reassignOrder(key, stored.record, state)) ?? (isByService ? [] : undefined);
      if (!order) return 'order_held';
      const written = this.#write(key, stored, { ...stored.record, state, answer }, 0);
      const kept = order.map((each) => (each.after === undefined ? each : { ...each, expiresIn }));
      const changes = [{ ...written.change, expiresIn }, ...kept] as const;
      return (await this.#swapSettled(key, written.stored.record, changes, { isSilent })) ?? CONFLICT;
    });
  }

  /** @param pageReference - how the page names the order */
  async rejectForOrder(key: string, reference: string, pageReference = reference): Promise<void> {
    const name = rejectedName(key);
    const [before] = await this.#store.read([name]);
    const after = JSON.stringify({ reference, pageReference } satisfies Rejection);
    await this.#store.swap([{ name, before, after, expiresIn: REMEMBERED_MS }]);
  }

  /**
   * Finds an attempt for a page that remembers its key. If it was rejected for its order, that is the attempt that holds the order.
   * What is returned as failed, or not at all, is recorded as failed, so that no copy that is late is sent.
   * @param reference - the order, if the page has proved it: if it is paid, returns the attempt that has paid it
   * @param admit - called before something is written; may throw
   * @returns undefined if nothing was sent with this key, and nothing will be
   */
  findOrForbid(
    key: string,
    reference: string | undefined,
    admit: () => Promise<void>,
  ): Promise<StoredAttempt | undefined> {
    return retryOnConflict<StoredAttempt | undefined>(async () => {
      const [text, rejection] = await this.#store.read([attemptName(key), rejectedName(key)]);
      const stored = parseStored(text);
      if (stored && !isForbidden(stored.record)) return this.#find(key, stored);
      const rejected = rejection === undefined ? undefined : (JSON.parse(rejection) as Rejection);
      const { reference: order = reference, pageReference } = rejected ?? {};
      const holder = order === undefined ? undefined : await this.findHolder(order);
      const attempt = holder === undefined ? undefined : await this.find(holder);
      const isRejected = rejected !== undefined;
      if (attempt && (isRejected ? attempt.state !== 'failed' : attempt.state === 'succeeded')) {
        return isRejected ? { ...attempt, rejectedAs: rejected.pageReference } : attempt;
      }
      if (!stored) {
        await admit();
        if (!(await this.forbid(key, order, pageReference))) return CONFLICT;
      }
      return isRejected ? this.find(key) : undefined;
    });
  }

  /**
   * Records a key that was not used as failed, so that no copy that is late can be sent.
   * @returns false if it was used
   */
  forbid(key: string, reference: string | undefined, pageReference: string | undefined): Promise<boolean> {
    const record = { state: 'failed', reference, pageReference, fingerprint: '', owner: '' } as const;
    const { change } = this.#write(key, undefined, record, 0);
    return swap(this.#store, [{ ...change, expiresIn: REMEMBERED_MS }]);
  }

  /** Returns the attempt that holds the order: the one in progress, succeeded or unknown. */
  async findHolder(reference: string): Promise<string | undefined> {
    return (await this.#store.read([orderName(reference)]))[0];
  }

  get #now(): number {
    return this.#options.clock.now();
  }

  #retentionOf(state: AttemptState): number | undefined {
    return isSettledState(state) ? this.#options.retention : undefined;
  }

  async #read(key: string): Promise<StoredRecord | undefined> {
    const [text] = await this.#store.read([attemptName(key)]);
    return parseStored(text);
  }

  /** @param known - the record as this process wrote it. It is read only if the swap fails. */
  #settle(
    key: string,
    maySettle: (record: AttemptRecord) => boolean | Promise<boolean>,
    { state, answer, isSilent }: Outcome,
    known?: StoredRecord,
  ): Promise<Settlement | undefined> {
    let guess = known;
    return retryOnConflict<Settlement | undefined>(async () => {
      const stored = guess ?? (await this.#read(key));
      if (!stored || !(await maySettle(stored.record))) return undefined;
      const expiresIn = this.#retentionOf(state);
      const written = this.#write(key, stored, { ...stored.record, state, answer }, 0);
      const after = state === 'failed' ? undefined : key;
      const isGuess = guess !== undefined;
      guess = undefined;
      const order = await this.#changeOrder(key, stored.record, { after, expiresIn }, isGuess);
      const changes = [{ ...written.change, expiresIn }, ...order] as const;
      return (await this.#swapSettled(key, written.stored.record, changes, { isSilent, isGuess })) ?? CONFLICT;
    });
  }

  /** @returns undefined if the swap failed */
  async #swapSettled(
    key: string,
    record: AttemptRecord,
    changes: readonly [Change, ...Change[]],
    { isSilent, isGuess = false }: Pick<Outcome, 'isSilent'> & { readonly isGuess?: boolean },
  ): Promise<Settlement | undefined> {
    const added = isSilent ? undefined : await this.outbox.add(unitOf(key, record), key, isGuess);
    if (!(await swap(this.#store, added ? [...changes, added.change] : changes))) return undefined;
    return { attempt: toAttempt(key, record, this.#now), queued: added?.queued };
  }

  /** Returns the changes that pass the order from its holder to an attempt, or the reason against it. */
  async #passOrder(take: Change, price: Price | undefined): Promise<Change[] | Refusal> {
    const { before: holder, after: key } = take;
    if (holder === undefined || holder === key) return [take];
    const stored = await this.#read(holder);
    // The same swap removes the expired claim, so that it cannot be sent, unless it was claimed again meanwhile.
    if (!stored || hasExpired(stored.record, this.#now)) return [take, removal(holder, stored)];
    const attempt = toAttempt(holder, stored.record, this.#now);
    if (attempt.state !== 'succeeded') return { kind: 'order_in_doubt', attempt };
    return isSamePrice(attempt.price, price) ? { kind: 'order_paid', attempt } : { kind: 'order_paid_otherwise' };
  }

  /** Returns the changes of the order when a settled attempt is corrected; `undefined` if another attempt holds it. */
  async #reassignOrder(key: string, record: AttemptRecord, state: AttemptState): Promise<Change[] | undefined> {
    if (state === 'failed') return this.#changeOrder(key, record, { after: undefined });
    if (record.reference === undefined) return [];
    const take = { name: orderName(record.reference), before: await this.findHolder(record.reference), after: key };
    const order = await this.#passOrder(take, record.price);
    return 'kind' in order ? undefined : order;
  }

  /**
   * Returns the change of the order's entry if this attempt holds the order, or takes it and nobody holds it.
   * @param isGuess - assumes that it does. If not, the swap fails.
   */
  async #changeOrder(
    key: string,
    { reference }: AttemptRecord,
    change: Pick<Change, 'after' | 'expiresIn'>,
    isGuess = false,
  ): Promise<Change[]> {
    if (reference === undefined) return [];
    const holder = isGuess ? key : await this.findHolder(reference);
    const isFree = holder === undefined && change.after === key;
    return holder === key || isFree ? [{ name: orderName(reference), before: holder, ...change }] : [];
  }

  #write(
    key: string,
    before: StoredRecord | undefined,
    next: Omit<AttemptRecord, 'since' | 'until' | 'version'>,
    duration: number,
  ): { readonly change: Change; readonly stored: StoredRecord } {
    const since = this.#now;
    const record: AttemptRecord = { ...next, since, until: since + duration, version: crypto.randomUUID() };
    const text = JSON.stringify(record);
    return { change: { name: attemptName(key), before: before?.text, after: text }, stored: { text, record } };
  }
}
