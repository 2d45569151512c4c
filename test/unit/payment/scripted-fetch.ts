import type { Clock } from 'payment-widget/contract/clock';
import { loadSettling } from 'payment-widget/payment/payment-parts';

await loadSettling(0); // a fake clock does not wait for it

/** What happens to a request after `after` ms. */
export type Event = { readonly after?: number } & (
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection breaks. */
  | { readonly kind: 'lost' }
  /** The head of a 200 comes, and the connection breaks within the body. */
  | { readonly kind: 'cut' }
  /** No answer. */
  | { readonly kind: 'silence' }
  /** No answer, and the abort signal is ignored. */
  | { readonly kind: 'deaf' }
);

export interface SentRequest {
  readonly url: string;
  readonly init: RequestInit;
  /** Milliseconds since the script was made. */
  readonly at: number;
}

/** A `fetch` with one event per request, the last one repeated, on a fake clock. */
export function scriptedFetch(
  clock: Clock,
  events: readonly [Event, ...Event[]],
): { fetch: typeof fetch; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const start = clock.now();
  const script: typeof fetch = async (input, init = {}) => {
    const event = events[Math.min(sent.length, events.length - 1)] ?? events[0];
    sent.push({ url: input as string, init, at: clock.now() - start });
    if (event.kind === 'deaf') return new Promise(() => undefined);
    await clock.sleep(event.kind === 'silence' ? Infinity : (event.after ?? 100), init.signal ?? undefined);
    init.signal?.throwIfAborted();
    return happen(event);
  };
  return { fetch: script, sent };
}

function happen(event: Event): Response {
  if (event.kind === 'cut') return new Response(brokenBody(), { headers: { 'Content-Type': 'application/json' } });
  if (event.kind !== 'answer') throw new TypeError('fetch failed');
  const { status, body, headers } = event;
  return new Response(body ?? null, { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

function brokenBody(): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":'));
      controller.error(new TypeError('terminated'));
    },
  });
}

export const answers = (status: number, body?: string, headers?: Record<string, string>): Event => ({
  kind: 'answer',
  status,
  ...(body !== undefined && { body }),
  ...(headers && { headers }),
});

/** A problem document of our proxy. */
export const problemOf = (status: number, code: string, outcome: string, headers?: Record<string, string>): Event =>
  answers(status, JSON.stringify({ code, outcome }), { 'Content-Type': 'application/problem+json', ...headers });

export const LOST: Event = { kind: 'lost' };
export const PAID: Event = answers(200, '{"id":"pay_1"}');
