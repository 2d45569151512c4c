import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import {
  checkProxy,
  DEFAULTS,
  FakeService,
  LiveKeyError,
  missingHints,
  NoResponseError,
  toOrigin,
  toUrl,
  UsageError,
  type Finding,
  type Settings,
} from '../../src/check-proxy/index.js';
import { createPaymentProxy } from '../../src/proxy/index.js';
import { createMemoryStore } from '../../src/proxy/attempts/stores/memory.js';
import { close, listen } from '../../src/node-server/listen.js';
import { readBody } from '../../src/sandbox/http/json-body.js';
import { createListener } from '../../src/node-server/listener.js';
import { API_HEADERS, isFromElsewhere, refuse } from '../../src/sandbox/http/security.js';
import { checkRequest, type CheckMessage, type CheckRequest } from './check-messages.js';
import { PAGE_HINTS } from './page-hints.js';

const PAGE_DEFAULTS = { ...DEFAULTS, hints: PAGE_HINTS };

const LOCALHOST = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Handles `POST /check/run`: runs the checks and streams the results as JSON lines.
 *
 * The request names a URL, and the server sends requests to it. To prevent abuse by other sites, only the page itself may
 * call it, on localhost only, and the results contain no response bodies.
 */
export function createCheckServer(): (request: Request) => Promise<Response> {
  return async (request) => {
    const refusal = guard(request);
    if (refusal) return withHeaders(refusal);
    return withHeaders(await readBody(request, checkRequest, (body) => Promise.resolve(stream(run(body)))));
  };
}

function stream(messages: AsyncGenerator<CheckMessage, undefined>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = await messages.next();
      if (step.done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(step.value)}\n`));
    },
    async cancel() {
      await messages.return(undefined); // the page was closed: stops the servers
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
}

function guard(request: Request): Response | undefined {
  if (request.method !== 'POST') return refuse(405, 'not_found', 'Use POST.');
  if (isFromElsewhere(request)) return refuse(403, 'other_origin', 'Only the check page may use this.');
  // Against DNS rebinding: another host name that resolves to this server would be the same origin.
  if (!LOCALHOST.includes(new URL(request.url).hostname)) {
    return refuse(403, 'other_name', 'Open the page on localhost.');
  }
  return undefined;
}

function withHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(API_HEADERS)) response.headers.set(name, value);
  return response;
}

async function* run({ url, servicePort, origin, ...others }: CheckRequest): AsyncGenerator<CheckMessage, undefined> {
  try {
    if (url === undefined) {
      yield* checkOwnProxy();
    } else {
      const settings = { ...PAGE_DEFAULTS, ...others, url: toUrl(url), ...(origin && { origin: toOrigin(origin) }) };
      if (servicePort === undefined) yield* check(settings);
      else yield* checkWithFakeService(settings, servicePort);
    }
  } catch (error) {
    yield { kind: 'problem', text: explain(error) };
  }
  return undefined;
}

function explain(error: unknown): string {
  if (error instanceof LiveKeyError) return `${error.message} ${PAGE_HINTS.live}`;
  return error instanceof UsageError || error instanceof NoResponseError
    ? error.message
    : 'An internal error occurred.';
}

async function* checkOwnProxy(): AsyncGenerator<CheckMessage> {
  const orderTokenSecret = randomBytes(32).toString('base64url');
  const service = await FakeService.start(0);
  const proxy = createPaymentProxy({
    baseUrl: service.url,
    apiKey: 'key-for-the-fake-service',
    mode: 'test',
    orderTokenSecret,
    store: createMemoryStore(),
    limits: { requestsPerMinute: false },
    logger: () => undefined, // the checks provoke errors
  });
  const server = createServer(createListener((request) => proxy(request)));
  try {
    const url = new URL(`${await listen(server, 0)}/pay`);
    yield* check({ ...PAGE_DEFAULTS, url, service, orderTokenSecret });
  } finally {
    await Promise.all([close(server), service.close()]);
    await proxy.close();
  }
}

async function* checkWithFakeService(settings: Settings, servicePort: number): AsyncGenerator<CheckMessage> {
  const service = await FakeService.start(servicePort);
  try {
    yield* check({ ...settings, service });
  } finally {
    await service.close();
  }
}

async function* check(settings: Settings): AsyncGenerator<CheckMessage> {
  const findings: Finding[] = [];
  for await (const finding of checkProxy(settings)) {
    findings.push(finding);
    yield { kind: 'finding', finding };
  }
  yield { kind: 'end', hints: missingHints(findings, settings.hints) };
}
