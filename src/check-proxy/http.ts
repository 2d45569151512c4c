import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Clock } from '../contract/clock.js';
import type { ErrorOutcome } from '../contract/errors.js';
import { parseProblem } from '../contract/parse.js';
import { classifyStatus, parseAnswer } from '../contract/protocol.js';

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

/** Why there was no response. `broken`: the connection ended early. */
type Reason = 'unreachable' | 'broken' | 'timeout';

export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  readonly reason: Reason;

  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

const MAX_RESPONSE = 4 * 1024 * 1024;

/**
 * Not `fetch`, which cannot set every header that browsers send, and gives less detail about failures.
 * @throws {NoResponseError}
 */
export function sendRequest(
  { url, path, method, headers, body }: ProxyRequest,
  limit: number,
  clock: Clock,
): Promise<ProxyResponse> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const outgoing = send(url, { path, method, headers: { ...headers, ...length }, agent: false });
    const ended = new AbortController();
    void clock.sleep(limit, ended.signal).then(() => {
      if (ended.signal.aborted) return;
      reject(new NoResponseError('timeout', `${url.origin} did not respond within ${limit / 1000} s.`));
      outgoing.destroy();
    });
    const end = () => {
      ended.abort();
    };
    outgoing.once('response', (incoming) => {
      void read(incoming, outgoing)
        .then((response) => {
          resolve({ request: `${method} ${path}`, ...response });
        })
        .finally(end);
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      end();
      reject(explain(error, url));
    });
    outgoing.end(body);
  });
}

function read(incoming: IncomingMessage, outgoing: ClientRequest): Promise<Omit<ProxyResponse, 'request'>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_RESPONSE) incoming.destroy();
    });
    incoming.on('error', () => undefined); // see `complete`
    incoming.once('close', () => {
      outgoing.destroy();
      const headers = new Headers();
      for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
        for (const value of values) headers.append(name, value);
      }
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({ status: incoming.statusCode ?? 0, headers, text, isComplete: incoming.complete });
    });
  });
}

function explain(error: NodeJS.ErrnoException, { host, protocol }: URL): NoResponseError {
  const [inner] = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : [];
  const { code = '', message } = inner ?? error;
  const unreachable = (text: string) => new NoResponseError('unreachable', text, { cause: error });
  if (code === 'ECONNREFUSED') {
    return unreachable(`Nothing listens at ${host}. Check that the proxy is running on this port.`);
  }
  if (/^E(NOTFOUND|AI_AGAIN)$/.test(code)) return unreachable(`The host name ${host} cannot be resolved.`);
  if (/^E(HOST|NET)UNREACH$|^ETIMEDOUT$/.test(code)) return unreachable(`${host} cannot be reached from here.`);
  if (code.startsWith('HPE_')) {
    const guess = protocol === 'http:' ? ' If it uses TLS, use https://.' : '';
    return unreachable(`The server at ${host} does not speak HTTP.${guess}`);
  }
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|EPROTO/.test(`${code} ${message}`)) {
    return unreachable(`The server at ${host} does not speak TLS. If it uses plain HTTP, use http://.`);
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_|TLS|SSL/.test(code)) {
    return unreachable(
      `The certificate of ${host} is not trusted (${code}). If your own authority issued it, set NODE_EXTRA_CA_CERTS to its file.`,
    );
  }
  const text =
    code === 'ECONNRESET' || code === 'EPIPE'
      ? `${host} closed the connection before it responded.`
      : `${host} did not respond (${code || message}).`;
  return new NoResponseError('broken', text, { cause: error });
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
