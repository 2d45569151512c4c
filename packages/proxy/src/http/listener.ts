import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createRequestListener, sendResponse } from '@remix-run/node-fetch-server';
import { ProblemError } from '../base/problem.js';
import { SECURITY_HEADERS } from './origin.js';

/** A request that cannot become a `Request`, such as TRACE, gets 405; one that another server may read differently gets 400. */
export function createListener(
  handle: (request: Request) => Response | Promise<Response>,
  report: (error: unknown) => void = console.error,
): RequestListener {
  const respond = async (request: Request) => {
    try {
      return await handle(request);
    } catch (error) {
      if (!request.signal.aborted) report(error); // else the client has disconnected
      return new Response(null, { status: 500 });
    }
  };
  const listener = createRequestListener(respond, {
    onError: (error) => {
      if (error instanceof Error && 'code' in error) return undefined; // Node has failed to respond, and answers 500
      return new Response(null, { status: String(error).includes('HTTP method') ? 405 : 400 });
    },
  });
  return (request, response) => {
    if (isUnambiguous(request)) listener(request, response);
    else void sendResponse(response, new ProblemError(400, 'invalid_request', AMBIGUOUS, { headers }).toResponse());
  };
}

const AMBIGUOUS = 'Other servers may read the path or the Host of this request differently. Nothing was sent.';
const headers = { ...SECURITY_HEADERS, Connection: 'close' };

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** A server in front parses URLs by other rules. If it reads another path, its rules for paths do not hold here. */
function isUnambiguous({ url = '', headers: { host = '' } }: IncomingMessage): boolean {
  const address = `http://${host}${url}`;
  if (!HOST.test(host) || /[\\#]/.test(url) || !URL.canParse(address)) return false;
  const { href, origin } = new URL(address);
  return href === origin + url; // such a URL begins with a slash
}

export async function listenOn(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
