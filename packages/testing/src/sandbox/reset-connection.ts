import type { Socket } from 'node:net';

/** Resets a TCP connection. Node never closes a socket that is reset while it ends; it is destroyed instead. */
export function resetConnection(socket: Socket | null): void {
  if (socket?.writableEnded) socket.destroy();
  else socket?.resetAndDestroy();
}
