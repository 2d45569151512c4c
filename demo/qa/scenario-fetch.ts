import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { PaymentRequest } from '../../src/contract/schema.js';
import type { Mode } from '../../src/contract/protocol.js';
import { findScenario, SCENARIO_HEADER, scenarioOfCard } from '../scenarios.js';

/** How a proxy reaches the service. */
export type Send = (request: Request) => Promise<Response>;

interface ScenarioFetchOptions {
  readonly mode: Mode;
  /** The scenario that was chosen for an order. */
  readonly chosen?: (reference: string | undefined) => string | undefined;
  /** How long the service may be silent, in ms; as long as the proxy lets it, if left out. */
  readonly patience?: number;
  readonly send?: Send;
}

/**
 * The way from a proxy to the sandbox. What the service does by itself it is told in a header; what happens on the way to
 * it happens here. A card number that stands for a scenario is seen only with a Test key, and only if it is not
 * encrypted.
 */
export function createScenarioFetch({ mode, chosen, patience, send = fetch }: ScenarioFetchOptions): Send {
  return async (request) => {
    const body = await request.text();
    const { reference, payment_method: method } = JSON.parse(body) as PaymentRequest; // by the proxy, so it is one
    const typed = mode === 'test' && method.card ? scenarioOfCard(method.card.number) : undefined;
    const choice = findScenario(chosen?.(reference) ?? '');
    if ((choice ?? typed)?.id === 'connection_refused') return send(await toClosedPort(request.url));
    const { url, method: verb, redirect } = request;
    const headers = new Headers(request.headers);
    if (choice?.by === 'service') headers.set(SCENARIO_HEADER, choice.id);
    return whileSilent(patience, (tooLong) => {
      const signal = AbortSignal.any([request.signal, tooLong]);
      return send(new Request(url, { method: verb, headers, body, redirect, signal }));
    });
  };
}

/** Fires a signal when there is no answer after so many ms: `fetch` then rejects with its reason, a `TimeoutError`. */
async function whileSilent(
  ms: number | undefined,
  run: (tooLong: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const tooLong = new AbortController();
  const giveUp = () => {
    tooLong.abort(new DOMException('The service is silent.', 'TimeoutError'));
  };
  const timer = ms === undefined ? undefined : setTimeout(giveUp, ms);
  try {
    return await run(tooLong.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Where nothing listens. It has neither key nor card, should somebody else have taken the port in this very moment. */
async function toClosedPort(url: string): Promise<Request> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return new Request(new URL(new URL(url).pathname, `http://127.0.0.1:${port}`), {
    method: 'POST',
    redirect: 'manual',
  });
}
