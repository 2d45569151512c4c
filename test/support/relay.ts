import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** A connection on the way to another port, which can break where it hurts. */
export interface Relay {
  readonly port: number;
  /** Lets the next request through and breaks the connection in place of the answer. */
  loseNextAnswer(): void;
}

export async function startRelay(t: TestContext, target: number): Promise<Relay> {
  let losing = false;
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    upstream.on('data', (chunk) => {
      if (losing) client.destroy();
      else client.write(chunk);
      losing = false;
    });
    client.pipe(upstream);
    client.on('close', () => upstream.destroy());
    client.on('error', () => upstream.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return {
    port: (server.address() as AddressInfo).port,
    loseNextAnswer() {
      losing = true;
    },
  };
}
