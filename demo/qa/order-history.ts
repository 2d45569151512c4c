import type { QaEvents } from './qa-events.js';

/** An event of an order. An update has the same key and a higher number. */
export type HistoryEvent = {
  [Name in 'exchange' | 'resolved' | 'settled']: {
    readonly number: number;
    readonly name: Name;
    readonly data: QaEvents[Name];
  };
}['exchange' | 'resolved' | 'settled'];

type Listener = (event: HistoryEvent) => void;

export interface HistoryLimits {
  readonly orders: number;
  /** Per order. */
  readonly events: number;
  /** In total, in characters. */
  readonly size: number;
}

const LIMITS: HistoryLimits = { orders: 200, events: 400, size: 24_000_000 };

/** Events of the latest orders. Clients that reconnect get what they missed. */
export class OrderHistory {
  #number = 0;
  #size = 0;
  readonly #limits: HistoryLimits;
  /** Events by order and key, both in the order of their last update. */
  readonly #orders = new Map<string, Map<string, { event: HistoryEvent; size: number }>>();
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(limits: Partial<HistoryLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /**
   * Stores an event and notifies the followers of its order.
   * @param key - replaces an earlier event with the same key
   */
  record<Name extends HistoryEvent['name']>(reference: string, key: string, name: Name, data: QaEvents[Name]): void {
    const event = { number: ++this.#number, name, data } as HistoryEvent;
    const events = this.#orders.get(reference) ?? new Map<string, { event: HistoryEvent; size: number }>();
    this.#orders.delete(reference);
    this.#orders.set(reference, events);
    this.#forget(events, key);
    const size = JSON.stringify(data).length;
    events.set(key, { event, size });
    this.#size += size;
    this.#keepWithin(events);
    for (const listener of this.#listeners.get(reference) ?? []) listener(event);
  }

  /**
   * Replays the events after `number`, then reports new ones.
   * @returns a function that stops it
   */
  follow(reference: string, number: number, listener: Listener): () => void {
    for (const { event } of this.#orders.get(reference)?.values() ?? []) if (event.number > number) listener(event);
    const listeners = this.#listeners.get(reference) ?? new Set();
    this.#listeners.set(reference, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(reference);
    };
  }

  #keepWithin(latest: Map<string, { size: number }>): void {
    const { orders, events, size } = this.#limits;
    while (latest.size > events) this.#forget(latest, first(latest));
    while (this.#orders.size > orders || (this.#size > size && this.#orders.size > 1)) this.#forgetOrder();
    while (this.#size > size && latest.size > 1) this.#forget(latest, first(latest));
  }

  #forgetOrder(): void {
    const oldest = first(this.#orders);
    const events = this.#orders.get(oldest);
    for (const key of events?.keys() ?? []) this.#forget(events, key);
    this.#orders.delete(oldest);
  }

  #forget(events: Map<string, { size: number }> | undefined, key: string): void {
    this.#size -= events?.get(key)?.size ?? 0;
    events?.delete(key);
  }
}

const first = (map: ReadonlyMap<string, unknown>): string => map.keys().next().value ?? '';
