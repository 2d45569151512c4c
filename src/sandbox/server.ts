import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createListener } from '../node-server/listener.js';
import { CHALLENGE_PATH } from './challenges.js';
import { createConsole } from './console.js';
import { SocketFault } from './behaviours.js';
import type { Sandbox } from './sandbox.js';

export function createSandboxServer(...args: Parameters<typeof createSandboxListener>): Server {
  return createServer(createSandboxListener(...args));
}

/**
 * For people and tests, `GET /sandbox/ledger?reference=…` and `GET /sandbox/requests` are added, which no payments service has.
 * @param shopUrl - returns the shop's URL once it is known, to which the bank leads back
 */
export function createSandboxListener(sandbox: Sandbox, pages?: string, shopUrl?: () => string): RequestListener {
  const developerConsole = createConsole(sandbox, pages);
  const service = createFaultyListener((request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/sandbox/ledger')
      return Response.json(sandbox.ledger.entries(searchParams.get('reference') ?? undefined));
    if (pathname === '/sandbox/requests') return Response.json(sandbox.log.entries());
    if (pathname.startsWith(CHALLENGE_PATH)) return sandbox.challenges.handle(request, shopUrl?.());
    return sandbox.handle(request);
  });
  return (request, response) => {
    developerConsole(request, response, () => {
      service(request, response);
    });
  };
}

/** Creates a listener from a handler. A {@link SocketFault} becomes a real connection failure. */
function createFaultyListener(handle: (request: Request) => Response | Promise<Response>): RequestListener {
  return (incoming, outgoing) => {
    const listener = createListener(async (request) => {
      try {
        return await handle(request);
      } catch (error) {
        if (!(error instanceof SocketFault)) throw error;
        simulate(error, outgoing);
        return new Promise<never>(() => undefined); // no response follows
      }
    });
    listener(incoming, outgoing);
  };
}

function simulate({ fault, status, body }: SocketFault, response: ServerResponse): void {
  const { socket } = response;
  if (fault === 'reset') socket?.resetAndDestroy();
  if (fault === 'close') socket?.destroySoon();
  if (fault === 'cut') {
    const whole = Buffer.from(body);
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': whole.length });
    response.write(whole.subarray(0, whole.length / 2), () => socket?.destroySoon());
  }
}
