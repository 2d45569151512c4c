import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** A TCP relay that can break a connection at a chosen moment. */
export interface Relay {
  readonly port: number;
  /** Forwards the next request and breaks the connection instead of returning the answer. */
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
    upstream.on('error', () => client.destroy()); // the target was killed
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
