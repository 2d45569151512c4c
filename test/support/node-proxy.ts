import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { realClock, type Clock } from 'payment-widget/contract/clock';
import { answer, startRecorder, startServer, type Behaviour, type TestServer } from './node-servers.js';
import { IDEMPOTENCY_KEY, samplePayment } from './sample-payment.js';
import type { Scope } from './scope.js';
import { createListener } from 'payment-widget-proxy/http/listener';
import {
  createPaymentProxy,
  type LogEntry,
  type Logger,
  type PaymentProxy,
  type PaymentProxyOptions,
} from 'payment-widget-proxy';
import { createRedactor } from 'payment-widget-proxy/service/redact';
import type { Service } from 'payment-widget-proxy/service/service';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';

/** Only the service may ever receive it. */
export const API_KEY = 'sk_9f8e7d6c5b4a';

type Settings = Partial<Omit<PaymentProxyOptions, 'orderTokenSecret' | 'resolvePayment' | 'trustBrowserAmount'>> &
  Pick<PaymentProxyOptions, 'orderTokenSecret' | 'resolvePayment'>;

/** It takes a clock, which its type does not mention. */
export const createProxy: (options: PaymentProxyOptions, clock?: Clock) => PaymentProxy = createPaymentProxy;

/** A proxy with defaults: no service listens, the store is in memory, the log is discarded. */
export function testProxy(
  { orderTokenSecret, resolvePayment, ...settings }: Settings = {},
  clock?: Clock,
): PaymentProxy {
  const { limits = {} } = settings;
  const anyAmount = {
    trustBrowserAmount: true,
    ...(!limits.clientId && { limits: { ...limits, attemptsPerClient: false } }),
  };
  const resolver = resolvePayment && { resolvePayment };
  const source = orderTokenSecret
    ? { orderTokenSecret, ...resolver }
    : (resolver ?? (anyAmount as { trustBrowserAmount: true }));
  const defaults = { baseUrl: 'http://localhost:2', apiKey: API_KEY, mode: 'test', allowMemoryStore: true } as const;
  const logger = () => undefined;
  return createProxy({ ...defaults, logger, store: createMemoryStore(clock), ...settings, ...source }, clock);
}

/** The service as the proxy's internals see it, behind a fake network. */
export function testService(fetch: Service['fetch'], clock: Clock = realClock): Service {
  const baseUrl = 'http://localhost:2';
  return {
    baseUrl,
    keys: [() => API_KEY],
    fetch,
    upstreamHonoursIdempotency: false,
    redactor: createRedactor([API_KEY]),
    log: () => undefined,
    measure: () => undefined,
    clock,
  };
}

/** A merchant's server with the proxy at `/pay`, and a payments service. */
export interface Merchant {
  /** The address that a page uses. */
  readonly proxyUrl: string;
  readonly service: TestServer;
}

/** Removes the random pauses between retries. */
export function skipPauses(t: TestContext): void {
  t.mock.method(Math, 'random', () => 0);
}

/** Starts proxy and service on real sockets. */
export async function startMerchant(
  t: TestContext,
  settings: Settings = {},
  behaviour: Behaviour = answer(200, '{}'),
  clock?: Clock,
): Promise<Merchant> {
  const service = await startRecorder(t, behaviour);
  return { service, proxyUrl: await startProxy(t, testProxy({ baseUrl: service.url, ...settings }, clock)) };
}

/** Starts a server with the proxy at `/pay`. */
export async function startProxy(t: Scope, proxy: PaymentProxy): Promise<string> {
  const listener = createListener((request) => proxy(request));
  return `${await startServer(t, listener)}/pay`;
}

/** The request that the widget sends. A header that is `undefined` is omitted. */
export function paymentRequest(
  proxyUrl: string,
  body: unknown = samplePayment(),
  headers: Record<string, string | undefined> = {},
): Request {
  const all: Record<string, string | undefined> = {
    'Content-Type': 'application/json',
    'Idempotency-Key': IDEMPOTENCY_KEY,
    ...headers,
  };
  return new Request(`${proxyUrl}/v1/payments`, {
    method: 'POST',
    headers: Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  });
}

/** Sends a payment as the widget does. */
export const post = (...args: Parameters<typeof paymentRequest>): Promise<Response> => fetch(paymentRequest(...args));

let attempts = 0;
/** A new attempt key. */
export const newKey = (): string => `attempt-${++attempts}`.padEnd(43, '-');

/** Sends a payment with this attempt key. */
export const payAs = (proxyUrl: string, key = newKey(), payment: unknown = samplePayment()): Promise<Response> =>
  post(proxyUrl, payment, { 'Idempotency-Key': key });

/** Asks for the outcome of an attempt, as the widget does. */
export const askAttempt = (proxyUrl: string, key: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${proxyUrl}/attempts`, { headers: { 'Idempotency-Key': key, ...headers } });

/** A report about an attempt, without its name. */
export async function readReport(response: Response | Promise<Response>): Promise<Record<string, unknown>> {
  const { attempt: _, ...report } = (await (await response).json()) as Record<string, unknown>;
  return report;
}

/** Status and body of an answer, and whether it is a replay. */
export async function readReply(
  response: Response,
): Promise<readonly [status: number, body: string, replayed: boolean]> {
  return [response.status, await response.text(), response.headers.get('Idempotency-Replayed') === 'true'];
}

/** Checks a problem document of the proxy. */
export async function assertProblem(
  response: Response,
  status: number,
  code: string,
  outcome: 'not_charged' | 'unknown',
): Promise<Record<string, unknown>> {
  assert.equal(response.headers.get('Content-Type'), 'application/problem+json');
  const document = (await response.json()) as Record<string, unknown>;
  const actual = { status: document['status'], code: document['code'], outcome: document['outcome'] };
  assert.deepEqual({ http: response.status, ...actual }, { http: status, status, code, outcome });
  return document;
}

/** A logger and the lines that it received. */
export function captureLog(): { readonly logger: Logger; readonly lines: readonly LogEntry[] } {
  const lines: LogEntry[] = [];
  const logger: Logger = (entry) => {
    lines.push(entry);
  };
  return { logger, lines };
}

/** The key of the attempt of an order that is not settled. */
export async function openAttemptOf(proxy: Pick<PaymentProxy, 'listAttempts'>, reference: string): Promise<string> {
  for await (const attempt of proxy.listAttempts({ open: true }))
    if (attempt.reference === reference) return attempt.key;
  throw new Error(`${reference} has no open attempt.`);
}
