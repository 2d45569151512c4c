import type { QaEvents } from './traffic.js';

/** One thing that happened to an order. What changes comes again under the same name, with a higher number. */
export type HistoryEvent = {
  [Name in 'exchange' | 'resolved']: { readonly number: number; readonly name: Name; readonly data: QaEvents[Name] };
}['exchange' | 'resolved'];

type Listener = (event: HistoryEvent) => void;

export interface HistoryLimits {
  readonly orders: number;
  /** Of one order. */
  readonly events: number;
  /** Of all orders together, in characters. */
  readonly size: number;
}

const LIMITS: HistoryLimits = { orders: 200, events: 400, size: 24_000_000 };

/** What happened to each of the latest orders. Whoever says up to which number they have heard gets the rest. */
export class OrderHistory {
  #number = 0;
  #size = 0;
  readonly #limits: HistoryLimits;
  /** Of each order by name, both in the order of their last change. */
  readonly #orders = new Map<string, Map<string, { event: HistoryEvent; size: number }>>();
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(limits: Partial<HistoryLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /**
   * Remembers something, and tells those who follow the order.
   * @param key - what it is called among the events of its order; an earlier one is replaced
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
   * Tells what there is after `number`, and then whatever comes.
   * @returns ends it
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
