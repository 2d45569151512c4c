import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { PAYMENTS_MODE } from '../../contract/protocol.js';
import { inMode, type AttemptStore } from '../../proxy/attempts/store.js';
import { createPaymentProxy, type PaymentProxy } from '../../proxy/index.js';
import type { PaymentProxyOptions } from '../../proxy/options.js';
import { realClock, withinTime } from '../../contract/clock.js';
import { nameOf, serve, type RunningServer } from './http-server.js';
import { createListener } from '../../node-server/listener.js';
import { createLines, type Report } from './log-lines.js';
import { createMetrics, type Metrics } from './metrics.js';
import { openStore, type OpenedStore } from '../open-store.js';
import { contextOf, currentRequest } from './request-context.js';
import type { Settings } from '../settings/settings.js';

/** Longer than any attempt. */
const SHUTDOWN_LIMIT_MS = 55_000;

export async function startProgram(
  settings: Settings,
  options: PaymentProxyOptions,
  write: (text: string) => void,
): Promise<number> {
  const { report, logger } = createLines(write);
  const signals = listenForSignals(report);
  let opened: OpenedStore;
  try {
    opened = await openStore(settings.PAYMENTS_STORE);
  } catch (error) {
    report('store_not_opened', {}, error);
    return 1;
  }
  const { store } = opened;
  const limits = { ...options.limits, ...opened.limits, clientId: createClientId(settings, report) };
  const metrics = createMetrics(settings.PAYMENTS_MODE, inMode(settings.PAYMENTS_MODE, store));
  const { onMeasurement } = metrics;
  const proxy = createPaymentProxy({ ...options, store, limits, logger, onMeasurement });
  const health: Health = { store, metrics, isStopping: () => signals.isStopping };
  const servers: RunningServer[] = [];
  try {
    for (const [name, listener] of listenersOf(settings, proxy, health, report)) {
      const { [name]: address } = settings;
      if (!address) continue;
      const server = await serve(listener, address).catch((error: unknown) => {
        report('not_listening', { setting: name, address: nameOf(address) }, error);
      });
      if (!server) return 1;
      servers.push(server);
      report(name === 'LISTEN' ? 'listening' : 'operations_listening', {
        address: server.address,
        mode: settings.PAYMENTS_MODE,
      });
    }
    await signals.stopped;
  } finally {
    signals.isStopping = true;
    if (!(await finish(servers, proxy, opened))) {
      report('cut_off', { ms: SHUTDOWN_LIMIT_MS });
      process.exit(1); // its connections would keep the process
    }
    report('stopped');
  }
  return 0;
}

async function finish(servers: readonly RunningServer[], proxy: PaymentProxy, store: OpenedStore): Promise<boolean> {
  const work = async () => {
    const [main, ...others] = servers;
    await main?.stop();
    await proxy.close();
    await Promise.all(others.map((server) => server.stop())); // last: /readyz answers 503 meanwhile
  };
  const isFinished = await withinTime(SHUTDOWN_LIMIT_MS, realClock, work).then(
    () => true,
    () => false,
  );
  await store.close();
  return isFinished;
}

type ListenerName = 'LISTEN' | 'OPERATIONS_LISTEN';

/** Operations have an address of their own: no path at the public one can reach them. */
function listenersOf(
  settings: Settings,
  proxy: PaymentProxy,
  health: Health,
  report: Report,
): [ListenerName, RequestListener][] {
  const fail = (error: unknown) => {
    report('request_failed', {}, error);
  };
  const pay = createListener(proxy, fail);
  const operate = createListener(
    async (request) => (await showOperations(request, health)) ?? new Response(null, { status: 404 }),
    fail,
  );
  return [
    ['LISTEN', inContext(pay, settings, report)],
    ['OPERATIONS_LISTEN', operate],
  ];
}

function inContext(listener: RequestListener, settings: Settings, report: Report): RequestListener {
  return (incoming: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    const context = contextOf(incoming, settings.TRUSTED_PROXIES);
    const startedAt = performance.now();
    currentRequest.run(context, () => {
      response.setHeader('X-Request-Id', context.id);
      response.setHeader(PAYMENTS_MODE, settings.PAYMENTS_MODE); // also on what does not reach the proxy
      if (settings.LOG_REQUESTS) {
        response.once('close', () => {
          const ms = Math.round(performance.now() - startedAt);
          report('request', {
            method: incoming.method,
            path: routeOf(incoming),
            status: response.statusCode,
            ms,
          });
        });
      }
      listener(incoming, response);
    });
  };
}

/** The path without the keys of attempts and the digits of cards. */
function routeOf({ url = '' }: IncomingMessage): string {
  return /\/(v1\/payments|attempts|config|frame|networks|healthz|readyz|metrics)\b/.exec(url)?.[0] ?? '(other)';
}

/** A shop whose server in front does not say who the client is must not be limited as if it had one client. */
function createClientId(settings: Settings, report: Report): () => string | undefined {
  let isReported = false;
  return () => {
    const client = currentRequest.getStore()?.client;
    if (client !== undefined || isReported) return client ?? sharedClient(settings);
    isReported = true;
    report('client_unknown');
    return sharedClient(settings);
  };
}

/** Where the browser chooses the amount, only this limit slows down card testing. */
const sharedClient = ({ TRUST_BROWSER_AMOUNT: trust }: Settings) => (trust ? 'unknown' : undefined);

interface Signals {
  readonly stopped: Promise<void>;
  isStopping: boolean;
}

/** The first signal stops the program, the second one ends it at once. */
function listenForSignals(report: Report): Signals {
  const signals = { isStopping: false, stopped: Promise.resolve() };
  signals.stopped = new Promise((resolve) => {
    const stop = () => {
      if (signals.isStopping) process.exit(1);
      signals.isStopping = true;
      report('stopping');
      resolve();
    };
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, stop);
  });
  return signals;
}

const STORE_LIMIT_MS = 2000;

interface Health {
  readonly store: AttemptStore;
  readonly metrics: Metrics;
  readonly isStopping: () => boolean;
}

type Show = (health: Health) => Response | Promise<Response>;

const ROUTES: Readonly<Record<string, Show>> = {
  '/healthz': () => say(200, 'ok'),
  '/readyz': showReadiness,
  '/metrics': ({ metrics }) => metrics.show(),
};

/** @returns `undefined` for a path that is not for operations */
async function showOperations(request: Request, health: Health): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const show = ROUTES[pathname];
  if (!show) return undefined;
  if (request.method !== 'GET' && request.method !== 'HEAD') return say(405, 'Expected GET.', { Allow: 'GET, HEAD' });
  return show(health);
}

async function showReadiness({ store, isStopping }: Health): Promise<Response> {
  if (isStopping()) return say(503, 'stopping');
  try {
    await withinTime(STORE_LIMIT_MS, realClock, () => store.read(['readiness']));
    return say(200, 'ok');
  } catch {
    return say(503, 'the store does not respond');
  }
}

function say(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
}
