import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import type { Point } from './faults.js';
import { Broken, ByteReader, readMessage, type Message } from './http-message.js';

/** A step in the life of a request. */
export type Deed =
  | 'received'
  | 'passed-on-in-part'
  | 'passed-on'
  | 'server-answered'
  | 'server-broke'
  | 'answered-in-part'
  | 'answered'
  | 'reset'
  | 'closed'
  | 'client-left';

/** A complete response of the server. */
export interface ServerAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The environment of an exchange. */
export interface Surroundings {
  readonly client: Socket;
  /** Fires when the client's connection is gone. */
  readonly signal: AbortSignal;
  /** The server: scheme, host and port. */
  readonly target: URL;
  /** Stops listening for that many milliseconds. */
  readonly takeDown: (ms: number) => void;
  /** Milliseconds since the fault proxy was started. */
  readonly now: () => number;
}

const LONGEST_TIMER = 2 ** 31 - 1;

/** One request to the server and its response, step by step. A step throws when either side disconnects. */
export class Exchange {
  /** In order. */
  readonly deeds: { readonly what: Deed; readonly at: number }[] = [];
  /** Responses of the server, in order of arrival. */
  readonly answers: ServerAnswer[] = [];
  /** Whether the server would take another request on that connection. */
  keepsAlive = true;
  /** Whether the client has met the fault. */
  isInjected = false;
  readonly #request: Message;
  readonly #around: Surroundings;
  readonly #calls: Call[] = [];
  #delivered = 0;

  constructor(request: Message, around: Surroundings) {
    this.#request = request;
    this.#around = around;
    this.#note('received');
  }

  /** Advances to a point. */
  async upTo(point: Point, bytes?: number): Promise<void> {
    if (point === 'before-request') return;
    if (point === 'within-request') return this.#passOn(this.#call, part(this.#request, bytes));
    await this.#passOn(this.#call, Infinity);
    if (point === 'after-request') return;
    const answer = await this.answer();
    if (point === 'within-answer') await this.deliver(part(answer, bytes));
  }

  /** Delivers the rest of the response. */
  async finish(): Promise<void> {
    await this.answer();
    await this.deliver(Infinity);
  }

  /** Forwards the request, and streams the response. */
  async relay(): Promise<void> {
    await this.answer((bytes) => this.#around.client.write(bytes));
    this.#note('answered');
  }

  /** Forwards the request and reads the response, without delivering it. */
  async answer(onBytes?: (bytes: Buffer) => void): Promise<Message> {
    return this.#answerOf(this.#call, onBytes);
  }

  /** Forwards another copy of the request and reads the response to it. */
  async answerToCopy(): Promise<Message> {
    return this.#answerOf(this.#newCall());
  }

  /** Delivers the response up to that byte. */
  async deliver(end: number): Promise<void> {
    const bytes = wire(await this.answer());
    await write(this.#around.client, bytes.subarray(this.#delivered, end));
    this.#delivered = Math.min(end, bytes.length);
    this.#note(this.#delivered < bytes.length ? 'answered-in-part' : 'answered');
  }

  /** Delivers other bytes in place of the response. */
  async deliverInstead(bytes: Buffer): Promise<void> {
    await write(this.#around.client, bytes);
    this.#note('answered');
  }

  /** @param ms how long; `Infinity` is until the client's connection is gone */
  async wait(ms: number): Promise<void> {
    await sleep(Math.min(ms, LONGEST_TIMER), undefined, { signal: this.#around.signal });
  }

  takeDown(ms: number): void {
    this.#around.takeDown(ms);
  }

  /** Ends the client's connection with RST. */
  reset(): void {
    this.#note('reset');
    const { client } = this.#around;
    if (client.writableEnded)
      client.destroy(); // Node cannot reset it any more, and would never close it
    else client.resetAndDestroy();
  }

  /** Ends the client's connection with FIN, after the data written so far. */
  close(): void {
    this.#note('closed');
    this.#around.client.destroySoon();
  }

  /** Ends the connection to the client after the server's has ended. */
  broke(code: string): void {
    const { client, signal } = this.#around;
    if (signal.aborted || client.destroyed) {
      this.#note('client-left');
      return;
    }
    this.#note('server-broke');
    if (code === 'FIN') this.close();
    else this.reset();
  }

  /** Ends the connections to the server. */
  end(): void {
    for (const { socket } of this.#calls) socket.destroy();
  }

  async #answerOf(call: Call, onBytes?: (bytes: Buffer) => void): Promise<Message> {
    await this.#passOn(call, Infinity);
    if (!call.answer) {
      call.answer = await call.read(onBytes);
      const { startLine, headers, payload, keepsAlive } = call.answer;
      this.answers.push({ status: Number(startLine.split(' ')[1]), headers, body: payload });
      this.keepsAlive &&= keepsAlive;
      this.#note('server-answered');
    }
    return call.answer;
  }

  /** Forwards the request up to that byte. */
  async #passOn(call: Call, end: number): Promise<void> {
    const bytes = wire(this.#request);
    if (call.passedOn === bytes.length) return;
    await write(call.socket, bytes.subarray(call.passedOn, end));
    call.passedOn = Math.min(end, bytes.length);
    this.#note(call.passedOn < bytes.length ? 'passed-on-in-part' : 'passed-on');
  }

  get #call(): Call {
    return this.#calls[0] ?? this.#newCall();
  }

  #newCall(): Call {
    const call = new Call(this.#request, this.#around);
    this.#calls.push(call);
    return call;
  }

  #note(what: Deed): void {
    this.deeds.push({ what, at: this.#around.now() });
  }
}

/** A request on its own connection to the server, so that only the client reuses connections. */
class Call {
  readonly socket: Socket;
  passedOn = 0;
  answer: Message | undefined;
  readonly #method: string;
  readonly #reader: ByteReader;

  constructor(request: Message, { target, signal }: Surroundings) {
    signal.throwIfAborted();
    this.#method = request.startLine.split(' ', 1)[0] ?? '';
    const server = { host: target.hostname, port: Number(target.port || 80), noDelay: true };
    const isSecure = target.protocol === 'https:';
    this.socket = isSecure ? connectSecurely({ ...server, rejectUnauthorized: false }) : connect(server);
    this.#reader = new ByteReader(this.socket);
    const leave = () => this.socket.destroy();
    signal.addEventListener('abort', leave);
    this.socket.on('close', () => {
      signal.removeEventListener('abort', leave); // the client's connection may stay open
    });
  }

  read(onBytes?: (bytes: Buffer) => void): Promise<Message> {
    return readMessage(this.#reader, { answerTo: this.#method, ...(onBytes && { onBytes }) });
  }
}

export const wire = ({ head, body }: Message) => Buffer.concat([head, body]);

/** Where to stop within a message. Default: after the head and half the body. Never at its end. */
function part({ head, body }: Message, bytes = head.length + Math.floor(body.length / 2)): number {
  return Math.min(bytes, head.length + body.length - 1);
}

/** Resolves when the system has accepted the bytes. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error?: NodeJS.ErrnoException | null) => {
      if (error) reject(new Broken(error.code ?? 'EPIPE'));
      else resolve();
    });
  });
}
