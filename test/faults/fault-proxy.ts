import { act } from './actions.js';
import { freePort } from '../support/free-port.js';
import { ClientSide } from './client-side.js';
import { Exchange, type Deed, type ServerAnswer } from './exchange.js';
import type { Fault } from './faults.js';

export type { Deed, ServerAnswer } from './exchange.js';
export type { Fault, Point } from './faults.js';

/** What decides about a request. */
export interface FaultRequest {
  readonly method: string;
  readonly path: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** How often this request came, 1 the first time: the same method, path and `Idempotency-Key`. */
  readonly attempt: number;
}

/** What is known of a request. It grows while the exchange goes on. */
export interface SeenExchange extends FaultRequest {
  readonly body: string;
  /** Whether its connection had carried another request before. */
  readonly reused: boolean;
  readonly fault: Fault;
  /** What was done, in order. Times are in milliseconds since the laboratory was started. */
  readonly deeds: readonly { readonly what: Deed; readonly at: number }[];
  /** What the server answered, in that order, whatever became of it; two for a duplicate. */
  readonly answers: readonly ServerAnswer[];
  /** Settles when nothing more is done. */
  readonly done: Promise<void>;
}

export interface FaultProxyOptions {
  /** The requests that faults are for; every other one passes and is not recorded. Default: each `POST`. */
  readonly matches?: (request: Omit<FaultRequest, 'attempt'>) => boolean;
}

/** A TCP proxy on loopback between an HTTP/1.1 client and a server, in which things go wrong on purpose. */
export interface FaultProxy {
  /** Where clients send, `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** The requests that match, in the order in which they came. */
  readonly seen: readonly SeenExchange[];
  /** What happens to the next matching requests, one fault each, after those that are planned already. */
  next(...faults: Fault[]): void;
  /** What happens to every matching request that `next` has not planned for. Default: `pass`. */
  always(fault: Fault | ((request: FaultRequest) => Fault)): void;
  /** From now on nobody listens (`ECONNREFUSED`). Idle connections are closed at once, busy ones after their request. */
  down(): void;
  /** Listens again, at the same address. */
  up(): Promise<void>;
  /** Ends every connection and timer. */
  close(): Promise<void>;
}

/**
 * Starts a laboratory.
 * @param targetUrl the server; host and port count, and the scheme is `http`
 */
export async function startFaultProxy(targetUrl: string, options: FaultProxyOptions = {}): Promise<FaultProxy> {
  const { matches = ({ method }) => method === 'POST' } = options;
  const target = new URL(targetUrl);
  const started = performance.now();
  const seen: SeenExchange[] = [];
  const planned: Fault[] = [];
  const attempts = new Map<string, number>();
  let rule: (request: FaultRequest) => Fault = () => ({ kind: 'pass' });

  const decide = (request: FaultRequest): Fault => planned.shift() ?? rule(request);

  /** How often a request came, with this time. */
  function count({ method, path, headers }: Omit<FaultRequest, 'attempt'>): number {
    const key = `${method} ${path} ${headers['idempotency-key'] ?? ''}`;
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    return attempt;
  }

  const clientSide = new ClientSide(await freePort(), async ({ request: message, client, reused, signal }) => {
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
      seen.push({ ...known, body: message.payload, reused, fault, deeds, answers, done });
      await done;
    } else {
      await act(exchange, { kind: 'pass' });
    }
    return { keepsAlive: message.keepsAlive && exchange.keepsAlive };
  });
  await clientSide.up();

  return {
    url: clientSide.url,
    seen,
    next: (...faults) => void planned.push(...faults),
    always: (fault) => {
      rule = typeof fault === 'function' ? fault : () => fault;
    },
    down: () => {
      clientSide.down(Infinity);
    },
    up: () => clientSide.up(),
    close: () => clientSide.close(),
  };
}
