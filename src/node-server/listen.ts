import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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

export function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}

export function redirectTo(address: string): RequestListener {
  return (_request, response) => {
    response.writeHead(302, { Location: address }).end();
  };
}
