import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { ATTEMPTS_PATH, IDEMPOTENCY_KEY } from '../../src/contract/protocol.js';
import { preciseNow } from './clock.js';
import { codeOf, ExchangeWatch } from './exchange-watch.js';
import { OrderHistory } from './order-history.js';
import { knownOf, maskAddress, readText, toMessage } from './recorded-message.js';
import type { Exchange } from './traffic.js';

/** Answers a request, or asks somebody else to. */
type Answerer = (request: Request) => Promise<Response> | Response;

interface RecorderOptions {
  /** Keys that are masked wherever they come up, beside those that the requests show themselves. */
  readonly secrets?: () => readonly string[];
  readonly history?: OrderHistory;
}

/** How many attempts are remembered, to know whose a question about one is. */
const MAX_ATTEMPTS = 2000;

/** Writes down what goes to and fro for each order. No secret gets into its memory, and no payment waits for it. */
export class TrafficRecorder {
  readonly history: OrderHistory;
  readonly #secrets: () => readonly string[];
  /** The order of each attempt, by its key. */
  readonly #attempts = new Map<string, string>();
  /** The exchange with the page that a request to the service is made for. */
  readonly #cause = new AsyncLocalStorage<Promise<ExchangeWatch | undefined>>();
  /** Names are those of this start only, so that a page which was open before mixes nothing up. */
  readonly #run = randomUUID().slice(0, 8);
  #count = 0;

  constructor({ secrets = () => [], history = new OrderHistory() }: RecorderOptions = {}) {
    this.#secrets = secrets;
    this.history = history;
  }

  /** Wraps a proxy, or whatever answers a page in its place. */
  page(answer: Answerer): (request: Request) => Promise<Response> {
    return (request) => this.#observe('page', request, answer);
  }

  /** Wraps the `fetch` by which a proxy asks the service. */
  fetch(send: Answerer = fetch): (request: Request) => Promise<Response> {
    return (request) => this.#observe('service', request, send);
  }

  /** Wraps what takes the events of the service. */
  webhook(answer: Answerer): (request: Request) => Promise<Response> {
    return (request) => this.#observe('webhook', request, answer);
  }

  /** An attempt at this order was settled by the word of such an event. */
  resolved(reference: string | undefined, outcome: 'succeeded' | 'failed'): void {
    if (reference === undefined) return;
    this.history.record(reference, this.#nextName(), 'resolved', { at: preciseNow(), outcome, by: 'webhook' });
  }

  async #observe(hop: Exchange['hop'], request: Request, answer: Answerer): Promise<Response> {
    const at = preciseNow();
    const watch = this.#begin(hop, request, at).catch((error: unknown) => {
      console.error('The event log could not write down a request:', codeOf(error));
      return undefined;
    });
    const tell = (change: (watch: ExchangeWatch | undefined) => unknown) => void watch.then(change);
    if (hop === 'page') {
      request.signal.addEventListener('abort', () => {
        tell((begun) => begun?.broken('ECONNABORTED'));
      });
    }
    try {
      const response = await this.#cause.run(watch, () => answer(request));
      // The shop's own answers are whole by now; the service's may still break in the middle.
      const end = hop === 'service' ? undefined : preciseNow();
      const copy = response.clone();
      tell((begun) => (begun ? begun.answered(copy, end) : copy.body?.cancel()));
      return response;
    } catch (error) {
      const end = preciseNow();
      tell((begun) => begun?.broken(codeOf(error), end));
      throw error;
    }
  }

  /** @returns nothing when nobody can tell whose order it is */
  async #begin(hop: Exchange['hop'], request: Request, at: number): Promise<ExchangeWatch | undefined> {
    const { method, url, headers } = request;
    const { text } = await readText(request.clone().body);
    const body = parse(text);
    const reference = this.#referenceOf(request, body) ?? (await this.#cause.getStore())?.reference;
    if (reference === undefined) return undefined;
    const known = knownOf(headers, body, this.#secrets());
    const path = maskAddress(url, hop === 'service', known);
    const message = toMessage(headers, text, known);
    const first: Exchange = { id: this.#nextName(), hop, at, request: { method, path, ...message } };
    return new ExchangeWatch(reference, first, known, (exchange) => {
      this.history.record(reference, exchange.id, 'exchange', exchange);
    });
  }

  /** By the body, or the attempt that is asked about, or the address of the page that asks. */
  #referenceOf({ url, headers }: Request, body: unknown): string | undefined {
    const reference = findReference(body);
    const key = headers.get(IDEMPOTENCY_KEY);
    if (reference !== undefined && key) this.#remember(key, reference);
    const [, asked] = new URL(url).pathname.split(ATTEMPTS_PATH);
    return reference ?? this.#attempts.get(asked ?? '') ?? referenceOfPage(headers.get('Referer'));
  }

  #remember(key: string, reference: string): void {
    this.#attempts.delete(key);
    this.#attempts.set(key, reference);
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size > MAX_ATTEMPTS && oldest !== undefined) this.#attempts.delete(oldest);
  }

  #nextName(): string {
    return `${this.#run}-${++this.#count}`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A payment has it at the top, an event of the service within its data. */
function findReference(body: unknown, depth = 0): string | undefined {
  if (typeof body !== 'object' || body === null || depth > 3) return undefined;
  const { reference, data, object, payment } = body as Readonly<Record<string, unknown>>;
  if (typeof reference === 'string') return reference;
  return [data, object, payment].map((part) => findReference(part, depth + 1)).find((found) => found !== undefined);
}

/** What a page asks before there is a payment, such as `/config`, names no order; the page's own address does. */
function referenceOfPage(referer: string | null): string | undefined {
  return referer && URL.canParse(referer) ? (new URL(referer).searchParams.get('reference') ?? undefined) : undefined;
}
