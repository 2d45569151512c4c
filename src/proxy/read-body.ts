import { within } from './timeouts.js';

/** The body exceeds the limit. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/**
 * Reads a body to its end. Counts the bytes, since `Content-Length` cannot be trusted.
 * @param limits.ms - time limit for the whole body
 * @throws {TooLongError} if the body exceeds `limits.bytes`
 * @throws {OverdueError} if reading exceeds `limits.ms`
 */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  limits: { readonly bytes: number; readonly ms: number },
): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  try {
    return await within(limits.ms, readAll(reader, limits.bytes));
  } finally {
    void reader.cancel().catch(() => undefined); // has no effect after the end
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > limit) throw new TooLongError(`The body has more than ${limit} bytes.`);
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
