import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import type { Change } from '../../../src/proxy/attempts/store.js';
import type { Scope } from '../scope.js';

/** A line from a client. */
export interface Call {
  readonly id: number;
  readonly method: 'read' | 'swap' | 'put' | 'list';
  readonly names?: readonly string[];
  readonly changes?: readonly Change[];
  readonly prefix?: string;
  readonly lasting?: boolean;
}

/** Starts a database over TCP: lines of JSON. It is in memory, so it survives the processes of its clients. @returns its port */
export async function startRemoteStore(t: Scope): Promise<number> {
  const store = createMemoryStore();

  async function perform({ method, names = [], changes = [], prefix = '', lasting = false }: Call): Promise<unknown> {
    if (method === 'read') return (await store.read(names)).map((value) => value ?? null);
    if (method === 'list') {
      const found: (readonly [string, string])[] = [];
      for await (const entry of store.list(prefix, { lasting })) found.push(entry);
      return found;
    }
    if (method === 'swap') return store.swap(changes);
    const current = await store.read(changes.map(({ name }) => name));
    return store.swap(changes.map((change, index) => ({ ...change, before: current[index] }))); // whatever it was
  }

  const server = createServer((socket) => {
    const lines = createInterface(socket);
    for (const each of [socket, lines]) each.on('error', () => undefined); // it is closed then
    lines.on('line', (line) => {
      const call = JSON.parse(line) as Call;
      void perform(call).then((result) => socket.write(`${JSON.stringify({ id: call.id, result })}\n`));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}
