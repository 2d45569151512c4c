import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';

/** A request as it is sent: nothing is added but what HTTP needs. */
export interface Outgoing {
  readonly url: URL;
  /** The path as it is written, with its query: `new URL` would resolve each `..` of it. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** An answer as it came: no redirect is followed, nothing is sent again. */
export interface Answer {
  /** To what: method and path. */
  readonly to: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Whether it came to its end. */
  readonly isWhole: boolean;
}

/** Why there was no answer. `broken`: there was a connection, and it ended. */
export type Reason = 'nobody' | 'no_address' | 'not_trusted' | 'not_http' | 'broken' | 'silent';

/** There was no answer. Its message is a sentence for whoever runs the checks. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly reason: Reason;

  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** An answer of this length says all that can be checked; the rest is not read. */
const MAX_ANSWER = 4 * 1024 * 1024;

/**
 * Sends one request on a connection of its own. By Node's own client and not by `fetch`, which may not send every header
 * that a browser sends, and tells less of why there is no answer.
 * @param limit - how long the answer may take, in ms
 * @throws {NoAnswerError}
 */
export function exchange({ url, path, method, headers, body }: Outgoing, limit: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const outgoing = send(url, { path, method, headers: { ...headers, ...length }, agent: false });
    const timer = setTimeout(() => {
      reject(new NoAnswerError('silent', `${url.origin} did not answer within ${limit / 1000} s.`));
      outgoing.destroy();
    }, limit);
    const end = () => {
      clearTimeout(timer);
    };
    outgoing.once('response', (incoming) => {
      void read(incoming, outgoing)
        .then((answer) => {
          resolve({ to: `${method} ${path}`, ...answer });
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

/** Reads until the end, or until there is no more. */
function read(incoming: IncomingMessage, outgoing: ClientRequest): Promise<Omit<Answer, 'to'>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_ANSWER) incoming.destroy();
    });
    incoming.on('error', () => undefined); // cut off, which `complete` tells
    incoming.once('close', () => {
      outgoing.destroy();
      const headers = new Headers();
      for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
        for (const value of values) headers.append(name, value);
      }
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({ status: incoming.statusCode ?? 0, headers, text, isWhole: incoming.complete });
    });
  });
}

const CODES: Readonly<Record<string, readonly [Reason, (where: string) => string]>> = {
  ECONNREFUSED: ['nobody', (where) => `Nothing listens at ${where}. Is the proxy running, and on this port?`],
  EHOSTUNREACH: ['nobody', (where) => `${where} cannot be reached from here.`],
  ENETUNREACH: ['nobody', (where) => `${where} cannot be reached from here.`],
  ETIMEDOUT: ['nobody', (where) => `${where} cannot be reached from here: no connection came about.`],
  ENOTFOUND: ['no_address', (where) => `There is no address for ${where}. Is the name spelt right?`],
  EAI_AGAIN: ['no_address', (where) => `There is no address for ${where}: names cannot be looked up now.`],
  ECONNRESET: ['broken', (where) => `${where} broke the connection before it answered.`],
  EPIPE: ['broken', (where) => `${where} broke the connection before it answered.`],
};

function explain(error: NodeJS.ErrnoException, { host, protocol }: URL): NoAnswerError {
  const [inner] = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : [];
  const { code = '', message } = inner ?? error;
  const known = CODES[code];
  if (known) return new NoAnswerError(known[0], known[1](host), { cause: error });
  if (code.startsWith('HPE_')) {
    const guess = protocol === 'http:' ? ' If it speaks TLS, write https://.' : '';
    return new NoAnswerError('not_http', `What listens at ${host} does not speak HTTP.${guess}`, { cause: error });
  }
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|EPROTO/.test(`${code} ${message}`)) {
    const text = `What listens at ${host} does not speak TLS. If it is plain HTTP, write http://.`;
    return new NoAnswerError('not_http', text, { cause: error });
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_|TLS|SSL/.test(code)) {
    const text =
      `The certificate of ${host} is not accepted (${code}). If it is from an authority of your own, ` +
      'name its file in NODE_EXTRA_CA_CERTS.';
    return new NoAnswerError('not_trusted', text, { cause: error });
  }
  return new NoAnswerError('broken', `${host} gave no answer (${code || message}).`, { cause: error });
}
