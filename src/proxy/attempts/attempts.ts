import { isSameHash } from '../bytes.js';
import { importSecret, type Secret } from './fingerprint.js';
import type { AttemptStore, Change } from './store.js';

/**
 * How far an attempt has come. `claimed`: somebody may send it, nothing was sent yet. `sent`: it may reach the service
 * at any moment or has. `unknown`: sent, and nobody knows what became of it.
 */
export type AttemptState = 'claimed' | 'sent' | 'succeeded' | 'failed' | 'unknown';

/** What the service answered, to be repeated to those who ask again. */
export interface AttemptAnswer {
  readonly status: number;
  /** How long it may be is up to the caller. */
  readonly body?: string;
  /** The body's media type; `application/json` if left out. */
  readonly mediaType?: string;
}

/** What is paid. */
export interface Price {
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency: string;
}

/** An attempt to pay, as it is now. */
export interface Attempt {
  readonly key: string;
  readonly reference?: string;
  readonly state: AttemptState;
  /** When it came into this state, in ms since 1970. */
  readonly since: number;
  readonly price?: Price;
  readonly answer?: AttemptAnswer;
}

/** The right to send one attempt, once. */
export interface Claim {
  readonly key: string;
  /** Tells this claim from every other one of the same attempt. */
  readonly owner: string;
}

/** What an attempt is claimed with. */
export interface ClaimRequest {
  /** The attempt key that the shopper's browser made. */
  readonly key: string;
  /** The order. Of all attempts for it only one at a time goes on. Without it nothing is known of other attempts. */
  readonly reference?: string | undefined;
  /** Differs when what is to be paid differs: a keyed hash, and not of the card's number or code. */
  readonly fingerprint: string;
  readonly price?: Price | undefined;
}

/** `claimed`: go on. Anything else: nothing may be sent. */
export type ClaimResult =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  /** The key was used for another payment. */
  | { readonly kind: 'mismatch' }
  /** The same payment is on its way already. */
  | { readonly kind: 'in_flight' }
  /** The same payment has come to its end, or to an open one. */
  | { readonly kind: 'finished'; readonly attempt: Attempt }
  /** Another attempt has paid the order. */
  | { readonly kind: 'order_paid'; readonly attempt: Attempt }
  /** Another attempt has paid the order, and not this price. */
  | { readonly kind: 'order_paid_otherwise' }
  /** Another attempt for the order is on its way, or nobody knows what became of it. */
  | { readonly kind: 'order_in_doubt'; readonly attempt: Attempt };

/** The claim has run out and was given to another: nothing may be sent. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

/** Times in ms. */
export interface AttemptsOptions {
  /** How long a claim is good for before somebody else may have it; 15 s, so that a shopper's next try gets it. */
  lease?: number;
  /** How long sending may take before nobody expects an answer any more; 45 s, more than the service gets. */
  sentLimit?: number;
  /** How long what is settled is remembered; 31 days, the longest that payment services remember keys. */
  retention?: number;
  /** The clock, in ms since 1970; `Date.now`. One that is wrong delays or hurries people, and never charges twice. */
  now?: () => number;
}

const DAY = 24 * 60 * 60 * 1000;

/** How long somebody may ask about an attempt that was turned away, in ms. */
const TURNED_AWAY = DAY / 24;

/** So many races in a row are lost only where the store does not do what it promises. */
const MAX_RACES = 1000;

/** An attempt as it stands in the store. Nothing of the card is ever in it. */
interface AttemptRecord {
  readonly state: AttemptState;
  readonly reference?: string | undefined;
  readonly fingerprint: string;
  readonly owner: string;
  readonly price?: Price | undefined;
  readonly since: number;
  /** When the claim runs out, or the answer is overdue. */
  readonly until: number;
  readonly answer?: AttemptAnswer | undefined;
  /** Random, so that a record is unlike any other: see `#commit`. */
  readonly version: string;
}

