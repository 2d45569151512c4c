import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { toOrigin, toUrl, UsageError } from '../../src/check-proxy/address.js';
import { NoAnswerError } from '../../src/check-proxy/http.js';
import { LiveKeyError, USUAL, type Settings } from '../../src/check-proxy/prober.js';
import { checkProxy } from '../../src/check-proxy/run.js';
import { ServiceStandIn } from '../../src/check-proxy/fake-service.js';
import { createPaymentProxy } from '../../src/proxy/index.js';
import { createMemoryStore } from '../../src/proxy/attempts/stores/memory.js';
import { close, listen } from '../listen.js';
import { readBody } from '../sandbox/console-body.js';
import { API_HEADERS, isFromElsewhere, refuse } from '../sandbox/console-guard.js';
import { INPUTS } from './inputs.js';
import { checkWish, type CheckNews, type CheckWish } from './target.js';

/** What is checked where the page says nothing else. */
const HERE = { ...USUAL, ways: INPUTS };

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Answers `POST /check/run` with what the checks find, line by line as JSON.
 *
 * It sends requests to addresses that the page names. So it asks nobody but the page itself, which a person types into: no
 * other site, and by no other name than that of this machine, on which alone the demo listens. It tells no more of what is
 * there than the checks do.
 */
export function createCheckServer(): (request: Request) => Promise<Response> {
  return async (request) => {
    const refusal = guard(request);
    if (refusal) return withHeaders(refusal);
    return withHeaders(await readBody(request, checkWish, (wish) => Promise.resolve(answer(run(wish)))));
  };
}

function answer(news: AsyncGenerator<CheckNews, undefined>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = await news.next();
      if (step.done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(step.value)}\n`));
    },
    async cancel() {
      await news.return(undefined); // the page was left: closes what was started for it
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
}

function guard(request: Request): Response | undefined {
  if (request.method !== 'POST') return refuse(405, 'not_found', 'Expected POST.');
  if (isFromElsewhere(request)) return refuse(403, 'other_origin', 'Only the page itself may do this.');
  // A name of somebody else's that leads here would make their page the same origin.
  if (!THIS_MACHINE.includes(new URL(request.url).hostname)) {
    return refuse(403, 'other_name', 'Open the page by the name localhost.');
  }
  return undefined;
}

function withHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(API_HEADERS)) response.headers.set(name, value);
  return response;
}

async function* run({ url, servicePort, origin, ...others }: CheckWish): AsyncGenerator<CheckNews, undefined> {
  try {
    if (url === undefined) {
      yield* checkOwn();
    } else {
      const settings = { ...HERE, ...others, url: toUrl(url), ...(origin && { origin: toOrigin(origin) }) };
      if (servicePort === undefined) yield* check(settings);
      else yield* checkWithStandIn(settings, servicePort);
    }
    yield { kind: 'end' };
  } catch (error) {
    yield { kind: 'problem', text: sentenceFor(error) };
  }
  return undefined;
}

function sentenceFor(error: unknown): string {
  if (error instanceof LiveKeyError) return `${error.message} ${INPUTS.live}`;
  return error instanceof UsageError || error instanceof NoAnswerError ? error.message : 'The checks have failed.';
}

/** Our proxy, set up for nothing but this, between the checks and the stand-in. */
async function* checkOwn(): AsyncGenerator<CheckNews> {
  const service = await ServiceStandIn.start(0);
  const proxy = createPaymentProxy({
    baseUrl: service.url,
    apiKey: 'a-key-that-only-the-stand-in-gets',
    mode: 'test',
    resolvePayment: () => ({ amount: USUAL.amount, currency: USUAL.currency }),
    store: createMemoryStore(),
    limits: { requestsPerMinute: false },
    logger: () => undefined, // faults are what it is about
  });
  const server = createServer(createRequestListener((request: Request) => proxy(request)));
  try {
    const url = new URL(`${await listen(server, 0)}/pay`);
    yield* check({ ...HERE, url, service });
  } finally {
    await Promise.all([close(server), service.close()]);
    await proxy.close();
  }
}

/** What stands at an address, and sends to the stand-in. */
async function* checkWithStandIn(settings: Settings, servicePort: number): AsyncGenerator<CheckNews> {
  const service = await ServiceStandIn.start(servicePort);
  try {
    yield* check({ ...settings, service });
  } finally {
    await service.close();
  }
}

async function* check(settings: Settings): AsyncGenerator<CheckNews> {
  for await (const finding of checkProxy(settings)) yield { kind: 'finding', finding };
}
