import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { JSON_TYPE, PAYMENTS_PATH } from '../contract/protocol.js';
import { UsageError } from './address.js';

/** A request as the service got it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Whether it was given a whole answer. */
  readonly isAnswered: boolean;
}

/** What the stand-in does with a request that it has read. */
export type Behaviour = (response: ServerResponse, received: Received) => void;

/** Answers with JSON. */
export const answer =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'Content-Type': JSON_TYPE, ...headers }).end(body);
  };

/** For `next`: the same, however often the proxy sends. */
export const always = (behaviour: Behaviour): Behaviour[] => Array.from({ length: 10 }, () => behaviour);

/** Takes every card, and repeats none. Each payment has a number of its own. */
const pay =
  (number: number): Behaviour =>
  (response, { method, url, body }) => {
    if (url.split('?')[0] !== PAYMENTS_PATH) answer(404, '{"error":"not found"}')(response);
    else if (method !== 'POST') answer(405, '{"error":"method not allowed"}')(response);
    else if (!isJson(body)) answer(400, '{"error":"not JSON"}')(response);
    else answer(200, JSON.stringify({ id: `pay_check_${number}`, status: 'succeeded' }))(response);
  };

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Stands in for the payments service, behind the proxy that is checked: there it can do what no service does when asked, and
 * tell what reached it. It charges nobody, and listens on this machine alone.
 */
export class ServiceStandIn {
  /** Every request that came, in order. */
  readonly received: Received[] = [];
  readonly #queue: Behaviour[] = [];
  readonly #waiting = new Set<() => void>();
  #server: Server;
  #port = 0;
  #payments = 0;

  /**
   * @param port - 0 for any that is free
   * @throws {UsageError} when it is none, or taken
   */
  static async start(port: number): Promise<ServiceStandIn> {
    const standIn = new ServiceStandIn();
    try {
      await standIn.#listen(port);
      return standIn;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      throw new UsageError(`The stand-in cannot listen on port ${port} (${code}). Choose another.`);
    }
  }

  private constructor() {
    this.#server = this.#create();
  }

  /** What the proxy has to be given as the service's address. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** What it does with the requests that come next, one after the other; then it takes every payment again. */
  next(...behaviours: Behaviour[]): void {
    this.#queue.splice(0, Infinity, ...behaviours);
  }

  /** Resolves when more requests have come than that, or after a while. */
  async moreThan(count: number, ms: number): Promise<boolean> {
    if (this.received.length > count) return true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, ms);
      const waiting = this.#waiting;
      function done() {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      }
      waiting.add(done);
    });
    return this.received.length > count;
  }

  /** Is not there meanwhile, as if it had been stopped. */
  async whileDown<T>(run: () => Promise<T>): Promise<T> {
    await this.close();
    try {
      return await run();
    } finally {
      this.#server = this.#create();
      await this.#listen(this.#port);
    }
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #create(): Server {
    return createServer((request, response) => {
      void text(request).then(
        (body) => {
          const { method = '', url = '', headers } = request;
          const received = {
            ...{ method, url, headers, body },
            get isAnswered() {
              return response.writableEnded;
            },
          };
          this.received.push(received);
          for (const tell of [...this.#waiting]) tell();
          const behave = this.#queue.shift() ?? pay(++this.#payments);
          behave(response, received);
        },
        () => undefined, // broken off by the proxy
      );
    });
  }

  async #listen(port: number): Promise<void> {
    this.#server.listen({ port, host: '127.0.0.1' }); // so that nothing but a number is taken
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }
}
