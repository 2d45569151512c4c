import { PROTOTYPE_NAMES, realClock, withinTime } from 'payment-widget/contract';

export class TooLongError extends Error {
  override readonly name = 'TooLongError';
  readonly start: Uint8Array;

  constructor(limit: number, start: Uint8Array) {
    super(`The body has more than ${limit} bytes.`);
    this.start = start;
  }
}

/**
 * Counts the bytes, since `Content-Length` cannot be trusted.
 * @throws {TooLongError} if the body exceeds `limits.bytes`
 * @throws a `TimeoutError` if reading exceeds `limits.ms`
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  limits: { readonly bytes: number; readonly ms: number },
  clock = realClock,
): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  try {
    return await withinTime(limits.ms, clock, () => readAll(reader, limits.bytes));
  } finally {
    void reader.cancel().catch(() => undefined); // has no effect after the end
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let length = 0; length <= limit;) {
    const { done, value } = await reader.read();
    if (done) return join(chunks, length);
    chunks.push(value);
    length += value.byteLength;
  }
  throw new TooLongError(limit, join(chunks, limit));
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, length - at), at);
    at += chunk.byteLength;
  }
  return bytes;
}

/**
 * A string, with the colon after it if it is a name, or a bracket. An unterminated string matches to the end of the text; a new
 * search from each quote would take quadratic time.
 */
const TOKEN = /("(?:[^"\\]|\\[^])*(?:"|\\?$))\s*(:)?|[[\]{}]/g;

/** What `JSON.parse` accepts without an error. */
export type JsonFlaw = 'too_deep' | 'name_twice' | 'name_of_prototype';

/**
 * Finds nesting deeper than `depth`, two members of one object with the same name (parsers disagree on which one counts),
 * or a forbidden name. Reliable only if `JSON.parse` accepts the text.
 */
export function findFlaw(
  json: string,
  depth: number,
  forbidden: readonly string[] = PROTOTYPE_NAMES,
): JsonFlaw | undefined {
  const open: Set<string>[] = [];
  for (const [token, string, colon] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    if (open.length > depth) return 'too_deep';
    if (string === undefined || colon === undefined) continue;
    const name = readString(string);
    if (forbidden.includes(name)) return 'name_of_prototype';
    const names = open.at(-1);
    if (names?.has(name)) return 'name_twice';
    names?.add(name);
  }
  return undefined;
}

/** Decodes a string token, since escapes allow several forms of one name. Returns an invalid token as it is. */
function readString(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return JSON.parse(token) as string;
  } catch {
    return token;
  }
}

/** A body that was passed to `resolve()` may not be JSON. */
export function parseBody(body = 'null'): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
