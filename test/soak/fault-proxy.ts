import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { close, listen } from '../../demo/listen.js';
import { resetConnection } from 'payment-widget-testing/sandbox/reset-connection';
import type { Scope } from '../support/scope.js';

/**
 * Points in the life of a request, in order.
 * `before-request`: the client has sent the request, the server has received nothing.
 * `within-request`: the server has received a part of it.
 * `after-request`: the server has received all of it and may be processing it.
 * `after-answer`: the server has responded, so it may have charged; the client has received nothing.
 * `within-answer`: the client has received a part of the response.
 */
export const POINTS = ['before-request', 'within-request', 'after-request', 'after-answer', 'within-answer'] as const;

export type Point = (typeof POINTS)[number];

/** What can go wrong with a request. */
export type Fault =
  | { readonly kind: 'pass' }
  /** Ends the client's connection with RST or FIN. */
  | { readonly kind: 'reset' | 'close'; readonly at: Point }
  /** Waits, at most until the client has gone, then continues. */
  | { readonly kind: 'hold'; readonly at: Point; readonly until: () => Promise<unknown> }
  /** The server receives the request twice at once; the client receives the response to the second. */
  | { readonly kind: 'duplicate' }
  /** Bytes that are not HTTP in place of the response. */
  | { readonly kind: 'garbage' }
  /** The last response at this address, to whomever, as a cache or a service worker gives it. Without one, the server's. */
  | { readonly kind: 'cached' }
  /** Another response in place of the server's. */
  | {
      readonly kind: 'replace';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

/** What a rule may depend on. */
export interface FaultRequest {
  readonly method: string;
  readonly path: string;
  /** Counts requests with the same method, path and `Idempotency-Key`, from 1. */
  readonly attempt: number;
}

export type Rule = (request: FaultRequest) => Fault | undefined;

/** The record of a request. It grows while the exchange proceeds. */
export interface Exchange extends FaultRequest {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly fault: Fault;
  /** Whether the fault has taken effect. Not so if a side has disconnected before. Always false for `pass`. */
  readonly isInjected: boolean;
  /** Responses of the server, delivered or not, with their headers, as JSON. */
  readonly answers: readonly string[];
  /** Settles when the exchange has ended. */
  readonly done: Promise<void>;
}

/** Between an HTTP client and a server. */
export interface FaultProxy {
  readonly url: string;
  /** In order of arrival. */
  readonly seen: readonly Exchange[];
  /** Plans one fault for each of the next `POST` requests. They take precedence over the rule. */
  next(...faults: Fault[]): void;
}

export const never = (): Promise<never> => new Promise(() => undefined);

export async function startFaultProxy(t: Scope, targetUrl: string, rule: Rule = () => undefined): Promise<FaultProxy> {
  const { hostname: host, port } = new URL(targetUrl);
  const seen: Exchange[] = [];
  const planned: Fault[] = [];
  const attempts = new Map<string, number>();
  /** By address, as caches do. */
  const cache = new Map<string, Answer>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const gone = whenGone(request.socket, response);
    const bytes = await buffer(request);
    const name = `${method} ${path} ${String(headers['idempotency-key'])}`;
    const attempt = (attempts.get(name) ?? 0) + 1;
    attempts.set(name, attempt);
    const known = { method, path, attempt };
    const fault = (method === 'POST' ? planned.shift() : undefined) ?? rule(known) ?? { kind: 'pass' };
    const answers: string[] = [];
    const address = `${method} ${path.split('?')[0] ?? ''}`;
    const cached = fault.kind === 'cached' ? cache.get(address) : undefined;
    const record = { ...known, headers, body: bytes.toString(), fault, isInjected: false, answers };

    function call(): Call {
      const { connection: _, 'transfer-encoding': __, ...rest } = headers;
      const sent = { ...rest, 'content-length': bytes.length };
      const sending = send({ host, port, method, path, agent: false, headers: sent });
      sending.on('error', () => undefined);
      void gone.then(() => sending.destroy());
      const broken = once(sending, 'error').then(([error]) => Promise.reject(error as Error));
      broken.catch(() => undefined);
      const unlessBroken = <T>(happens: Promise<T>) => Promise.race([happens, broken]);
      const answer = unlessBroken(once(sending, 'response') as Promise<[IncomingMessage]>).then(async ([incoming]) => {
        const body = await buffer(incoming);
        answers.push(JSON.stringify([incoming.statusMessage, incoming.rawHeaders, body.toString()]));
        cache.set(address, { incoming, body });
        return { incoming, body };
      });
      answer.catch(() => undefined);
      return {
        answer,
        write: (end) => unlessBroken(new Promise((resolve) => sending.write(bytes.subarray(0, end), resolve))),
        send: (from = 0) => unlessBroken(new Promise<void>((resolve) => sending.end(bytes.subarray(from), resolve))),
      };
    }

    async function begin({ incoming, body }: Answer): Promise<void> {
      const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...kept } = incoming.headers;
      response.writeHead(incoming.statusCode ?? 0, { ...kept, 'content-length': body.length });
      const written = new Promise((resolve) => response.write(body.subarray(0, body.length / 2), resolve));
      await Promise.race([written, gone]);
    }

    /** Settles when the exchange has ended. Rejects when the server's connection breaks. */
    async function meet(): Promise<void> {
      const { socket } = request;
      const point = 'at' in fault ? POINTS.indexOf(fault.at) : 0;
      const first = call();
      let { answer } = first;
      const part = bytes.length - 1;
      let isSent = false;
      const sendAll = async () => {
        if (!isSent) await first.send(point === 1 ? part : 0);
        isSent = true;
      };
      if (point === 1 && part > 0) await first.write(part);
      if (point >= 2) await sendAll();
      if (point >= 3 || fault.kind === 'garbage' || fault.kind === 'replace') await sendAll().then(() => answer);
      if (point === 4) await begin(await answer);
      if (fault.kind === 'duplicate') {
        const copy = call();
        await Promise.all([sendAll(), copy.send()]);
        answer = Promise.all([copy.answer, answer]).then(([second]) => second);
      }
      record.isInjected = fault.kind !== 'pass' && !response.closed;
      if (cached) {
        await begin(cached);
        response.end(cached.body.subarray(cached.body.length / 2));
        await gone;
        return;
      }
      if (fault.kind === 'reset') resetConnection(socket);
      else if (fault.kind === 'close') socket.destroySoon();
      else if (fault.kind === 'garbage') socket.end('\u0000\u0001 this is not HTTP \u0002\r\n\r\n');
      else if (fault.kind === 'replace') response.writeHead(fault.status, fault.headers).end(fault.body);
      else {
        if (fault.kind === 'hold') await Promise.race([fault.until(), gone]);
        await sendAll();
        const whole = await answer;
        if (!response.headersSent) await begin(whole);
        response.end(whole.body.subarray(whole.body.length / 2));
      }
      await gone;
    }

    const done = meet().catch(() => {
      resetConnection(request.socket); // as the server's connection
    });
    seen.push(Object.assign(record, { done }));
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => undefined); // an incomplete request
  });
  server.keepAliveTimeout = 0; // only faults end connections
  const url = await listen(server, 0);
  t.after(() => close(server));
  return { url, seen, next: (...faults) => void planned.push(...faults) };
}

/** A response that waits for an earlier one on its connection has no `close` if the connection breaks. */
function whenGone(socket: Socket, response: ServerResponse): Promise<unknown> {
  return new Promise((resolve) => {
    socket.once('close', resolve);
    response.once('close', () => {
      socket.off('close', resolve);
      resolve(undefined);
    });
  });
}

interface Answer {
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
}

/** A request to the server on a connection of its own. Its promises reject when this breaks. */
interface Call {
  /** Sends the first bytes of the body. */
  write(end: number): Promise<unknown>;
  /** Sends the rest. */
  send(from?: number): Promise<unknown>;
  readonly answer: Promise<Answer>;
}
