import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { routeConsole } from './console-routes.js';
import { createListener } from '../../src/program/server/listener.js';
import { API_HEADERS, isFromElsewhere, PAGE_HEADERS, refuse } from '../http/security.js';
import type { Sandbox } from './sandbox.js';

type Listener = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const API = '/console/api/';

/** Serves the developer console: pages below `/console/`, the API below `/console/api/`. */
export function createConsole(sandbox: Sandbox, pages?: string): Listener {
  const api = createListener(async (request) => {
    const response = isFromElsewhere(request)
      ? refuse(403, 'other_origin', 'Only the console may use this API.')
      : await routeConsole(request, sandbox, new URL(request.url).pathname.slice(API.length));
    for (const [name, value] of Object.entries(API_HEADERS)) response.headers.set(name, value);
    return response;
  });
  const setHeaders = (response: ServerResponse) => {
    for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
  };
  const files = pages === undefined ? undefined : sirv(pages, { dev: true, setHeaders });

  return (request, response, next) => {
    const path = /^[^?]*/.exec(request.url ?? '')?.[0] ?? '';
    if (path.startsWith(API)) api(request, response);
    else if (path === '/console') response.writeHead(308, { Location: '/console/' }).end();
    else if (files && /^\/(console|assets)\//.test(path)) files(request, response, next);
    else next();
  };
}
