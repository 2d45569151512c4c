import { createServer, request as ask } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { createEventsServer, type WatchedLedger } from '../../../demo/qa/events-server.js';
import { OrderHistory, type HistoryLimits } from '../../../demo/qa/order-history.js';
import { TrafficRecorder } from '../../../demo/qa/traffic-recorder.js';
import { close, listen } from '../../../src/node-server/listen.js';
import { createPaymentProxy } from '../../../src/proxy/index.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import type { Scope } from '../../support/scope.js';
import { EventStream } from './event-stream.js';

export const API_KEY = 'secret-api-key-of-the-shop';
export const WEBHOOK_SECRET = 'whsec_c2VjcmV0LW9mLXRoZS13ZWJob29r';

interface Options {
  /** The payments service. */
  readonly send?: (request: Request) => Response | Promise<Response>;
  readonly baseUrl?: string;
  readonly ledger?: WatchedLedger;
  readonly limits?: Partial<HistoryLimits>;
}

/** A server with a recorded proxy at `/pay`, recorded webhooks at `/webhooks`, and their events at `/events`. */
export async function startRecordedShop(t: Scope, { send, baseUrl, ledger, limits }: Options = {}) {
  const recorder = new TrafficRecorder({ secrets: () => [WEBHOOK_SECRET], history: new OrderHistory(limits) });
  const proxy = createPaymentProxy({
    baseUrl: baseUrl ?? 'https://service.example',
    apiKey: API_KEY,
    mode: 'test',
    trustBrowserAmount: true,
    limits: { attemptsPerClient: false },
    store: createMemoryStore(),
    logger: () => undefined,
    fetch: recorder.fetch(baseUrl ? fetch : (send ?? (() => Response.json({ id: 'pay_1' })))),
  });
  const pay = createRequestListener(recorder.page(proxy));
  const webhooks = createRequestListener(recorder.webhook(() => new Response(null, { status: 204 })));
  const events = createEventsServer({ history: recorder.history, ledger });
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/events')) events(request, response);
    else (request.url?.startsWith('/webhooks') ? webhooks : pay)(request, response);
  });
  const url = await listen(server, 0);
  t.after(() => close(server));

  return {
    url,
    recorder,
    listen(reference: string, headers?: Record<string, string>, query = ''): EventStream {
      const stream = new EventStream(`${url}/events?reference=${reference}${query}`, headers);
      t.after(() => {
        stream.close();
      });
      return stream;
    },
    async pay(payment: object, headers: Record<string, string> = {}): Promise<Response> {
      return fetch(`${url}/pay/v1/payments`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': newKey(), ...headers },
        body: JSON.stringify(payment),
      });
    },
    /** Pays, and disconnects on `leave()`. */
    payAndLeave(payment: object): { readonly leave: () => void } {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': newKey() };
      const leaving = ask(`${url}/pay/v1/payments`, { method: 'POST', headers });
      leaving.on('error', () => undefined);
      leaving.end(JSON.stringify(payment));
      return {
        leave: () => {
          leaving.destroy();
        },
      };
    },
  };
}

let keys = 0;
export const newKey = (): string => `key-of-an-attempt-${String(++keys).padStart(8, '0')}`;
