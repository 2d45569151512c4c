import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isIPv6, type BlockList } from 'node:net';
import { PAYMENTS_MODE, realClock, withinTime, type Mode } from 'payment-widget/contract';
import { codesOf } from '../base/errors.js';
import { createListener } from '../http/listener.js';
import { toAddress } from '../limits/client-address.js';
import { messageOf, type Logger } from '../log/events.js';
import { formatLine } from '../log/log.js';
import type { PaymentProxyOptions } from '../options/options.js';
import { inMode, type AttemptStore } from '../stores/store.js';
import { plainTextOf, serve, type RunningServer } from './http-server.js';
import { createMetrics, type Metrics } from './metrics.js';
import { openStore } from './open-store.js';
import { IN_SETTINGS, type ProgramSettings } from './settings.js';

export const PROGRAM_EVENTS = {
  listening: ['info', 'The program is ready. With `address` and `mode`.'],
  operations_listening: ['info', 'The paths for operations are ready. With `address`.'],
  request: ['info', 'A response was sent, with `LOG_REQUESTS`. With `method`, `path`, `status` and `ms`.'],
  stopping: ['info', 'A signal stops the program. Payments in progress end first.'],
  stopped: ['info', 'The program has ended, and nothing was cut off.'],
  client_unknown: [
    'warn',
    'A trusted proxy did not send X-Forwarded-For, so attempts are not limited per client. Add it to the settings of the server ' +
      'in front.',
  ],
  store_not_opened: ['error', 'The store in PAYMENTS_STORE cannot be opened. See cause.'],
  not_listening: [
    'error',
    'The program cannot listen at the value of `setting`. With `address`, if it is an IP address. See cause.',
  ],
  request_failed: ['error', 'The program failed while it answered a request. See cause.'],
  cut_off: ['error', 'Some work has not ended in time, so it was cut off. Its payments have unknown outcomes.'],
} as const satisfies Readonly<Record<string, readonly [level: 'info' | 'warn' | 'error', message: string]>>;

type Facts = Readonly<Record<string, string | number | undefined>>;

type Report = (event: keyof typeof PROGRAM_EVENTS, facts?: Facts, error?: unknown) => void;

function createLines(write: (text: string) => void): { readonly report: Report; readonly logger: Logger } {
  const writeLine = (entry: object) => {
    const request = currentRequest.getStore()?.id;
    write(`${formatLine({ ...entry, ...(request !== undefined && { request }) })}\n`);
  };
  return {
    report: (event, facts = {}, error) => {
      const [level, message] = PROGRAM_EVENTS[event];
      const cause = error === undefined ? {} : { cause: codesOf(error) };
      const text = level === 'info' ? {} : { message };
      writeLine({ time: new Date().toISOString(), level, event, ...text, ...facts, ...cause });
    },
    logger: (entry) => {
      const { event, message } = entry;
      writeLine({ ...entry, message: message.replace(messageOf(event), () => messageOf(event, IN_SETTINGS)) });
    },
  };
}

/** No attempt takes longer, unless the store fails. */
const SHUTDOWN_LIMIT_MS = 55_000;

interface RunningProxy {
  (request: Request): Promise<Response>;
  close(): Promise<void>;
}

export async function startProgram(
  createProxy: (options: PaymentProxyOptions) => RunningProxy,
  settings: ProgramSettings,
  options: PaymentProxyOptions,
  write: (text: string) => void,
): Promise<number> {
  const { report, logger } = createLines(write);
  const { mode } = options;
  const stop = listenForSignals(report);
  const stopping = stop.signal;
  const opened = await openStore(settings.PAYMENTS_STORE).catch((error: unknown) => {
    report('store_not_opened', {}, error);
  });
  if (!opened) return 1;
  const { store } = opened;
  const limits = { ...options.limits, ...opened.limits, clientId: createClientId(options, report) };
  const metrics = createMetrics(mode, inMode(mode, store));
  const proxy = createProxy({ ...options, store, limits, logger, onMeasurement: metrics.onMeasurement });
  const fail = (error: unknown) => {
    report('request_failed', {}, error);
  };
  // Operations have an address of their own: no path at the public one can reach them.
  const pay = inContext(createListener(proxy, fail), mode, settings, report);
  const operate = createListener((request) => showOperations(request, store, metrics, stopping), fail);
  const servers: RunningServer[] = [];
  try {
    for (const [name, event, listener] of [
      ['LISTEN', 'listening', pay],
      ['OPERATIONS_LISTEN', 'operations_listening', operate],
    ] as const) {
      const { [name]: address } = settings;
      if (!address) continue;
      const server = await serve(listener, address).catch((error: unknown) => {
        report('not_listening', { setting: name, address: plainTextOf(address) }, error);
      });
      if (!server) return 1;
      servers.push(server);
      report(event, { address: server.address, mode });
    }
    if (!stopping.aborted) await once(stopping, 'abort');
  } finally {
    stop.abort(); // the next signal ends the process
    const isFinished = await withinTime(SHUTDOWN_LIMIT_MS, realClock, () => finish(servers, proxy)).catch(() => false);
    await store.close?.();
    if (!isFinished) {
      report('cut_off', { ms: SHUTDOWN_LIMIT_MS });
      process.exit(1); // its connections would keep the process
    }
    report('stopped');
  }
  return 0;
}

