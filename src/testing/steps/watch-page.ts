import type { SeenOutcome } from './inspect.js';
import type { PageLike } from './playwright-types.js';

/** The outcomes that a page has reported since the first step, over all its documents. */
export class PageRecord {
  /** The name of the function that the page calls. */
  readonly name = `paymentWidgetOutcome${Math.random().toString(36).slice(2)}`;
  readonly #seen: SeenOutcome[] = [];
  #isReady: Promise<unknown> | undefined;

  /** Lets the page report. */
  async attach(page: PageLike): Promise<void> {
    this.#isReady ??= page.exposeBinding(this.name, (_source, seen: SeenOutcome) => void this.#seen.push(seen));
    await this.#isReady;
  }

  get count(): number {
    return this.#seen.length;
  }

  /** The first outcome of an element after a count. */
  next(id: number, count: number): SeenOutcome | undefined {
    return this.#seen.slice(count).find((seen) => seen.id === id);
  }

  /** The last outcome of an element. */
  lastOf(id: number | undefined): SeenOutcome | undefined {
    return this.#seen.findLast((seen) => seen.id === id);
  }

  /** The last outcome of an order. */
  lastOfOrder(reference: string): SeenOutcome | undefined {
    return this.#seen.findLast((seen) => seen.reference === reference.normalize());
  }
}

const records = new WeakMap<object, PageRecord>();

export async function recordOfPage(page: PageLike): Promise<PageRecord> {
  const record = records.get(page) ?? new PageRecord();
  records.set(page, record);
  await record.attach(page);
  return record;
}
