import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { statusOfInvalidRequest } from '../node-server/listener.js';
import { SocketFault } from './socket-fault.js';

/** Creates a listener from a handler. A {@link SocketFault} becomes a real connection failure. */
export function createFaultyListener(handle: (request: Request) => Response | Promise<Response>): RequestListener {
  return (incoming, outgoing) => {
    const request = toRequest(incoming, outgoing);
    if (!request) return;
    const respond = async () => {
      await sendResponse(outgoing, await handle(request));
    };
    respond().catch((error: unknown) => {
      if (error instanceof SocketFault) error.simulate(outgoing);
      else fail(outgoing, error);
    });
  };
}

function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request | undefined {
  try {
    return createRequest(incoming, outgoing);
  } catch (error) {
    outgoing.writeHead(statusOfInvalidRequest(error)).end();
    return undefined;
  }
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed) return; // the client has disconnected
  console.error(error);
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end();
}
