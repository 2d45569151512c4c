import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { classifyStatus, isTimeout, parseAnswer, parseProblem, type Clock, withinTime } from 'payment-widget/contract';
import type { ErrorOutcome } from 'payment-widget/contract';

interface ProxyRequest {
  readonly url: URL;
  /** The raw path and query. `new URL` would resolve each `..`. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A response. Redirects are not followed. */
export interface ProxyResponse {
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly isComplete: boolean;
}

/** What a page has if the proxy breaks the connection. */
export const NO_RESPONSE: ProxyResponse = {
  request: '',
  status: 0,
  headers: new Headers(),
  text: '',
  isComplete: false,
};

export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  /** `broken`: the connection ended early. */
  readonly reason: 'unreachable' | 'broken' | 'timeout';

  constructor(reason: NoResponseError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

const MAX_RESPONSE = 4 * 1024 * 1024;

/**
 * Not `fetch`, which cannot set every header that browsers send, and gives less detail about failures.
 * @throws {NoResponseError}
 */
export async function sendRequest(
  { url, path, method, headers, body }: ProxyRequest,
  limitMs: number,
  clock: Clock,
): Promise<ProxyResponse> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  try {
    return await withinTime(limitMs, clock, async (signal) => {
      const outgoing = request(url, { path, method, headers: { ...headers, ...length }, agent: false, signal });
      const response = once(outgoing, 'response') as Promise<[IncomingMessage]>;
      outgoing.on('error', () => undefined); // see `isComplete`
      outgoing.end(body);
      return { request: `${method} ${path}`, ...(await read(...(await response))) };
    });
  } catch (error) {
    if (!isTimeout(error)) throw explain(error as NodeJS.ErrnoException, url);
    throw new NoResponseError('timeout', `${url.origin} did not respond within ${limitMs / 1000} s.`);
  }
}

async function read(incoming: IncomingMessage): Promise<Omit<ProxyResponse, 'request'>> {
  let text = '';
  try {
    for await (const chunk of incoming.setEncoding('utf8')) {
      text += String(chunk);
      if (text.length > MAX_RESPONSE) break;
    }
  } catch {
    // see `isComplete`
  }
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return { status: incoming.statusCode ?? 0, headers, text, isComplete: incoming.complete };
}

/** Errors of a proxy that cannot be reached, by code and message. */
const UNREACHABLE = [
  [/ECONNREFUSED/, 'Nothing listens at HOST. Check that the proxy is running on this port.'],
  [/ENOTFOUND|EAI_AGAIN/, 'The host name HOST cannot be resolved.'],
  [/E(HOST|NET)UNREACH|ETIMEDOUT/, 'HOST cannot be reached from here.'],
  [/HPE_/, 'The server at HOST does not speak HTTP. If it uses TLS, use https://.'],
  [/WRONG_VERSION|PACKET_LENGTH|EPROTO/, 'The server at HOST does not speak TLS. If it uses plain HTTP, use http://.'],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|TLS|SSL/,
    'The certificate of HOST is not trusted. If your own authority issued it, set NODE_EXTRA_CA_CERTS to its file.',
  ],
] as const;

function explain(error: NodeJS.ErrnoException, { host }: URL): NoResponseError {
  const [inner = error] = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : [];
  const { code = '', message } = inner;
  const [, reason] = UNREACHABLE.find(([pattern]) => pattern.test(`${code} ${message}`)) ?? [];
  if (reason) return new NoResponseError('unreachable', reason.replace('HOST', host), { cause: error });
  const isClosed = code === 'ECONNRESET' || code === 'EPIPE';
  const text = isClosed ? 'closed the connection before it responded' : `did not respond (${code || message})`;
  return new NoResponseError('broken', `${host} ${text}.`, { cause: error });
}

export function jsonOf({ text }: Pick<ProxyResponse, 'text'>): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether the response is a problem document (RFC 9457), by its Content-Type. */
export const isProblem = ({ headers }: ProxyResponse): boolean =>
  headers.get('Content-Type')?.startsWith('application/problem+json') ?? false;

export const isPage = (response: ProxyResponse): boolean =>
  parseAnswer(response.text, response.headers).kind === 'page' && jsonOf(response) === undefined;

export const isSuccess = ({ status }: ProxyResponse): boolean => status >= 200 && status < 300;

export const isRedirect = ({ status }: ProxyResponse): boolean => status >= 300 && status < 400;

/** Whether servers respond like this to unknown paths or without a login. */
export const isUnknownPath = (response: ProxyResponse): boolean =>
  isRedirect(response) || [401, 404, 405].includes(response.status);

export const isFromOtherServer = (response: ProxyResponse): boolean =>
  isUnknownPath(response) || (response.status < 500 && isPage(response));

export function outcomeOf(response: ProxyResponse): 'paid' | 'pending' | ErrorOutcome {
  if (!response.isComplete) return 'unknown';
  const { outcome } = classifyStatus(response.status, parseAnswer(response.text, response.headers));
  const isAccepted = outcome === 'paid' || outcome === 'pending';
  return isAccepted ? outcome : (parseProblem(jsonOf(response))?.outcome ?? outcome);
}

/** Describes a response in a few words that cannot contain a secret: `409 amount_changed`. */
export function describe(response: ProxyResponse): string {
  if (response === NO_RESPONSE) return 'no response';
  const { code } = parseProblem(jsonOf(response)) ?? {};
  const word = code && /^[a-z_]{1,40}$/.test(code) ? ` ${code}` : '';
  return `${response.status}${word}${response.isComplete ? '' : ', incomplete'}`;
}
