import { within } from './timeouts.js';

/** There is more than may be read. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/**
 * Reads a body to its end. Its length header is the sender's word only, so the bytes are counted as they come.
 * @param limits.bytes - how long it may be
 * @param limits.ms - how long it may take, however steadily it drips
 * @throws {TooLongError} when it is longer
 * @throws {OverdueError} when it takes longer
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
    void reader.cancel().catch(() => undefined); // nothing more is wanted; at the end there is nothing more
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > limit) throw new TooLongError(`More than ${limit} bytes.`);
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
