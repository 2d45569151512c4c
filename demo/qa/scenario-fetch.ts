import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { PaymentRequest } from '../../src/contract/schema.js';
import type { Mode } from '../../src/contract/protocol.js';
import { findScenario, SCENARIO_HEADER, scenarioOfCard } from '../../src/sandbox/scenarios.js';

/** How a proxy reaches the service. */
export type Send = (request: Request) => Promise<Response>;

interface ScenarioFetchOptions {
  readonly mode: Mode;
  /** Returns the scenario that was selected for an order. */
  readonly chosen?: (reference: string | undefined) => string | undefined;
  /** Time limit for the service, in ms. Defaults to the proxy's own. */
  readonly timeout?: number;
  readonly send?: Send;
}

/**
 * The connection from a proxy to the sandbox. Passes the selected scenario in a header and simulates network failures.
 * Cards trigger scenarios with a Test key only.
 */
export function createScenarioFetch({ mode, chosen, timeout, send = fetch }: ScenarioFetchOptions): Send {
  return async (request) => {
    const body = await request.text();
    const { reference, payment_method: method } = JSON.parse(body) as PaymentRequest; // created by the proxy, so it is valid
    const typed = mode === 'test' ? scenarioOfCard(method.card.number) : undefined;
    const choice = findScenario(chosen?.(reference) ?? '');
    if ((choice ?? typed)?.id === 'connection_refused') return send(await toClosedPort(request.url));
    const { url, method: verb, redirect } = request;
    const headers = new Headers(request.headers);
    if (choice?.by === 'service' || choice?.by === 'bank') headers.set(SCENARIO_HEADER, choice.id);
    return withTimeout(timeout, (tooLong) => {
      const signal = AbortSignal.any([request.signal, tooLong]);
      return send(new Request(url, { method: verb, headers, body, redirect, signal }));
    });
  };
}

/** Aborts with a `TimeoutError`, like `fetch` does, if there is no response in time. */
async function withTimeout(
  ms: number | undefined,
  run: (tooLong: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const tooLong = new AbortController();
  const giveUp = () => {
    tooLong.abort(new DOMException('The service did not respond.', 'TimeoutError'));
  };
  const timer = ms === undefined ? undefined : setTimeout(giveUp, ms);
  try {
    return await run(tooLong.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Redirects a request to a closed port, without key and card, in case another process has just opened it. */
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
