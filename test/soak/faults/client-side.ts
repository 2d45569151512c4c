import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { leavePort } from '../../support/free-port.js';
import { Broken, ByteReader, readMessage, type Message } from './http-message.js';

/** A complete request and its connection. */
export interface Arrival {
  readonly request: Message;
  readonly client: Socket;
  /** Whether the connection had carried an earlier request. */
  readonly reused: boolean;
  /** Aborts when the connection has ended. */
  readonly signal: AbortSignal;
}

/** Time between two tries to listen on a port that is in use, in ms. */
const TAKEN = 50;

/**
 * Listens on loopback and reads requests, one after the other on each connection.
 * A client that closes its half of a connection has disconnected.
 */
export class ClientSide {
  readonly #port: number;
  readonly #onArrival: (arrival: Arrival) => Promise<{ readonly keepsAlive: boolean }>;
  readonly #clients = new Map<Socket, 'idle' | 'busy'>();
  #server: Server | undefined;
  #upAgain: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param port - released by `close`
   * @param onArrival - settles when the exchange has ended
   */
  constructor(port: number, onArrival: (arrival: Arrival) => Promise<{ readonly keepsAlive: boolean }>) {
    this.#port = port;
    this.#onArrival = onArrival;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens, always on the same port. */
  async up(): Promise<void> {
    clearTimeout(this.#upAgain);
    if (this.#server || this.#isClosed) return;
    const server = createServer({ noDelay: true }, (client) => void this.#serve(client));
    this.#server = server;
    server.listen(this.#port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      this.#server = undefined;
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      this.down(TAKEN); // another program uses the port for a moment
    }
  }

  /**
   * Stops listening, so that clients get ECONNREFUSED. Closes idle connections at once, busy ones after their request.
   * @param ms duration; `Infinity` is until `up`
   */
  down(ms: number): void {
    clearTimeout(this.#upAgain);
    this.#server?.close();
    this.#server = undefined;
    for (const [client, state] of this.#clients) if (state === 'idle') client.destroySoon();
    if (ms !== Infinity && !this.#isClosed) this.#upAgain = setTimeout(() => void this.up(), ms);
  }

  /** Stops listening and ends every connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.down(Infinity);
    const closed = [...this.#clients.keys()].map((client) => once(client, 'close'));
    for (const client of this.#clients.keys()) client.destroy();
    await Promise.all(closed);
    leavePort(this.#port);
  }

  async #serve(client: Socket): Promise<void> {
    const gone = new AbortController();
    this.#clients.set(client, 'idle');
    client.on('close', () => {
      this.#clients.delete(client);
      gone.abort();
    });
    const reader = new ByteReader(client);
    for (let reused = false; ; reused = true) {
      const request = await nextRequest(reader);
      if (!request) return;
      this.#clients.set(client, 'busy');
      const { keepsAlive } = await this.#onArrival({ request, client, reused, signal: gone.signal });
      if (gone.signal.aborted) return;
      this.#clients.set(client, 'idle');
      if (!keepsAlive || !this.#server) client.destroySoon();
    }
  }
}

/** @returns `undefined` when the client has ended the connection */
async function nextRequest(reader: ByteReader): Promise<Message | undefined> {
  try {
    return await readMessage(reader);
  } catch (error) {
    if (error instanceof Broken) return undefined;
    throw error;
  }
}