/** A record with the text that it was read from. */
interface Standing {
  readonly text: string;
  readonly record: AttemptRecord;
}

/**
 * The proxy's memory of attempts to pay: `claimed → sent → succeeded | failed | unknown`. An attempt is sent at most
 * once, whatever happens to the process that does it, and an order has at most one attempt that is on its way, has
 * succeeded, or is unknown. Any number of processes may use one store: every step reads, decides, and writes with one
 * swap, and begins again when another was faster. Every method rejects when the store does.
 */
export class Attempts {
  readonly #store: AttemptStore;
  readonly #options: Required<AttemptsOptions>;
  #secret: Promise<Secret> | undefined;

  constructor(store: AttemptStore, options: AttemptsOptions = {}) {
    this.#store = store;
    this.#options = { lease: 15_000, sentLimit: 45_000, retention: 31 * DAY, now: Date.now, ...options };
  }

  /**
   * A random secret that all who use this store have in common. It is made at the first call and kept as long as the
   * attempts that are told apart by it.
   */
  secret(): Promise<Secret> {
    this.#secret ??= this.#repeat(async () => {
      const [known] = await this.#store.read([SECRET]);
      if (known !== undefined) return known;
      const after = `${crypto.randomUUID()}${crypto.randomUUID()}`;
      return (await this.#store.swap([{ name: SECRET, before: undefined, after }])) ? after : undefined;
    }).then(importSecret);
    this.#secret.catch(() => {
      this.#secret = undefined;
    });
    return this.#secret;
  }

  /** Asks for the right to send an attempt. A claim that has run out is given to the next who asks. */
  claim(request: ClaimRequest): Promise<ClaimResult> {
    const { key, reference, fingerprint, price } = request;
    return this.#repeat<ClaimResult>(async () => {
      const own = await this.#read(key);
      if (own && (!isSameHash(own.record.fingerprint, fingerprint) || own.record.reference !== reference)) {
        return { kind: 'mismatch' };
      }
      if (own && !this.#hasRunOut(own.record)) {
        const attempt = this.#describe(key, own.record);
        return isUnderWay(attempt) ? { kind: 'in_flight' } : { kind: 'finished', attempt };
      }
      const order = reference === undefined ? [] : await this.#takeOrder(reference, key, price);
      if ('kind' in order) return order;
      const owner = crypto.randomUUID();
      const { lease } = this.#options;
      const change = this.#write(key, own, { state: 'claimed', reference, fingerprint, price, owner }, lease);
      return (await this.#commit([change, ...order])) ? { kind: 'claimed', claim: { key, owner } } : undefined;
    });
  }

  /**
   * Writes down that the attempt is about to be sent. Nothing may be sent before this has resolved; from then on
   * nobody can claim the attempt again.
   * @throws {ClaimLostError} when the claim is no longer ours, or was used already
   */
  async markSent(claim: Claim): Promise<void> {
    await this.#repeat(async () => {
      const own = await this.#read(claim.key);
      if (own?.record.state !== 'claimed' || own.record.owner !== claim.owner) {
        throw new ClaimLostError('The claim on this attempt ran out. Nothing was sent.');
      }
      const change = this.#write(claim.key, own, { ...own.record, state: 'sent' }, this.#options.sentLimit);
      return (await this.#commit([change])) || undefined;
    });
  }

  /**
   * Writes down what became of a sent attempt, late or not. `failed` (certainly not charged) frees the order.
   * @returns false when the attempt was settled otherwise before, or never sent
   */
  finish(claim: Claim, state: 'succeeded' | 'failed' | 'unknown', answer?: AttemptAnswer): Promise<boolean> {
    const mayFinish = ({ state, owner }: AttemptRecord) => owner === claim.owner && isOpen(state);
    return this.#settle(claim.key, mayFinish, state, answer);
  }

  /** Gives a claim back, since nothing was sent: forgets the attempt and frees the order. A sent one stays. */
  async release(claim: Claim): Promise<void> {
    await this.#repeat(async () => {
      const own = await this.#read(claim.key);
      if (own?.record.state !== 'claimed' || own.record.owner !== claim.owner) return true;
      return (await this.#forget(claim.key, own)) || undefined;
    });
  }

  /**
   * The attempt as it is now, or nothing. A sent one whose answer is overdue is `unknown`: whoever sent it has died.
   * One whose claim ran out is forgotten first, so that "nothing" means that nothing was sent, nor will be.
   */
  find(key: string): Promise<Attempt | undefined> {
    return this.#repeat<{ attempt?: Attempt }>(async () => {
      const standing = await this.#read(key);
      if (!standing) return {};
      if (!this.#hasRunOut(standing.record)) return { attempt: this.#describe(key, standing.record) };
      return (await this.#forget(key, standing)) ? {} : undefined;
    }).then(({ attempt }) => attempt);
  }

  /**
   * Settles an attempt that is `unknown`, by the word of somebody who has looked: a webhook, the console, a person.
   * @returns false when there is no such attempt, it is settled already, or its answer may still come
   */
  resolve(key: string, state: 'succeeded' | 'failed', answer?: AttemptAnswer): Promise<boolean> {
    return this.#settle(key, (record) => this.#describe(key, record).state === 'unknown', state, answer);
  }

  /** Keeps for which order an attempt was turned away, for those who ask about it. */
  async turnAway(key: string, reference: string): Promise<void> {
    const name = turnedAwayName(key);
    const [before] = await this.#store.read([name]);
    await this.#store.swap([{ name, before, after: reference, expiresIn: TURNED_AWAY }]);
  }

  /**
   * For an attempt that was turned away and of which nothing else is known, the one that holds its order now. If none
   * does, the attempt is written down as failed first: should a copy of it arrive late, it is not sent any more.
   */
  findInItsPlace(key: string): Promise<Attempt | undefined> {
    return this.#repeat<{ attempt?: Attempt | undefined }>(async () => {
      const [reference] = await this.#store.read([turnedAwayName(key)]);
      if (reference === undefined) return {};
      const holder = await this.findHolder(reference);
      const attempt = holder === undefined ? undefined : await this.find(holder);
      if (attempt) return { attempt };
      const failed = this.#write(key, undefined, { state: 'failed', reference, fingerprint: '', owner: '' }, 0);
      await this.#commit([{ ...failed, expiresIn: this.#options.retention }]);
      return { attempt: await this.find(key) };
    }).then(({ attempt }) => attempt);
  }

  /** The key of the attempt that holds an order: it is on its way, has succeeded, or is unknown. */
  async findHolder(reference: string): Promise<string | undefined> {
    return (await this.#store.read([orderName(reference)]))[0];
  }

  async #read(key: string): Promise<Standing | undefined> {
    const [text] = await this.#store.read([attemptName(key)]);
    return text === undefined ? undefined : { text, record: JSON.parse(text) as AttemptRecord };
  }

  /** The changes that give the order to an attempt, or what stands against it. */
  async #takeOrder(reference: string, key: string, price: Price | undefined): Promise<Change[] | ClaimResult> {
    const name = orderName(reference);
    const [holder] = await this.#store.read([name]);
    const take = { name, before: holder, after: key };
    if (holder === undefined || holder === key) return [take];
    const standing = await this.#read(holder);
    // The other claim is taken away in the same swap, so that it cannot be sent any more. One that is gone has to be
    // gone still: given back and claimed anew meanwhile, it would hold the order again.
    if (!standing || this.#hasRunOut(standing.record)) return [take, remove(holder, standing)];
    const attempt = this.#describe(holder, standing.record);
    if (attempt.state !== 'succeeded') return { kind: 'order_in_doubt', attempt };
    return isSame(attempt.price, price) ? { kind: 'order_paid', attempt } : { kind: 'order_paid_otherwise' };
  }

  #settle(
    key: string,
    may: (record: AttemptRecord) => boolean,
    state: 'succeeded' | 'failed' | 'unknown',
    answer: AttemptAnswer | undefined,
  ): Promise<boolean> {
    return this.#repeat(async () => {
      const standing = await this.#read(key);
      if (!standing || !may(standing.record)) return false;
      const expiresIn = state === 'unknown' ? undefined : this.#options.retention;
      const change = this.#write(key, standing, { ...standing.record, state, answer }, 0);
      const order = await this.#changeOrder(key, standing.record, {
        after: state === 'failed' ? undefined : key,
        expiresIn,
      });
      return (await this.#commit([{ ...change, expiresIn }, ...order])) || undefined;
    });
  }

  async #forget(key: string, standing: Standing): Promise<boolean> {
    const order = await this.#changeOrder(key, standing.record, { after: undefined });
    return this.#commit([remove(key, standing), ...order]);
  }

  /** The change of the order's entry, if the order is held by this attempt. */
  async #changeOrder(
    key: string,
    { reference }: AttemptRecord,
    change: Pick<Change, 'after' | 'expiresIn'>,
  ): Promise<Change[]> {
    if (reference === undefined) return [];
    const name = orderName(reference);
    const [holder] = await this.#store.read([name]);
    return holder === key ? [{ name, before: holder, ...change }] : [];
  }

  #write(
    key: string,
    before: Standing | undefined,
    next: Omit<AttemptRecord, 'since' | 'until' | 'version'>,
    lasts: number,
  ): Change {
    const since = this.#options.now();
    const record: AttemptRecord = { ...next, since, until: since + lasts, version: crypto.randomUUID() };
    return { name: attemptName(key), before: before?.text, after: JSON.stringify(record) };
  }

  /**
   * Whether the changes were made. A client of a database may send a command again when the connection broke before
   * the answer came, and is told then that it lost against itself.
   */
  async #commit(changes: readonly [Change, ...Change[]]): Promise<boolean> {
    if (await this.#store.swap(changes)) return true;
    const [{ name, after }] = changes;
    return after !== undefined && (await this.#store.read([name]))[0] === after;
  }

  /** Does a step until no other was faster. */
  async #repeat<T>(step: () => Promise<T | undefined>): Promise<T> {
    for (let races = 0; races < MAX_RACES; races++) {
      const result = await step();
      if (result !== undefined) return result;
    }
    throw new Error('The store of payment attempts refuses every change.');
  }

  #hasRunOut({ state, until }: AttemptRecord): boolean {
    return state === 'claimed' && this.#options.now() >= until;
  }

  #describe(key: string, { state, reference, since, until, price, answer }: AttemptRecord): Attempt {
    const overdue = state === 'sent' && this.#options.now() >= until;
    return {
      key,
      ...(reference !== undefined && { reference }),
      state: overdue ? 'unknown' : state,
      since: overdue ? until : since,
      ...(price && { price }),
      ...(answer && { answer }),
    };
  }
}

const SECRET = 'secret';

const attemptName = (key: string) => `attempt:${key}`;

const turnedAwayName = (key: string) => `turned-away:${key}`;

/** As JSON, since a reference may hold anything, and not every store keeps control characters and half pairs apart. */
const orderName = (reference: string) => `order:${JSON.stringify(reference)}`;

const remove = (key: string, standing: Standing | undefined): Change => ({
  name: attemptName(key),
  before: standing?.text,
  after: undefined,
});

const isSame = (one: Price | undefined, other: Price | undefined) =>
  one?.amount === other?.amount && one?.currency === other?.currency;

const isUnderWay = ({ state }: Attempt) => state === 'claimed' || state === 'sent';

const isOpen = (state: AttemptState) => state === 'sent' || state === 'unknown';
