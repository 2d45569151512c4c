import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createListener } from 'payment-widget-proxy/internal';
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
  const respond = (request: Request): Response | Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/sandbox/ledger')
      return Response.json(sandbox.ledger.entries(searchParams.get('reference') ?? undefined));
    if (pathname === '/sandbox/requests') return Response.json(sandbox.log.entries());
    if (pathname.startsWith(CHALLENGE_PATH)) return sandbox.challenges.handle(request, shopUrl?.());
    return sandbox.handle(request);
  };
  return (incoming, outgoing) => {
    const service = createListener(async (request) => {
      try {
        return await respond(request);
      } catch (error) {
        if (!(error instanceof SocketFault)) throw error;
        simulate(error, outgoing);
        return new Promise<never>(() => undefined); // no response follows
      }
    });
    developerConsole(incoming, outgoing, () => {
      service(incoming, outgoing);
    });
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
