import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { AttemptStore, Change, ListOptions } from '../../../src/proxy/attempts/store.js';
import type { Address } from '../../../src/testing/support.js';
import type { Call } from './server.js';

/** How a client deals with its connection. */
export interface Behaviour {
  /** In ms. */
  readonly limit?: number;
  readonly reconnects?: boolean;
  /** Takes an answer for that of the oldest call, and keeps a connection whose answer is late. */
  readonly ignoresIds?: boolean;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A store without faults over one connection, unless told otherwise. */
export class RemoteStore implements AttemptStore {
  #socket: Socket | undefined;
  #calls = 0;
  readonly #waiting = new Map<number, Waiting>();

  readonly #address: Address;
  readonly #behaviour: Behaviour;

  constructor(address: Address, behaviour: Behaviour = {}) {
    this.#address = address;
    this.#behaviour = behaviour;
  }

  async read(names: readonly string[]): Promise<(string | undefined)[]> {
    const values = (await this.#call({ method: 'read', names })) as (string | null)[];
    return values.map((value) => value ?? undefined);
  }

  async swap(changes: readonly Change[]): Promise<boolean> {
    return (await this.#call({ method: 'swap', changes })) as boolean;
  }

  async *list(prefix: string, { lasting = false }: ListOptions = {}) {
    yield* (await this.#call({ method: 'list', prefix, lasting })) as [string, string][];
  }

  /** Writes without a condition. */
  async put(changes: readonly Change[]): Promise<boolean> {
    return (await this.#call({ method: 'put', changes })) as boolean;
  }

  close(): Promise<void> {
    this.#socket?.destroy();
    return Promise.resolve();
  }

  #call(call: Omit<Call, 'id'>): Promise<unknown> {
    const { limit = 3000, ignoresIds = false } = this.#behaviour;
    const id = ++this.#calls;
    return new Promise((resolve, reject) => {
      const socket = (this.#socket ??= this.#connect());
      const timer = setTimeout(() => {
        if (!ignoresIds) socket.destroy();
        this.#waiting.delete(id);
        reject(new Error(`No answer within ${limit} ms.`));
      }, limit);
      const settle =
        <T>(how: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          how(value);
        };
      this.#waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      socket.write(`${JSON.stringify({ id, ...call })}\n`);
    });
  }

  #connect(): Socket {
    const { reconnects = true, ignoresIds = false } = this.#behaviour;
    const socket = connect(this.#address);
    const lines = createInterface(socket);
    for (const each of [socket, lines]) each.on('error', () => undefined); // it is closed then
    socket.on('close', () => {
      if (reconnects) this.#socket = undefined;
      for (const { reject } of this.#waiting.values()) reject(new Error('The connection is closed.'));
      this.#waiting.clear();
    });
    lines.on('line', (line) => {
      const { id, result } = JSON.parse(line) as { id: number; result: unknown };
      const answered = ignoresIds ? [...this.#waiting.keys()][0] : id;
      this.#waiting.get(answered ?? id)?.resolve(result);
      this.#waiting.delete(answered ?? id);
    });
    return socket;
  }
}
