import type { Clock } from '../contract/clock.js';
import type { PaymentRequest } from '../contract/schema.js';
import { toHex } from './bytes.js';
import type { LimitOptions } from './limits.js';

/** A sign of card testing. It contains nothing of a card. */
export type Suspicion =
  /** One client has used `count` different cards within ten minutes. */
  | { readonly kind: 'many_cards'; readonly client: string; readonly count: number }
  /** `count` clients were declined with cards of one issuer (the first eight digits) within ten minutes. */
  | { readonly kind: 'many_clients'; readonly count: number };

/**
 * Called for a sign of card testing, once in ten minutes per client or issuer. Counts are per process, and kept in memory:
 * at most the last 10,000 pairs of client and card. Cards are compared as keyed hashes under a random key, and never logged.
 * Requires `limits.clientId`, which is called
 * again for each payment. Runs after the payment; what it throws is ignored.
 */
export type OnSuspicion = (suspicion: Suspicion) => unknown;

/** In ms. */
const WINDOW = 600_000;
/** Different cards of a client that are suspicious. */
const CARDS = 5;
/** Declined clients with cards of one issuer that are suspicious. */
const CLIENTS = 10;
/** Limits the memory. By default, the limit of requests per minute allows 9,000 payments in a window. */
const MAX_PAIRS = 10_000;

const encoder = new TextEncoder();

/** Returns a function that observes a payment once its response is known. Does nothing without the hook. */
export function createSuspicionWatch(
  onSuspicion: OnSuspicion | undefined,
  clientId: LimitOptions['clientId'],
  clock: Clock,
) {
  const cardsOfClients = new DistinctCounter(CARDS);
  const clientsOfIssuers = new DistinctCounter(CLIENTS);
  const hash = createHash();

  async function observe(
    { payment_method: { card } }: PaymentRequest,
    request: Request,
    isDeclined: boolean,
    now: number,
  ) {
    const name = await clientId?.(request);
    if (!name) return;
    const [client, pan, bin] = await Promise.all([hash(name), hash(card.number), hash(card.number.slice(0, 8))]);
    const cards = cardsOfClients.add(client, pan, now);
    const clients = isDeclined ? clientsOfIssuers.add(bin, client, now) : undefined;
    await Promise.all([
      cards && onSuspicion?.({ kind: 'many_cards', client: name, count: cards }),
      clients && onSuspicion?.({ kind: 'many_clients', count: clients }),
    ]);
  }

  return (payment: PaymentRequest, request: Request, paying: Promise<Response>): void => {
    if (!onSuspicion) return;
    const start = (isDeclined: boolean) => {
      const now = clock.now();
      // Not before the response is sent.
      setTimeout(() => void observe(payment, request, isDeclined, now).catch(() => undefined), 0);
    };
    paying.then(
      ({ status }) => {
        start(status === 402);
      },
      () => {
        start(false);
      },
    );
  };
}

/** Keyed, so that what is kept in memory reveals no card, and shortened to 64 bits. */
function createHash(): (text: string) => Promise<string> {
  const create = () => crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  let creating: ReturnType<typeof create> | undefined;
  return async (text) => {
    const key = await (creating ??= create());
    return toHex(await crypto.subtle.sign('HMAC', key, encoder.encode(text))).slice(0, 16);
  };
}

/** Counts the different members of each subject in a sliding window. */
class DistinctCounter {
  readonly #threshold: number;
  /** By subject and member, the oldest first. */
  readonly #pairs = new Map<string, { readonly subject: string; readonly at: number }>();
  readonly #counts = new Map<string, number>();
  /** Times of reports by subject, the oldest first. */
  readonly #reported = new Map<string, number>();

  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  /** @returns the count, if it reaches the threshold and was not reported in this window */
  add(subject: string, member: string, now: number): number | undefined {
    const pair = `${subject} ${member}`;
    if (!this.#pairs.delete(pair)) this.#counts.set(subject, (this.#counts.get(subject) ?? 0) + 1);
    this.#pairs.set(pair, { subject, at: now });
    this.#forget(now - WINDOW);
    const count = this.#counts.get(subject) ?? 0;
    if (count < this.#threshold || this.#reported.has(subject)) return undefined;
    this.#reported.set(subject, now);
    return count;
  }

  #forget(before: number): void {
    for (const [pair, { subject, at }] of this.#pairs) {
      if (at > before && this.#pairs.size <= MAX_PAIRS) break;
      this.#pairs.delete(pair);
      const left = (this.#counts.get(subject) ?? 0) - 1;
      if (left > 0) this.#counts.set(subject, left);
      else this.#counts.delete(subject);
    }
    for (const [subject, at] of this.#reported) {
      if (at > before && this.#reported.size <= MAX_PAIRS) break;
      this.#reported.delete(subject);
    }
  }
}
