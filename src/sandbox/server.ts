import { createServer, type RequestListener, type Server } from 'node:http';
import { CHALLENGE_PATH } from './challenges.js';
import { createConsole } from './console.js';
import { createFaultyListener } from './faults.js';
import type { Sandbox } from './sandbox.js';

/** Serves the sandbox: see {@link createSandboxListener}. */
export function createSandboxServer(...args: Parameters<typeof createSandboxListener>): Server {
  return createServer(createSandboxListener(...args));
}

/**
 * Serves the sandbox with its developer console. For people and tests it also offers `GET /sandbox/ledger?reference=…`
 * and `GET /sandbox/requests`, which no payments service has.
 * @param pages - folder of the built pages; without it the console has no pages
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
