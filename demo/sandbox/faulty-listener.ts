import type { RequestListener, ServerResponse } from 'node:http';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { SocketFault } from './socket-fault.js';

/** Puts a handler behind a socket. Where it rejects with a {@link SocketFault}, that is what happens to the connection. */
export function createFaultyListener(handle: (request: Request) => Response | Promise<Response>): RequestListener {
  return (incoming, outgoing) => {
    const answering = async () => {
      await sendResponse(outgoing, await handle(createRequest(incoming, outgoing)));
    };
    answering().catch((error: unknown) => {
      if (error instanceof SocketFault) error.actOut(outgoing);
      else fail(outgoing, error);
    });
  };
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed) return; // the client has left, and nobody else is to be told
  console.error(error);
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end();
}
