import { once } from 'node:events';
import { chmodSync, statSync, unlinkSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { connect, isIP } from 'node:net';
import type { ListenAddress } from './settings.js';

const LIMITS = {
  /** nginx keeps idle connections for 60 s, and must send no payment on one that closes here. */
  keepAliveTimeout: 75_000,
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  maxHeaderSize: 16 * 1024,
};

export interface RunningServer {
  /** The address as a URL, or `unix:/path`. */
  readonly address: string;
  /** Accepts nothing more, waits for all responses, and closes kept connections. */
  stop(): Promise<void>;
}

export async function serve(listener: RequestListener, address: ListenAddress): Promise<RunningServer> {
  const active = new Set<ServerResponse>();
  const server = createServer(LIMITS, (request, response) => {
    active.add(response);
    if (!server.listening) response.shouldKeepAlive = false;
    response.once('close', () => active.delete(response));
    listener(request, response);
  });
  await listen(server, address);
  return {
    address: textOf(address, server),
    async stop() {
      for (const response of active) response.shouldKeepAlive = false; // Node closes its connection after it
      const closed = once(server, 'close');
      server.close();
      while (active.size > 0) await Promise.all(Array.from(active, (response) => ended(response)));
      server.closeAllConnections();
      await closed;
    },
  };
}

const ended = (response: ServerResponse) => new Promise((resolve) => response.once('close', resolve));

/** Members of the group, such as a web server, may use the socket. */
const SOCKET_MODE = 0o660;

async function listen(server: Server, address: ListenAddress): Promise<void> {
  if ('path' in address) await removeStale(address.path);
  server.listen(address);
  await once(server, 'listening');
  if ('path' in address) chmodSync(address.path, SOCKET_MODE);
}

/** A killed process leaves its socket behind, at which no other one could listen. */
async function removeStale(path: string): Promise<void> {
  if (!statSync(path, { throwIfNoEntry: false })?.isSocket()) return;
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') unlinkSync(path);
  } finally {
    socket.destroy();
  }
}

/** @returns `undefined` for a name or a path: it may be a secret in the wrong place */
export function plainTextOf(address: ListenAddress): string | undefined {
  return 'port' in address && (address.host === undefined || isIP(address.host) !== 0) ? textOf(address) : undefined;
}

function textOf(address: ListenAddress, server?: Server): string {
  if ('path' in address) return `unix:${address.path}`;
  const bound = server?.address();
  const port = typeof bound === 'object' && bound ? bound.port : address.port;
  const host = address.host ?? '0.0.0.0';
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
