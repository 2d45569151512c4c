import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { z } from 'zod';
import type { Clock } from 'payment-widget/contract';
import { toMode, type Mode } from 'payment-widget/contract';
import type { Credentials } from './records.js';
import type { RequestLog } from './request-log.js';
import type { Endpoints } from './webhooks.js';

const API = '/console/api/';

/** What the console shows and changes. */
interface Managed {
  readonly credentials: Credentials;
  readonly endpoints: Endpoints;
  readonly settings: { current: DeveloperSettings };
  readonly log: RequestLog;
  readonly requestsPerMinute: number | false;
  readonly clock: Clock;
}

/** Responds to a request for the console; `undefined` for any other. */
export function createConsole(sandbox: Managed, pages?: string) {
  return async (request: Request): Promise<Response | undefined> => {
    const { pathname: path } = new URL(request.url);
    if (path.startsWith(API)) return respondToApi(request, sandbox, path.slice(API.length));
    const isRoot = pages !== undefined && path === '/' && request.method === 'GET';
    if (isRoot || path === '/console') return new Response(null, { status: 302, headers: { Location: '/console/' } });
    if (pages === undefined || !/^\/(console|assets)\//.test(path)) return undefined;
    return (await readPage(pages, path)) ?? new Response(null, { status: 404 });
  };
}

async function respondToApi(request: Request, sandbox: Managed, path: string): Promise<Response> {
  if (isFromElsewhere(request)) return refuse(403, 'other_origin', 'Only the console may use this API.');
  const [resource = '', name] = path.split('/');
  const operation = OPERATIONS[`${request.method} ${name === undefined ? resource : `${resource}/*`}`];
  if (!operation) return missing('operation');
  const response = await operation(sandbox, request, name ?? '');
  response.headers.set('Cache-Control', 'no-store');
  return response;
}

type Operation = (sandbox: Managed, request: Request, name: string) => Response | Promise<Response>;

const newKey = z.strictObject({ kind: z.enum(['live', 'test']), name: z.string().trim().min(1).max(60) });

const newEndpoint = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'expected an http(s) URL', abort: true })
    .max(2000)
    .refine((url) => new URL(url).username + new URL(url).password === '', 'must not contain a user name or password'),
});

const settings = z.strictObject({
  latencyMs: z.int().min(0).max(20_000),
  webhookDelayMs: z.int().min(0).max(60_000),
});

export type DeveloperSettings = z.infer<typeof settings>;

const done = () => new Response(null, { status: 204 });
const missing = (what: string) => refuse(404, 'not_found', `This ${what} does not exist.`);

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET overview': (sandbox) => Response.json(describeOverview(sandbox)),
  'GET keys': ({ credentials }) => Response.json(credentials.list()),
  'POST keys': ({ credentials }, request) =>
    readBody(request, newKey, (body) => Response.json(credentials.create(body), { status: 201 })),
  'DELETE keys/*': ({ credentials }, _, id) => (credentials.revoke(id) ? done() : missing('key')),
  'GET webhooks': ({ endpoints }) => Response.json(endpoints.list()),
  'PUT webhooks/*': ({ endpoints }, request, name) => {
    const mode = toMode(name);
    if (!mode) return missing('environment');
    return readBody(request, newEndpoint, ({ url }) => Response.json(endpoints.set(mode, url)));
  },
  'DELETE webhooks/*': ({ endpoints }, _, name) => (endpoints.remove(name as Mode) ? done() : missing('endpoint')),
  'GET settings': ({ settings: { current } }) => Response.json(current),
  'PUT settings': (sandbox, request) =>
    readBody(request, settings, (body) => Response.json((sandbox.settings.current = body))),
};

/** Documented by the service: "the ten most recent requests". */
const SHOWN = 10;

export type Overview = ReturnType<typeof describeOverview>;

function describeOverview({ credentials, log, requestsPerMinute, clock }: Managed) {
  return {
    environment: credentials.lastMode === 'live' ? 'LIVE' : 'TEST',
    version: 'v1.0',
    requestsToday: log.countOn(clock.now()),
    rateLimit: requestsPerMinute === false ? 'none' : `${requestsPerMinute}/min`,
    recentRequests: log.entries().slice(0, SHOWN),
  };
}

export async function readBody<T>(
  request: Request,
  schema: z.ZodType<T>,
  handle: (body: T) => Response | Promise<Response>,
): Promise<Response> {
  const parsed = schema.safeParse(await request.json().catch(() => undefined));
  if (parsed.success) return handle(parsed.data);
  const problems = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  return refuse(400, 'invalid_request', problems.join('; '));
}

const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

export function refuse(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}

/** Prefers `Sec-Fetch-Site`: behind a TLS proxy the origins differ. A request without either header is not from a browser. */
export function isFromElsewhere(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin';
  const origin = request.headers.get('Origin');
  return origin !== null && origin !== new URL(request.url).origin;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

async function readPage(folder: string, path: string): Promise<Response | undefined> {
  const name = path.slice(1) + (path.endsWith('/') ? 'index.html' : '');
  const type = TYPES[extname(name)];
  if (!type || !/^[\w./-]+$/.test(name)) return undefined; // the path of a URL has no ".."
  const body = await readFile(join(folder, name)).catch(() => undefined);
  return body && new Response(body, { headers: { ...PAGE_HEADERS, 'Content-Type': type } });
}
