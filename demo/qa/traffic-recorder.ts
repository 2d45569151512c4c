import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { MAX_REFERENCE } from 'payment-widget/contract/order';
import { IDEMPOTENCY_KEY } from 'payment-widget/contract/protocol';
import type { SettledPayment } from 'payment-widget-proxy';
import type { Ledger } from 'payment-widget-testing/sandbox/records';
import { knownSecretsOf, parseJson, redactText, toMessage, type KnownSecrets } from './redact-traffic.js';
import { preciseNow, type Exchange, type QaEvent } from './qa-events.js';

type Handler = (request: Request) => Promise<Response> | Response;
type OrderEvent = Omit<QaEvent, 'sent'>;

/** The part of the ledger that the log uses. */
export type WatchedLedger = Pick<Ledger, 'entries' | 'onAppend'>;

interface Begun {
  readonly secrets: KnownSecrets;
  update(news: Partial<Exchange>): void;
}

/** The oldest orders, attempts and events are dropped first. */
const MAX_ORDERS = 200;
const MAX_ATTEMPTS = 2000;
const MAX_EVENTS = 200;

/** Records the traffic of each order, without secrets and without delaying payments. */
export class TrafficRecorder {
  readonly #secrets: () => readonly string[];
  readonly #ledger: WatchedLedger | undefined;
  readonly #orders = new Map<string, Map<string, OrderEvent>>();
  /** Reference by idempotency key. */
  readonly #attempts = new Map<string, string>();
  readonly #listeners = new Set<(reference: string, event: OrderEvent) => void>();

  /**
   * @param secrets - keys to redact, besides those in the requests
   * @param ledger - `undefined` with a real service
   */
  constructor(secrets: () => readonly string[], ledger: WatchedLedger | undefined) {
    this.#secrets = secrets;
    this.#ledger = ledger;
  }

  /** Wraps a proxy, the `fetch` of a proxy, or the webhook handler. */
  wrap(hop: Exchange['hop'], handle: Handler): (request: Request) => Promise<Response> {
    return async (request) => {
      const at = preciseNow();
      const begun = this.#begin(hop, at, request).catch(() => undefined);
      try {
        const response = await handle(request);
        const body = readText(response.clone().body); // at once: later, the body is in use
        void this.#end(begun, at, response, body);
        return response;
      } catch (error) {
        const duration = preciseNow() - at;
        void begun.then((known) => known?.update({ broken: codeOf(error), duration }));
        throw error;
      }
    };
  }

  /** Records a call of `onSettled`. Its payment is redacted by the proxy. */
  settled(payment: SettledPayment): void {
    if (payment.reference === undefined) return;
    this.#record(payment.reference, randomUUID(), { at: preciseNow(), settled: payment });
  }

  /** Handles `GET /qa/events?reference=…`: all events of the order so far, then new ones. See {@link QaEvent}. */
  readonly handleEvents = (request: IncomingMessage, response: ServerResponse): void => {
    const reference = new URL(request.url ?? '', 'http://localhost').searchParams.get('reference') ?? '';
    const isInvalid = reference === '' || reference.length > MAX_REFERENCE;
    if (request.method !== 'GET' || isInvalid) {
      response.writeHead(isInvalid ? 400 : 405).end();
      return;
    }
    // The last header prevents buffering in servers in front.
    const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
    response.writeHead(200, headers);
    const send = (event: OrderEvent) => {
      response.write(`data: ${JSON.stringify({ sent: preciseNow(), ...event } satisfies QaEvent)}\n\n`);
    };
    const sendLedger = () => {
      send({ at: preciseNow(), ledger: this.#ledger?.entries(reference) ?? null });
    };
    const listener = (of: string, event: OrderEvent) => {
      if (of === reference) send(event);
    };
    for (const event of this.#orders.get(reference)?.values() ?? []) send(event);
    sendLedger();
    this.#listeners.add(listener);
    const stopWatching = this.#ledger?.onAppend((entry) => {
      if (entry.reference === reference) sendLedger();
    });
    response.once('close', () => {
      this.#listeners.delete(listener);
      stopWatching?.();
    });
  };

  /** @returns `undefined` if the order is not known */
  async #begin(hop: Exchange['hop'], at: number, request: Request): Promise<Begun | undefined> {
    const { method, url, headers } = request;
    const { text } = await readText(request.clone().body);
    const body = parseJson(text);
    const reference = this.#referenceOf(headers.get(IDEMPOTENCY_KEY) ?? '', body);
    if (reference === undefined) return undefined;
    const secrets = knownSecretsOf(headers, body, this.#secrets());
    const path = redactText(hop === 'service' ? url : url.slice(new URL(url).origin.length), secrets);
    let exchange: Exchange = {
      id: randomUUID(),
      hop,
      request: { method, path, ...toMessage(headers, text, secrets) },
    };
    const update = (news: Partial<Exchange>) => {
      exchange = { ...exchange, ...news };
      this.#record(reference, exchange.id, { at, exchange });
    };
    update({});
    return { secrets, update };
  }

  async #end(
    begun: Promise<Begun | undefined>,
    at: number,
    { status, headers }: Response,
    body: ReturnType<typeof readText>,
  ): Promise<void> {
    const { text, error } = await body;
    const duration = preciseNow() - at;
    const known = await begun;
    if (!known) return;
    const phrase = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
    const response = { status: phrase, ...toMessage(headers, text, known.secrets) };
    known.update({ response, duration, ...(error !== undefined && { broken: codeOf(error) }) });
  }

  /** Finds the reference in the body, or by the attempt. */
  #referenceOf(key: string, body: unknown): string | undefined {
    const reference = findReference(body) ?? this.#attempts.get(key);
    if (reference !== undefined && key) setNewest(this.#attempts, key, reference, MAX_ATTEMPTS);
    return reference;
  }

  #record(reference: string, id: string, event: OrderEvent): void {
    const events = this.#orders.get(reference) ?? new Map<string, OrderEvent>();
    setNewest(this.#orders, reference, events, MAX_ORDERS);
    setNewest(events, id, event, MAX_EVENTS);
    for (const listener of this.#listeners) listener(reference, event);
  }
}

/** Sets an entry, and drops the oldest one of a full map. */
export function setNewest<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}

/** The code of an error, or of its innermost cause. The message could contain sent data. */
function codeOf(error: unknown): string {
  const { cause, code, name } = (error ?? {}) as { cause?: unknown; code?: unknown; name?: string };
  if (cause) return codeOf(cause);
  return typeof code === 'string' ? code : (name ?? 'unknown');
}

/** Payments have it at the top level, webhooks in `data`. */
function findReference(body: unknown): string | undefined {
  const { reference, data } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof reference === 'string') return reference;
  return data === undefined ? undefined : findReference(data);
}

const MAX_READ_BYTES = 256_000;

interface Text {
  readonly text: string;
  readonly error?: unknown;
}

async function readText(body: ReadableStream<Uint8Array> | null): Promise<Text> {
  if (!body) return { text: '' };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text };
      length += value.byteLength;
      if (length > MAX_READ_BYTES) {
        void reader.cancel().catch(() => undefined);
        return { text: `[more than ${MAX_READ_BYTES / 1000} kB]` };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    return { text, error };
  }
}
