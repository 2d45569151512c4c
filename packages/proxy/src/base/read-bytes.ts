import { realClock, withinTime } from 'payment-widget/contract';

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
    void reader.cancel().catch(() => undefined); // this has no effect after the end
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
