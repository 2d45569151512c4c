import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports of Linux (from 32768), macOS and Windows (from 49152). */
const FROM = 20_000;
const TO = 32_768;

const TRIES = 1000;

const claims = new Map<number, Socket>();

/**
 * Reserves a free port until `leavePort` or the end of this process: for programs that cannot choose one, for servers that
 * restart, and for addresses at which nothing listens.
 * @throws when it finds none
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FROM, TO);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
  throw new Error(`None of ${TRIES} ports between ${FROM} and ${TO} is free.`);
}

/** Lets others have a port that was free. */
export function leavePort(port: number): void {
  claims.get(port)?.close();
  claims.delete(port);
}

/** By the port of that number for datagrams, which nothing here needs: one process has it, and its end gives it back. */
async function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  socket.bind({ port, address: '127.0.0.1', exclusive: true });
  try {
    await once(socket, 'listening');
  } catch (error) {
    socket.close();
    return mustBeTaken(error);
  }
  claims.set(port, socket);
  return true;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    leavePort(port);
    return mustBeTaken(error);
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** @throws what says anything else of a port */
function mustBeTaken(error: unknown): false {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE' || code === 'EACCES') return false;
  throw error;
}
