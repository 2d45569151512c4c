import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that Linux (from 32768), macOS and Windows (from 49152) give to whoever wants any: nobody gets one by chance. */
const FROM = 20_000;
const TO = 32_768;

/**
 * A port of this machine that nobody listens on: for a program that cannot choose one itself, for somebody who leaves it
 * and comes back, and for an address at which nothing is to be found.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue; // it is taken
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
