import type { RequestListener } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';

/**
 * Creates a listener from a handler. A request that cannot become a `Request`, such as TRACE or one with an invalid `Host`, gets
 * 405 or 400. An error of the handler is reported and gets 500.
 */
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
  return createRequestListener(respond, {
    onError: (error) => {
      if (error instanceof Error && 'code' in error) return undefined; // from Node, while it sent a response: a 500
      return new Response(null, { status: statusOfInvalidRequest(error) });
    },
  });
}

/** @param error - what `new Request()` threw */
export function statusOfInvalidRequest(error: unknown): 400 | 405 {
  return String(error).includes('HTTP method') ? 405 : 400;
}
