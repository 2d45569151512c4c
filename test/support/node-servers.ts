import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { close, listen } from '../../demo/listen.js';
import { freePort } from './free-port.js';
import type { Scope } from './scope.js';

/** A request as a server read it, whole. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a server does with a request once it has read it. */
export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void;

export interface TestServer {
  readonly url: string;
  /** Every request that came in whole, in order. */
  readonly requests: readonly ReceivedRequest[];
}

/** A server on a free port of this machine, stopped with its scope, such as a test. */
export async function startServer(t: Scope, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const url = await listen(server, 0);
  t.after(() => close(server));
  return url;
}

const nothing = () => undefined;

/** A server that writes down what it gets and then does as it is told. */
export async function startRecorder(t: Scope, behave: Behaviour): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  const url = await startServer(t, (incoming, response) => {
    void text(incoming).then((body) => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body };
      requests.push(request);
      behave(response, request);
    }, nothing); // it broke off
  });
  return { url, requests };
}

/** An address at which nothing listens. */
export async function closedAddress(host = 'localhost'): Promise<string> {
  return `http://${host}:${await freePort()}`;
}

/** Answers with text, as JSON unless said otherwise. */
export function answer(status: number, body = '', headers: Record<string, string> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { ...(body && { 'Content-Type': 'application/json' }), ...headers }).end(body);
  };
}

/** Does one thing after the other, and the last for ever. */
export function inTurn(...behaviours: [Behaviour, ...Behaviour[]]): Behaviour {
  let turn = 0;
  return (response, request) => {
    const behave = behaviours[Math.min(turn++, behaviours.length - 1)] ?? behaviours[0];
    behave(response, request);
  };
}

export const redirectTo = (url: string) => answer(302, '', { Location: url });

/** Promises a longer body than it sends, and hangs up in between. */
export const cutBody: Behaviour = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
  response.write('{"id":"pay_1",', () => response.socket?.destroySoon());
};

/** Reads the whole request and then breaks the connection: a charge may have been made. */
export const reset: Behaviour = (response) => response.socket?.resetAndDestroy();

/** Never says anything. */
export const stall: Behaviour = () => undefined;

/** Begins to answer and never ends. */
export const stallInBody: Behaviour = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"id":');
};

/** Something that others wait for. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
