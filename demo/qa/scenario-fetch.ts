import type { Mode } from '../../src/contract/protocol.js';
import type { PaymentRequest } from '../../src/contract/schema.js';
import { findScenario, SCENARIO_HEADER, scenarioOfCard } from '../../src/sandbox/scenarios.js';

/** How a proxy reaches the service. */
export type Send = (request: Request) => Promise<Response>;

interface ScenarioFetchOptions {
  readonly mode: Mode;
  /** Returns the scenario that was selected for an order. */
  readonly chosen?: (reference: string | undefined) => string | undefined;
  /** Time limit for the service. Defaults to the proxy's own. */
  readonly timeoutMs?: number;
}

/**
 * The connection from a proxy to the sandbox. Passes the selected scenario in a header and simulates network failures.
 * Cards trigger scenarios with a Test key only.
 */
export function createScenarioFetch({ mode, chosen, timeoutMs }: ScenarioFetchOptions): Send {
  return async (request) => {
    const body = await request.text();
    const { reference, payment_method: method } = JSON.parse(body) as PaymentRequest; // created by the proxy, so it is valid
    const typed = mode === 'test' ? scenarioOfCard(method.card.number) : undefined;
    const choice = findScenario(chosen?.(reference) ?? '');
    if ((choice ?? typed)?.id === 'connection_refused') {
      const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
      throw new TypeError('fetch failed', { cause });
    }
    const { url, method: verb, redirect } = request;
    const headers = new Headers(request.headers);
    if (choice?.by === 'service' || choice?.by === 'bank') headers.set(SCENARIO_HEADER, choice.id);
    const tooLong = new AbortController();
    const giveUp = () => {
      tooLong.abort(new DOMException('The service did not respond.', 'TimeoutError'));
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
    const signal = AbortSignal.any([request.signal, tooLong.signal]);
    return fetch(url, { method: verb, headers, body, redirect, signal }).finally(() => {
      clearTimeout(timer);
    });
  };
}
