import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_KEY } from '../../src/contract/protocol.js';
import type { SettledPayment } from '../../src/proxy/index.js';
import { preciseNow } from './clock.js';
import { codeOf, ExchangeWatch } from './exchange-watch.js';
import { OrderHistory } from './order-history.js';
import { knownSecretsOf, redactUrl, readText, toMessage } from '../../src/sandbox/recording/recorded-message.js';
import { EXCHANGE_TIMING, type Exchange } from './qa-events.js';

/** Handles a request. */
type Handler = (request: Request) => Promise<Response> | Response;

interface RecorderOptions {
  /** Keys to redact, besides those in the requests. */
  readonly secrets?: () => readonly string[];
  readonly history?: OrderHistory;
}

/** Maximum number of attempts to remember. */
const MAX_ATTEMPTS = 2000;

/** Records the traffic of each order. Stores no secrets and does not delay payments. */
export class TrafficRecorder {
  readonly history: OrderHistory;
  readonly #secrets: () => readonly string[];
  /** Reference by idempotency key. */
  readonly #attempts = new Map<string, string>();
  /** The exchange with the page that caused a request to the service. */
  readonly #cause = new AsyncLocalStorage<Promise<ExchangeWatch | undefined>>();
  /** Unique to this run, so that pages from before a restart do not mix them up. */
  readonly #run = randomUUID().slice(0, 8);
  #count = 0;

  constructor({ secrets = () => [], history = new OrderHistory() }: RecorderOptions = {}) {
    this.#secrets = secrets;
    this.history = history;
  }

  /** Wraps a proxy. */
  page(handle: Handler): (request: Request) => Promise<Response> {
    return (request) => this.#observe('page', request, handle);
  }

  /** Wraps the `fetch` of a proxy. */
  fetch(send: Handler = fetch): (request: Request) => Promise<Response> {
    return (request) => this.#observe('service', request, send);
  }

  /** Wraps the webhook handler. */
  webhook(handle: Handler): (request: Request) => Promise<Response> {
    return (request) => this.#observe('webhook', request, handle);
  }

  /** Records that a webhook settled an attempt. */
  resolved(reference: string | undefined, outcome: 'succeeded' | 'failed'): void {
    if (reference === undefined) return;
    this.history.record(reference, this.#nextName(), 'resolved', { at: preciseNow(), outcome, by: 'webhook' });
  }

  /** Records a call of `onSettled`. Its payment is redacted by the proxy. */
  settled(payment: SettledPayment): void {
    if (payment.reference === undefined) return;
    this.history.record(payment.reference, this.#nextName(), 'settled', { at: preciseNow(), payment });
  }

  async #observe(hop: Exchange['hop'], request: Request, handle: Handler): Promise<Response> {
    const at = preciseNow();
    const id = this.#nextName();
    const watch = this.#begin({ id, hop, at }, request).catch((error: unknown) => {
      console.error('The event log could not record a request:', codeOf(error));
      return undefined;
    });
    const update = (change: (watch: ExchangeWatch | undefined) => unknown) => void watch.then(change);
    if (hop === 'page') {
      request.signal.addEventListener('abort', () => {
        update((begun) => begun?.broken('ECONNABORTED'));
      });
    }
    try {
      const response = await this.#cause.run(watch, () => handle(request));
      const body = readText(response.clone().body); // at once: with the watch it could end after the payment
      // The shop's own responses are complete; those of the service may still break off.
      const end = hop === 'service' ? body.then(preciseNow) : preciseNow();
      update((begun) => begun?.responded(response, body, end));
      return hop === 'page' ? withTiming(response, id) : response;
    } catch (error) {
      const end = preciseNow();
      update((begun) => begun?.broken(codeOf(error), end));
      throw error;
    }
  }

  /** @returns `undefined` if the order is not known */
  async #begin(
    { id, hop, at }: Pick<Exchange, 'id' | 'hop' | 'at'>,
    request: Request,
  ): Promise<ExchangeWatch | undefined> {
    const { method, url, headers } = request;
    const { text } = await readText(request.clone().body);
    const body = parse(text);
    const reference = this.#referenceOf(request, body) ?? (await this.#cause.getStore())?.reference;
    if (reference === undefined) return undefined;
    const known = knownSecretsOf(headers, body, this.#secrets());
    const path = redactUrl(url, hop === 'service', known);
    const message = toMessage(headers, text, known);
    const first: Exchange = { id, hop, at, request: { method, path, ...message } };
    return new ExchangeWatch(reference, first, known, (exchange) => {
      this.history.record(reference, exchange.id, 'exchange', exchange);
    });
  }

  /** Finds the reference in the body, by the attempt, or in the page's URL. */
  #referenceOf({ headers }: Request, body: unknown): string | undefined {
    const reference = findReference(body);
    const key = headers.get(IDEMPOTENCY_KEY) ?? '';
    if (reference !== undefined && key) this.#remember(key, reference);
    return reference ?? this.#attempts.get(key) ?? referenceOfPage(headers.get('Referer'));
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

/** Names the exchange, so that the page finds the request among its own. */
function withTiming({ body, status, statusText, headers }: Response, id: string): Response {
  const named = new Headers(headers);
  named.append('Server-Timing', `${EXCHANGE_TIMING};desc="${id}"`);
  return new Response(body, { status, statusText, headers: named });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Payments have it at the top level, events inside `data`. */
function findReference(body: unknown, depth = 0): string | undefined {
  if (typeof body !== 'object' || body === null || depth > 3) return undefined;
  const { reference, data, object, payment } = body as Readonly<Record<string, unknown>>;
  if (typeof reference === 'string') return reference;
  return [data, object, payment].map((part) => findReference(part, depth + 1)).find((found) => found !== undefined);
}

/** The reference in the page's URL, for requests without an order, such as `/config`. */
function referenceOfPage(referer: string | null): string | undefined {
  return referer && URL.canParse(referer) ? (new URL(referer).searchParams.get('reference') ?? undefined) : undefined;
}
