import type { Readable } from 'node:stream';

/** A stream ended in the middle of a message. */
export class Broken extends Error {
  /** `FIN`, or the system's code, such as `ECONNRESET`. */
  readonly code: string;

  constructor(code: string) {
    super(`The connection ended: ${code}`);
    this.code = code;
  }
}

/** Reads a stream in pieces of a requested size. It listens from the start, so it notices an end at once. */
export class ByteReader {
  #unread: Buffer = Buffer.alloc(0);
  #end: Broken | undefined;
  #wake = () => {};

  constructor(stream: Readable) {
    stream.on('data', (bytes: Buffer) => {
      this.#unread = Buffer.concat([this.#unread, bytes]);
      this.#wake();
    });
    const end = (code: string) => {
      this.#end ??= new Broken(code);
      this.#wake();
    };
    stream.on('error', ({ code = 'ECONNRESET' }: NodeJS.ErrnoException) => {
      end(code);
    });
    for (const event of ['end', 'close']) {
      stream.on(event, () => {
        end('FIN');
      });
    }
  }

  /**
   * The available bytes, at least one and at most `max`.
   * @throws Broken
   */
  async some(max: number): Promise<Buffer> {
    while (this.#unread.length === 0) await this.#arrival();
    const bytes = this.#unread.subarray(0, max);
    this.#unread = this.#unread.subarray(bytes.length);
    return bytes;
  }

  /**
   * One line with its line break.
   * @throws Broken
   */
  async line(): Promise<Buffer> {
    while (!this.#unread.includes('\n')) await this.#arrival();
    return this.some(this.#unread.indexOf('\n') + 1);
  }

  async #arrival(): Promise<void> {
    if (this.#end) throw this.#end;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** An HTTP/1.1 request or response, with its bytes on the wire. */
export interface Message {
  readonly startLine: string;
  /** By name in lower case. The last one of repeated headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly head: Buffer;
  readonly body: Buffer;
  /** The body without its chunking. */
  readonly payload: string;
  /** Whether the connection can carry another message. */
  readonly keepsAlive: boolean;
}

/**
 * Reads one message as RFC 9112 section 6 delimits it. Without `1xx` responses and `Upgrade`.
 * @param answerTo the method of the request, if this is a response: one to `HEAD` has no body
 * @param onBytes receives the message piece by piece
 * @throws Broken
 */
export async function readMessage(
  reader: ByteReader,
  { answerTo, onBytes = () => undefined }: { answerTo?: string; onBytes?: (bytes: Buffer) => void } = {},
): Promise<Message> {
  const { startLine, headers, head } = await readHead(reader);
  onBytes(head);
  const framing = framingOf(startLine, headers, answerTo);
  const body: Buffer[] = [];
  const payload: Buffer[] = [];
  for await (const { bytes, isPayload } of pieces(reader, framing)) {
    onBytes(bytes);
    body.push(bytes);
    if (isPayload) payload.push(bytes);
  }
  return {
    startLine,
    headers,
    head,
    body: Buffer.concat(body),
    payload: Buffer.concat(payload).toString(),
    keepsAlive: framing !== 'until-end' && !/\bclose\b/i.test(headers['connection'] ?? ''),
  };
}

async function readHead(reader: ByteReader): Promise<Pick<Message, 'startLine' | 'headers' | 'head'>> {
  const lines: Buffer[] = [];
  do lines.push(await reader.line());
  while (lines.at(-1)?.toString().trim() !== '');
  const [startLine = '', ...fields] = lines.map((line) => line.toString('latin1').trim());
  const headers = fields
    .filter((field) => field.includes(':'))
    .map((field) => [field.split(':', 1)[0]?.toLowerCase(), field.slice(field.indexOf(':') + 1).trim()] as const);
  return { startLine, headers: Object.fromEntries(headers) as Record<string, string>, head: Buffer.concat(lines) };
}

/** What delimits a body; a number is its length in bytes. */
type Framing = number | 'chunked' | 'until-end';

function framingOf(startLine: string, headers: Message['headers'], answerTo: string | undefined): Framing {
  const isAnswer = answerTo !== undefined;
  if (isAnswer && (answerTo === 'HEAD' || /^\S+ (204|304)\b/.test(startLine))) return 0;
  if (/\bchunked\b/i.test(headers['transfer-encoding'] ?? '')) return 'chunked';
  const length = headers['content-length'];
  if (length !== undefined) return Number(length);
  return isAnswer ? 'until-end' : 0;
}

interface Piece {
  readonly bytes: Buffer;
  readonly isPayload: boolean;
}

async function* pieces(reader: ByteReader, framing: Framing): AsyncGenerator<Piece> {
  if (framing === 'chunked') yield* chunks(reader);
  else if (framing === 'until-end') yield* untilEnd(reader);
  else yield* exactly(reader, framing);
}

async function* chunks(reader: ByteReader): AsyncGenerator<Piece> {
  let size: number;
  do {
    const line = await reader.line();
    yield { bytes: line, isPayload: false };
    size = Number.parseInt(line.toString(), 16);
    yield* exactly(reader, size);
    if (size > 0) yield { bytes: await reader.line(), isPayload: false };
  } while (size > 0);
  let trailer: Buffer;
  do {
    trailer = await reader.line();
    yield { bytes: trailer, isPayload: false };
  } while (trailer.toString().trim() !== '');
}

async function* exactly(reader: ByteReader, length: number): AsyncGenerator<Piece> {
  for (let left = length; left > 0;) {
    const bytes = await reader.some(left);
    left -= bytes.length;
    yield { bytes, isPayload: true };
  }
}

async function* untilEnd(reader: ByteReader): AsyncGenerator<Piece> {
  try {
    for (;;) yield { bytes: await reader.some(Infinity), isPayload: true };
  } catch (error) {
    if (!(error instanceof Broken && error.code === 'FIN')) throw error;
  }
}
