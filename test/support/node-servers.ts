import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { close, listen } from '../../demo/listen.js';
import { resetConnection } from 'payment-widget-testing/sandbox/reset-connection';
import { freePort } from './free-port.js';
import type { Scope } from './scope.js';

/** A complete request. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a server does with a complete request. */
export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void;

export interface TestServer {
  readonly url: string;
  /** Complete requests in order of arrival. */
  readonly requests: readonly ReceivedRequest[];
}

/** Starts a server on a free port; it stops at the end of the scope. */
export async function startServer(t: Scope, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const url = await listen(server, 0);
  t.after(() => close(server));
  return url;
}

const nothing = () => undefined;

/** Starts a server that records requests. */
export async function startRecorder(t: Scope, behave: Behaviour): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  const url = await startServer(t, (incoming, response) => {
    void text(incoming).then((body) => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body };
      requests.push(request);
      behave(response, request);
    }, nothing); // an incomplete request
  });
  return { url, requests };
}

/** An address without a server. */
export async function closedAddress(host = 'localhost'): Promise<string> {
  return `http://${host}:${await freePort()}`;
}

/** Answers with text, as JSON by default. */
export function answer(status: number, body = '', headers: Record<string, string> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { ...(body && { 'Content-Type': 'application/json' }), ...headers }).end(body);
  };
}

/** Applies each behaviour once, in order, and repeats the last one. */
export function inTurn(...behaviours: [Behaviour, ...Behaviour[]]): Behaviour {
  let turn = 0;
  return (response, request) => {
    const behave = behaviours[Math.min(turn++, behaviours.length - 1)] ?? behaviours[0];
    behave(response, request);
  };
}

export const redirectTo = (url: string) => answer(302, '', { Location: url });

/** Sends a part of the body and closes the connection. */
export const cutBody: Behaviour = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
  response.write('{"id":"pay_1",', () => response.socket?.destroySoon());
};

/** Reads the whole request and resets the connection: the payment may have been charged. */
export const reset: Behaviour = ({ socket }) => {
  resetConnection(socket);
};

/** Never answers. */
export const stall: Behaviour = () => undefined;

/** Sends a part of the body and nothing else. */
export const stallInBody: Behaviour = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"id":');
};

/** A promise that is resolved from outside. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
