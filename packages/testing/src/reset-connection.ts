import type { Socket } from 'node:net';

/** Resets a TCP connection. A socket that is ending is destroyed: Node never closes one that is reset meanwhile. */
export function resetConnection(socket: Socket | null): void {
  if (socket?.writableEnded) socket.destroy();
  else socket?.resetAndDestroy();
}
