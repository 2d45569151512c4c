import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Clock } from '../contract/clock.js';

/** A request. Nothing is added except what HTTP requires. */
export interface ProxyRequest {
  readonly url: URL;
  /** The raw path and query. `new URL` would resolve each `..`. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A response. Redirects are not followed. */
export interface ProxyResponse {
  /** Method and path of the request. */
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Whether the whole body arrived. */
  readonly isComplete: boolean;
}

/** Why there was no response. `broken`: the connection ended early. */
export type Reason = 'unreachable' | 'broken' | 'timeout';

/** There was no response. The message is a sentence for the user. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  readonly reason: Reason;

  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Longer responses are cut off, in bytes. */
const MAX_RESPONSE = 4 * 1024 * 1024;

/**
 * Sends one request on its own connection. Uses `node:http`, because `fetch` cannot set every header that browsers send
 * and gives less detail about failures.
 * @param limit - for the whole response, in ms
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

/** Reads until the end, or until the connection breaks. */
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

const UNREACHABLE: Readonly<Record<string, (host: string) => string>> = {
  ECONNREFUSED: (host) => `Nothing listens at ${host}. Check that the proxy is running on this port.`,
  EHOSTUNREACH: (host) => `${host} cannot be reached from here.`,
  ENETUNREACH: (host) => `${host} cannot be reached from here.`,
  ETIMEDOUT: (host) => `${host} cannot be reached from here: the connection timed out.`,
  ENOTFOUND: (host) => `The host name ${host} does not exist. Check the spelling.`,
  EAI_AGAIN: (host) => `The host name ${host} cannot be resolved at the moment. Check your network.`,
};

function explain(error: NodeJS.ErrnoException, { host, protocol }: URL): NoResponseError {
  const [inner] = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : [];
  const { code = '', message } = inner ?? error;
  const fail = (reason: Reason, text: string) => new NoResponseError(reason, text, { cause: error });
  const unreachable = UNREACHABLE[code];
  if (unreachable) return fail('unreachable', unreachable(host));
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return fail('broken', `${host} closed the connection before it responded.`);
  }
  if (code.startsWith('HPE_')) {
    const guess = protocol === 'http:' ? ' If it uses TLS, use https://.' : '';
    return fail('unreachable', `The server at ${host} does not speak HTTP.${guess}`);
  }
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|EPROTO/.test(`${code} ${message}`)) {
    return fail('unreachable', `The server at ${host} does not speak TLS. If it uses plain HTTP, use http://.`);
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_|TLS|SSL/.test(code)) {
    return fail(
      'unreachable',
      `The certificate of ${host} is not trusted (${code}). If your own authority issued it, set NODE_EXTRA_CA_CERTS to its file.`,
    );
  }
  return fail('broken', `${host} did not respond (${code || message}).`);
}