async function finish([main, operations]: readonly RunningServer[], proxy: RunningProxy): Promise<true> {
  await main?.stop();
  await proxy.close();
  await operations?.stop(); // until now, /readyz has answered 503
  return true;
}

interface RequestContext {
  readonly id: string;
  /** Identifies the client for limits; missing if a server in front does not say it. */
  readonly client: string | undefined;
}

const currentRequest = new AsyncLocalStorage<RequestContext>();

function inContext(listener: RequestListener, mode: Mode, settings: ProgramSettings, report: Report): RequestListener {
  return (incoming: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    const context = contextOf(incoming, settings.TRUSTED_PROXIES);
    const startedAt = performance.now();
    currentRequest.run(context, () => {
      response.setHeader('X-Request-Id', context.id);
      response.setHeader(PAYMENTS_MODE, mode); // some requests do not reach the proxy
      if (settings.LOG_REQUESTS) {
        response.once('close', () => {
          const ms = Math.round(performance.now() - startedAt);
          report('request', { method: incoming.method, path: routeOf(incoming), status: response.statusCode, ms });
        });
      }
      listener(incoming, response);
    });
  };
}

function contextOf(incoming: IncomingMessage, trusted: BlockList): RequestContext {
  const remote = incoming.socket.remoteAddress;
  const isTrusted = remote === undefined || isIn(trusted, remote); // a Unix socket has no address
  const given = incoming.headers['x-request-id'];
  const id = isTrusted && typeof given === 'string' && /^[\w.-]{1,128}$/.test(given) ? given : crypto.randomUUID();
  const forwarded = incoming.headers['x-forwarded-for'];
  return { id, client: clientOf(remote, [forwarded ?? []].flat().join(','), trusted) };
}

/**
 * Walks `X-Forwarded-For` from the right, past trusted proxies. The addresses before the first other one may be made up.
 * @param remote - the address of the connection; `undefined` for a Unix socket, which is trusted
 * @returns an IP address; `undefined` if a trusted proxy does not say who the client is
 */
export function clientOf(remote: string | undefined, forwarded: string, trusted: BlockList): string | undefined {
  if (remote !== undefined && !isIn(trusted, remote)) return toAddress(remote);
  let client: string | undefined;
  for (const hop of forwarded.split(',').reverse().map(toAddress)) {
    if (hop === undefined) break;
    client = hop; // it may be within the trusted network
    if (!isIn(trusted, hop)) break;
  }
  return client;
}

function isIn(trusted: BlockList, text: string): boolean {
  const address = toAddress(text) ?? '';
  return trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Returns the path without the keys of attempts and the digits of cards. */
function routeOf({ url = '' }: IncomingMessage): string {
  return /\/(v1\/payments|attempts|config|frame|networks|orders|healthz|readyz|metrics)\b/.exec(url)?.[0] ?? '(other)';
}

/** A shop whose server in front does not say who the client is must not be limited as if it had one client. */
function createClientId({ trustBrowserAmount }: PaymentProxyOptions, report: Report): () => string | undefined {
  let isReported = false;
  return () => {
    const client = currentRequest.getStore()?.client;
    if (client === undefined && !isReported) report('client_unknown');
    isReported ||= client === undefined;
    // Where the browser chooses the amount, only this limit slows down card testing.
    return client ?? (trustBrowserAmount ? 'unknown' : undefined);
  };
}

/** The first signal stops the program, the second one ends it at once. */
function listenForSignals(report: Report): AbortController {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort();
    report('stopping');
  };
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, stop);
  return controller;
}

const STORE_LIMIT_MS = 2000;

async function showOperations({ url, method }: Request, store: AttemptStore, metrics: Metrics, stopping: AbortSignal) {
  if (method !== 'GET' && method !== 'HEAD') return say(405, 'Expected GET.', { Allow: 'GET, HEAD' });
  switch (new URL(url).pathname) {
    case '/healthz':
      return say(200, 'ok');
    case '/readyz':
      return showReadiness(store, stopping);
    case '/metrics':
      return metrics.show();
    default:
      return say(404, 'Not found.');
  }
}

async function showReadiness(store: AttemptStore, stopping: AbortSignal): Promise<Response> {
  if (stopping.aborted) return say(503, 'stopping');
  try {
    await withinTime(STORE_LIMIT_MS, realClock, () => store.read(['readiness']));
    return say(200, 'ok');
  } catch {
    return say(503, 'the store does not respond');
  }
}

function say(status: number, text: string, more?: Record<string, string>): Response {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...more };
  return new Response(`${text}\n`, { status, headers });
}
