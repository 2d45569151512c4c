import { act } from './actions.js';
import { freePort } from '../../support/free-port.js';
import { ClientSide, type Arrival } from './client-side.js';
import { Exchange, type Deed, type ServerAnswer } from './exchange.js';
import type { Fault } from './faults.js';

export type { Deed, ServerAnswer } from './exchange.js';
export type { Fault, Point } from './faults.js';

/** The properties of a request that a rule may depend on. */
export interface FaultRequest {
  readonly method: string;
  readonly path: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Counts requests with the same method, path and `Idempotency-Key`, from 1. */
  readonly attempt: number;
}

/** The record of a request. It grows while the exchange proceeds. */
export interface SeenExchange extends FaultRequest {
  readonly body: string;
  /** Whether its connection had carried an earlier request. */
  readonly reused: boolean;
  readonly fault: Fault;
  /** Whether the fault has taken effect. Not so if either side disconnected before. Always false for `pass`. */
  readonly isInjected: boolean;
  /** Steps in order. Times are in milliseconds since the fault proxy was started. */
  readonly deeds: readonly { readonly what: Deed; readonly at: number }[];
  /** Responses of the server, delivered or not; two for a duplicate. */
  readonly answers: readonly ServerAnswer[];
  /** Settles when the exchange has ended. */
  readonly done: Promise<void>;
}

export interface FaultProxyOptions {
  /** Selects requests for faults; others pass and are not recorded. Default: each `POST`. */
  readonly matches?: (request: Omit<FaultRequest, 'attempt'>) => boolean;
}

/** A TCP proxy on loopback between an HTTP/1.1 client and a server that injects faults. */
export interface FaultProxy {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Matching requests, in order of arrival. */
  readonly seen: readonly SeenExchange[];
  /** Planned faults that no request has met, for a test to assert that there are none. */
  readonly missed: readonly Fault[];
  /** Plans one fault for each of the next matching requests, after those already planned. */
  next(...faults: Fault[]): void;
  /** The fault for every matching request without a planned one. Default: `pass`. */
  always(fault: Fault | ((request: FaultRequest) => Fault)): void;
  /** Ends every connection and timer. */
  close(): Promise<void>;
}

/**
 * Starts a fault proxy.
 * @param targetUrl the server; only scheme, host and port count. The certificate is not checked
 */
export async function startFaultProxy(targetUrl: string, options: FaultProxyOptions = {}): Promise<FaultProxy> {
  const { matches = ({ method }) => method === 'POST' } = options;
  const target = new URL(targetUrl);
  const started = performance.now();
  const seen: SeenExchange[] = [];
  const planned: Fault[] = [];
  const expected = new Set<Fault>();
  const attempts = new Map<string, number>();
  let rule: (request: FaultRequest) => Fault = () => ({ kind: 'pass' });

  const decide = (request: FaultRequest): Fault => planned.shift() ?? rule(request);

  /** The number of requests like this one so far. */
  function count({ method, path, headers }: Omit<FaultRequest, 'attempt'>): number {
    const key = `${method} ${path} ${headers['idempotency-key'] ?? ''}`;
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    return attempt;
  }

  const serve = async ({ request: message, client, reused, signal }: Arrival) => {
    const exchange = new Exchange(message, {
      client,
      signal,
      target,
      takeDown: (ms) => {
        clientSide.down(ms);
      },
      now: () => performance.now() - started,
    });
    const [method = '', path = ''] = message.startLine.split(' ');
    const request = { method, path, headers: message.headers };
    if (matches(request)) {
      const known = { ...request, attempt: count(request) };
      const fault = decide(known);
      const done = act(exchange, fault);
      const { deeds, answers } = exchange;
      seen.push({
        ...known,
        ...{ body: message.payload, reused, fault, deeds, answers, done },
        get isInjected() {
          return exchange.isInjected;
        },
      });
      await done;
    } else {
      await act(exchange, { kind: 'pass' });
    }
    return { keepsAlive: message.keepsAlive && exchange.keepsAlive };
  };
  const clientSide = new ClientSide(await freePort(), serve);
  await clientSide.up();

  return {
    url: clientSide.url,
    seen,
    get missed() {
      const injected = new Set(seen.filter(({ isInjected }) => isInjected).map(({ fault }) => fault));
      return [...expected].filter((fault) => fault.kind !== 'pass' && !injected.has(fault));
    },
    next: (...faults) => {
      planned.push(...faults);
      for (const fault of faults) expected.add(fault);
    },
    always: (fault) => {
      rule = typeof fault === 'function' ? fault : () => fault;
      if (typeof fault !== 'function') expected.add(fault);
    },
    close: () => clientSide.close(),
  };
}
