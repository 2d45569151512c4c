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
export async function readBody(
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
  const joined = () => new Uint8Array(chunks.flatMap((chunk) => Array.from(chunk)));
  for (let length = 0; length <= limit;) {
    const { done, value } = await reader.read();
    if (done) return joined();
    chunks.push(value.subarray(0, limit - length)); // a chunk may be longer than all that is read
    length += value.byteLength;
  }
  throw new TooLongError(limit, joined());
}
