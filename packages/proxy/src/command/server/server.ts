import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { PAYMENTS_MODE, realClock, withinTime } from 'payment-widget/contract';
import { inMode, type AttemptStore } from '../../stores/store.js';
import { createPaymentProxy, type PaymentProxy } from '../../index.js';
import type { PaymentProxyOptions } from '../../options.js';
import { nameOf, serve, type RunningServer } from './http-server.js';
import { createListener } from '../../node-server/listener.js';
import { createLines, type Report } from './log-lines.js';
import { createMetrics, type Metrics } from './metrics.js';
import { openStore } from '../open-store.js';
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
  const { PAYMENTS_MODE: mode, PAYMENTS_STORE: setting } = settings;
  const signals = listenForSignals(report);
  const opened = await openStore(setting).catch((error: unknown) => {
    report('store_not_opened', {}, error);
  });
  if (!opened) return 1;
  const { store } = opened;
  const limits = { ...options.limits, ...opened.limits, clientId: createClientId(settings, report) };
  const metrics = createMetrics(mode, inMode(mode, store));
  const proxy = createPaymentProxy({ ...options, store, limits, logger, onMeasurement: metrics.onMeasurement });
  const fail = (error: unknown) => {
    report('request_failed', {}, error);
  };
  // Operations have an address of their own: no path at the public one can reach them.
  const pay = inContext(createListener(proxy, fail), settings, report);
  const operate = createListener((request) => showOperations(request, store, metrics, signals), fail);
  const servers: RunningServer[] = [];
  try {
    for (const [name, event, listener] of [
      ['LISTEN', 'listening', pay],
      ['OPERATIONS_LISTEN', 'operations_listening', operate],
    ] as const) {
      const { [name]: address } = settings;
      if (!address) continue;
      const server = await serve(listener, address).catch((error: unknown) => {
        report('not_listening', { setting: name, address: nameOf(address) }, error);
      });
      if (!server) return 1;
      servers.push(server);
      report(event, { address: server.address, mode });
    }
    await signals.stopped;
  } finally {
    signals.isStopping = true;
    const isFinished = await withinTime(SHUTDOWN_LIMIT_MS, realClock, () => finish(servers, proxy)).catch(() => false);
    await opened.close();
    if (!isFinished) {
      report('cut_off', { ms: SHUTDOWN_LIMIT_MS });
      process.exit(1); // its connections would keep the process
    }
    report('stopped');
  }
  return 0;
}

async function finish([main, operations]: readonly RunningServer[], proxy: PaymentProxy): Promise<true> {
  await main?.stop();
  await proxy.close();
  await operations?.stop(); // last: /readyz answers 503 meanwhile
  return true;
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
    if (client === undefined && !isReported) report('client_unknown');
    isReported ||= client === undefined;
    // Where the browser chooses the amount, only this limit slows down card testing.
    return client ?? (settings.TRUST_BROWSER_AMOUNT ? 'unknown' : undefined);
  };
}

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

async function showOperations({ url, method }: Request, store: AttemptStore, metrics: Metrics, signals: Signals) {
  if (method !== 'GET' && method !== 'HEAD') return say(405, 'Expected GET.', { Allow: 'GET, HEAD' });
  switch (new URL(url).pathname) {
    case '/healthz':
      return say(200, 'ok');
    case '/readyz':
      return showReadiness(store, signals);
    case '/metrics':
      return metrics.show();
    default:
      return say(404, 'Not found.');
  }
}

async function showReadiness(store: AttemptStore, signals: Signals): Promise<Response> {
  if (signals.isStopping) return say(503, 'stopping');
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
