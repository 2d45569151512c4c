import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Address } from './support.js';

export type Direction = 'request' | 'answer';

export class Relay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #state: 'open' | 'hanging' | 'down' = 'open';
  #cut: { readonly direction: Direction; count: number } | undefined;

  constructor({ host, port }: Address) {
    this.#server = createServer((client) => {
      if (this.#state === 'down') {
        client.destroy();
        return;
      }
      const upstream = connect(port, host);
      this.#join('request', client, upstream);
      this.#join('answer', upstream, client);
    });
  }

  async start(): Promise<Address> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return { host: '127.0.0.1', port: (this.#server.address() as AddressInfo).port };
  }

  stop(): void {
    this.#server.close();
    this.#destroyAll();
  }

  restore(): void {
    this.#state = 'open';
    this.#cut = undefined;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Withholds all data, on new connections too, until {@link restore}. */
  hang(): void {
    this.#state = 'hanging';
    for (const socket of this.#sockets) socket.pause();
  }

  /** Breaks all connections and refuses new ones until {@link restore}. */
  down(): void {
    this.#state = 'down';
    this.#destroyAll();
  }

  cutAt(direction: Direction, count: number): void {
    this.#cut = { direction, count };
  }

  get hasCut(): boolean {
    return this.#cut?.count === 0;
  }

  #join(direction: Direction, from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.setNoDelay();
    if (this.#state === 'hanging') from.pause();
    from.on('data', (chunk) => {
      if (this.#cut?.direction === direction && this.#cut.count > 0 && --this.#cut.count === 0) this.#destroyAll();
      else to.write(chunk);
    });
    from.on('error', () => undefined); // it is closed then
    from.on('close', () => {
      this.#sockets.delete(from);
      to.end();
    });
  }

  #destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
