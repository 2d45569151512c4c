import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenOn } from 'payment-widget-proxy/http/listener';

export { close } from 'payment-widget-proxy/http/listener';

/** Falls back to any free port if the port is in use. */
export async function listen(server: Server, port: number): Promise<string> {
  try {
    await listenOn(server, port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    await listenOn(server, 0);
  }
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
