import type { Clock } from '../../contract/clock.js';
import {
  type Refusal,
  attemptName,
  hasExpired,
  isSamePrice,
  orderName,
  parseRecord,
  removal,
  toAttempt,
  type AttemptRecord,
  type AttemptState,
  type Price,
} from './record.js';
import type { AttemptStore, Change } from './store.js';

/** Which attempt holds an order: the one in progress, succeeded or unknown. */
export class OrderHolders {
  readonly #store: AttemptStore;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(store: AttemptStore, clock: Pick<Clock, 'now'>) {
    this.#store = store;
    this.#clock = clock;
  }

  async find(reference: string): Promise<string | undefined> {
    return (await this.#store.read([orderName(reference)]))[0];
  }

  /** Returns the changes that pass the order from its holder to an attempt, or the reason against it. */
  async pass(take: Change, price: Price | undefined): Promise<Change[] | Refusal> {
    const { before: holder, after: key } = take;
    if (holder === undefined || holder === key) return [take];
    const stored = parseRecord((await this.#store.read([attemptName(holder)]))[0]);
    // The same swap removes the expired claim, so that it cannot be sent, unless it was claimed again meanwhile.
    if (!stored || hasExpired(stored.record, this.#clock.now())) return [take, removal(holder, stored)];
    const attempt = toAttempt(holder, stored.record, this.#clock.now());
    if (attempt.state !== 'succeeded') return { kind: 'order_in_doubt', attempt };
    return isSamePrice(attempt.price, price) ? { kind: 'order_paid', attempt } : { kind: 'order_paid_otherwise' };
  }

  /** Returns the changes of the order when a settled attempt is corrected; `undefined` if another attempt holds it. */
  async reassign(key: string, record: AttemptRecord, state: AttemptState): Promise<Change[] | undefined> {
    if (state === 'failed') return this.change(key, record, { after: undefined });
    if (record.reference === undefined) return [];
    const take = { name: orderName(record.reference), before: await this.find(record.reference), after: key };
    const order = await this.pass(take, record.price);
    return 'kind' in order ? undefined : order;
  }

  /** Returns the change of the order's entry if this attempt holds the order. Reads the holder if it is not known. */
  async change(
    key: string,
    { reference }: AttemptRecord,
    change: Pick<Change, 'after' | 'expiresIn'>,
    known?: string,
  ): Promise<Change[]> {
    if (reference === undefined) return [];
    const holder = known ?? (await this.find(reference));
    return holder === key ? [{ name: orderName(reference), before: holder, ...change }] : [];
  }
}
