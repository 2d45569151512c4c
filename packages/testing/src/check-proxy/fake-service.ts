import { randomInt } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { JSON_TYPE, PAYMENTS_PATH } from 'payment-widget/contract';
import { close, listenOn } from 'payment-widget-proxy/internal';
import { jsonOf } from './responses.js';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type FaultyBehaviour = (response: ServerResponse, received: Received) => void;

export const respond =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'Content-Type': JSON_TYPE, ...headers }).end(body);
  };

const accept: FaultyBehaviour = (response, { method, url, body }) => {
  const isPayment = method === 'POST' && url.split('?')[0] === PAYMENTS_PATH && jsonOf({ text: body }) !== undefined;
  if (!isPayment) respond(400, '{"error":"invalid"}')(response);
  else respond(200, JSON.stringify({ id: `pay_check_${randomInt(1e9, 1e10)}`, status: 'succeeded' }))(response);
};

/** A fake payments service that records requests and fails on demand. Charges no one and listens on 127.0.0.1 only. */
export class FakeService {
  readonly received: Received[] = [];
  /** What the service does with each request. If it is `undefined`, payments are accepted. */
  behave: FaultyBehaviour | undefined;
  readonly #arrivals = new EventEmitter();
  readonly #server: Server;

  static async start(port: number): Promise<FakeService> {
    const service = new FakeService();
    await listenOn(service.#server, port);
    return service;
  }

  private constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then(
        (body) => {
          const { method = '', url = '', headers } = request;
          const received = { method, url, headers, body };
          this.received.push(received);
          this.#arrivals.emit('arrival');
          (this.behave ?? accept)(response, received);
        },
        () => undefined, // the proxy closed the connection
      );
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when the service has received more requests than that, or on abort. */
  async waitForMoreThan(count: number, signal?: AbortSignal): Promise<void> {
    while (this.received.length <= count && !signal?.aborted) {
      await once(this.#arrivals, 'arrival', { signal }).catch(() => undefined);
    }
  }

  close(): Promise<void> {
    return close(this.#server);
  }
}
