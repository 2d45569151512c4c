import { CONFIG_PATH, IDEMPOTENCY_KEY, JSON_TYPE, PAYMENTS_PATH } from '../../../../src/contract/protocol.js';

interface PassThroughOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Declared capabilities, which it does not have. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
}

/** The simplest proxy: adds the API key and forwards every request. */
export function passThrough(options: PassThroughOptions): (request: Request) => Promise<Response> {
  const { baseUrl, apiKey, config } = options;
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith(CONFIG_PATH) && config) return Response.json(config);
    if (!pathname.endsWith(PAYMENTS_PATH)) return page(404, 'Not Found');
    const headers = {
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': JSON_TYPE,
      [IDEMPOTENCY_KEY]: request.headers.get(IDEMPOTENCY_KEY) ?? '',
    };
    try {
      const body = await request.text();
      const answer = await fetch(baseUrl + PAYMENTS_PATH, { method: 'POST', headers, body, redirect: 'manual' });
      return new Response(await answer.text(), answer);
    } catch {
      return page(502, 'Bad Gateway');
    }
  };
}

function page(status: number, title: string): Response {
  return new Response(`<!doctype html><h1>${title}</h1>`, { status, headers: { 'Content-Type': 'text/html' } });
}
