import { text } from 'node:stream/consumers';
import { connect } from 'node:net';

/** Requests that `fetch` cannot send and `new Request()` cannot represent, with the expected status. */
export const INVALID_REQUESTS = (path: string): readonly (readonly [request: string, status: number])[] => [
  [`TRACE ${path} HTTP/1.1\r\nHost: shop.example`, 405],
  [`TRACE ${path} HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 2`, 405],
  [`GET ${path} HTTP/1.1\r\nHost: a b`, 400],
  [`GET ${path} HTTP/1.1\r\nHost: [`, 400],
  [`GET ${path} HTTP/1.1\r\nHost: evil:99999`, 400],
  [`GET ${path} HTTP/1.1\r\nHost: user:word@evil`, 400],
  [`POST ${path} HTTP/1.1\r\nHost: a b\r\nContent-Length: 2`, 400],
  [`GET ${path} HTTP/1.1`, 400],
];

/** Sends the head of a request over a socket, and a body if it has a length, and returns the response. */
export async function sendRaw(
  origin: string,
  head: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(`${head}\r\nConnection: close\r\n\r\n${head.includes('Content-Length') ? '{}' : ''}`);
  const response = await text(socket);
  return { status: Number(response.split(' ')[1]), text: response };
}
