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
 * @param shopUrl - returns the shop's URL once it is known, for the links of `/`
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
  const servicePage = createServicePage(shopUrl);
  return (request, response) => {
    if (request.url === '/' && request.method === 'GET') servicePage(request, response);
    else
      developerConsole(request, response, () => {
        service(request, response);
      });
  };
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/**
 * The page at the root of the service, for people who open the address that `npm start` prints.
 * @param shopUrl - returns the shop's URL once it is known
 */
function createServicePage(shopUrl?: () => string): RequestListener {
  return (_request, response) => {
    const shop = shopUrl?.();
    const links = [
      ['/console/', 'Developer console', 'keys, webhooks and recent requests'],
      ...(shop ? [[`${shop}/`, 'Shop', 'pays with this service']] : []),
    ].map(([address, name, text]) => `<li><a href="${address}">${name}</a>: ${text}</li>`);
    response.writeHead(200, HEADERS).end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Payments service (sandbox)</title>
<main>
<h1>Payments service (sandbox)</h1>
<p>This is the sandbox of the payments service. It moves no money. Proxies send payments to <code>POST /v1/payments</code> with an API key.</p>
<ul>
${links.join('\n')}
</ul>
</main>
</html>
`);
  };
}
