import type { IncomingMessage, ServerResponse } from 'node:http';
import { createListener } from '../node-server/listener.js';
import { routeConsole } from './console-routes.js';
import { createFiles } from './http/files.js';
import { API_HEADERS, isFromElsewhere, PAGE_HEADERS, refuse } from './http/security.js';
import type { Sandbox } from './sandbox.js';

type Listener = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const API = '/console/api/';

/**
 * Serves the developer console: pages below `/console/`, the API below `/console/api/`.
 * @param pages - folder with the built pages in `console` and their `assets`
 */
export function createConsole(sandbox: Sandbox, pages?: string): Listener {
  const api = createListener(async (request) => {
    const response = isFromElsewhere(request)
      ? refuse(403, 'other_origin', 'Only the console may use this API.')
      : await routeConsole(request, sandbox, new URL(request.url).pathname.slice(API.length));
    for (const [name, value] of Object.entries(API_HEADERS)) response.headers.set(name, value);
    return response;
  });
  const files = pages === undefined ? undefined : createFiles(pages, PAGE_HEADERS);
  const page = createListener(async ({ method, url }) => {
    const response = await files?.(new URL(url).pathname);
    if (!response) return new Response(null, { status: 404 });
    return method === 'GET' || method === 'HEAD' ? response : new Response(null, { status: 405 });
  });

  return (request, response, next) => {
    const path = /^[^?]*/.exec(request.url ?? '')?.[0] ?? '';
    if (path.startsWith(API)) api(request, response);
    else if (path === '/console') response.writeHead(308, { Location: '/console/' }).end();
    else if (files && /^\/(console|assets)\//.test(path)) page(request, response);
    else next();
  };
}
