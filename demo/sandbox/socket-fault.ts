import type { ServerResponse } from 'node:http';

/** What happens to the connection in place of an answer, with the error that `fetch` names it by. */
const CODES = {
  /** RST. */
  reset: 'ECONNRESET',
  /** FIN, before a byte of an answer. */
  close: 'UND_ERR_SOCKET',
  /** FIN in the middle of the body whose length was announced. */
  cut: 'UND_ERR_SOCKET',
  /** Nothing at all, until the client leaves. */
  silence: 'UND_ERR_HEADERS_TIMEOUT',
} as const;

export type Fault = keyof typeof CODES;

/**
 * An answer that never arrives whole. Without a socket the sandbox rejects with it, as `fetch` would; with one, the
 * server acts it out.
 */
export class SocketFault extends Error {
  override readonly name = 'SocketFault';
  readonly fault: Fault;
  readonly code: string;
  /** The status that the service has written into its own log. */
  readonly status: number;
  readonly #body: string;

  /** @param body - JSON that the answer would have had */
  constructor(fault: Fault, status: number, body: string) {
    super(`The connection ends otherwise: ${fault}.`);
    this.fault = fault;
    this.code = CODES[fault];
    this.status = status;
    this.#body = body;
  }

  /** Does it to a real connection. */
  actOut(response: ServerResponse): void {
    const { socket } = response;
    if (this.fault === 'reset') socket?.resetAndDestroy();
    if (this.fault === 'close') socket?.destroySoon();
    if (this.fault === 'cut') {
      const whole = Buffer.from(this.#body);
      response.writeHead(this.status, { 'Content-Type': 'application/json', 'Content-Length': whole.length });
      response.write(whole.subarray(0, whole.length / 2), () => socket?.destroySoon());
    }
  }
}
