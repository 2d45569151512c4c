import { z } from 'zod';
import { toMode, type Mode } from '../contract/protocol.js';
import { readBody } from './http/json-body.js';
import { refuse } from './http/security.js';
import { streamChanges } from './console-events.js';
import { describeOverview } from './overview.js';
import type { Sandbox } from './sandbox.js';

interface Call {
  readonly sandbox: Sandbox;
  readonly request: Request;
  /** The part of the path that matches the star. */
  readonly name: string;
}

type Operation = readonly [method: string, path: string, run: (call: Call) => Response | Promise<Response>];

const newKey = z.strictObject({ kind: z.enum(['live', 'test']), name: z.string().trim().min(1).max(60) });

/** A password in the URL would be visible in the console. */
const hasPassword = (url: string) => URL.canParse(url) && new URL(url).username + new URL(url).password !== '';

const newEndpoint = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'expected an http(s) URL' })
    .max(2000)
    .refine((url) => !hasPassword(url), 'must not contain a user name or password'),
});

const settings = z.strictObject({
  latencyMs: z.int().min(0).max(20_000),
  honoursIdempotency: z.boolean(),
  webhookDelayMs: z.int().min(0).max(60_000),
});

const done = () => new Response(null, { status: 204 });
const missing = (what: string) => refuse(404, 'not_found', `This ${what} does not exist.`);

/** The operations of {@link file://./console-api.ts}. */
const OPERATIONS: readonly Operation[] = [
  ['GET', 'overview', ({ sandbox }) => Response.json(describeOverview(sandbox))],
  ['GET', 'events', ({ sandbox, request }) => streamChanges(sandbox.changes, request.signal)],

  ['GET', 'keys', ({ sandbox }) => Response.json(sandbox.credentials.list())],
  [
    'POST',
    'keys',
    ({ sandbox, request }) =>
      readBody(request, newKey, async (body) => Response.json(await sandbox.credentials.create(body), { status: 201 })),
  ],
  [
    'DELETE',
    'keys/*',
    async ({ sandbox, name }) => ((await sandbox.credentials.revoke(name)) ? done() : missing('key')),
  ],

  ['GET', 'webhooks', ({ sandbox }) => Response.json(sandbox.endpoints.list())],
  [
    'PUT',
    'webhooks/*',
    ({ sandbox, request, name }) =>
      inMode(name, (mode) =>
        readBody(request, newEndpoint, async ({ url }) => Response.json(await sandbox.endpoints.set(mode, url))),
      ),
  ],
  [
    'DELETE',
    'webhooks/*',
    ({ sandbox, name }) =>
      inMode(name, async (mode) => ((await sandbox.endpoints.remove(mode)) ? done() : missing('endpoint'))),
  ],

  ['GET', 'settings', ({ sandbox }) => Response.json(sandbox.settings.current)],
  [
    'PUT',
    'settings',
    ({ sandbox, request }) =>
      readBody(request, settings, async (body) => {
        await sandbox.settings.change(body);
        return Response.json(body);
      }),
  ],
];

/** @param path - below `/console/api/` */
export function routeConsole(request: Request, sandbox: Sandbox, path: string): Response | Promise<Response> {
  const found = OPERATIONS.filter(([, pattern]) => nameIn(path, pattern) !== undefined);
  const operation = found.find(([method]) => method === request.method);
  if (operation) return operation[2]({ sandbox, request, name: nameIn(path, operation[1]) ?? '' });
  if (found.length === 0) return missing('operation');
  const response = refuse(405, 'method_not_allowed', `Method ${request.method} is not allowed.`);
  response.headers.set('Allow', found.map(([method]) => method).join(', '));
  return response;
}

/** The part of a path that matches the star of the pattern; `undefined` if it does not match. */
function nameIn(path: string, pattern: string): string | undefined {
  const [before = '', after = ''] = pattern.split('*');
  if (!pattern.includes('*')) return path === pattern ? '' : undefined;
  const name = path.slice(before.length, path.length - after.length);
  return path === before + name + after && /^[\w-]+$/.test(name) ? name : undefined;
}

function inMode(name: string, run: (mode: Mode) => Promise<Response>): Response | Promise<Response> {
  const mode = toMode(name);
  return mode ? run(mode) : missing('environment');
}
