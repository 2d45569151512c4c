/**
 * How a connection fails: by a reset (RST), closed (FIN) before any response, closed in the middle of a body, or without a
 * response until the client disconnects.
 */
export type Fault = 'reset' | 'close' | 'cut' | 'silence';

const CODES: Readonly<Record<Fault, string>> = {
  reset: 'ECONNRESET',
  close: 'UND_ERR_SOCKET',
  cut: 'UND_ERR_SOCKET',
  silence: 'UND_ERR_HEADERS_TIMEOUT',
};

/** Without a socket the sandbox rejects with this error, like `fetch`; with a socket the server simulates it. */
export class SocketFault extends Error {
  override readonly name = 'SocketFault';
  readonly fault: Fault;
  readonly code: string;
  readonly status: number;
  readonly body: string;

  constructor(fault: Fault, status: number, body: string) {
    super(`Simulated connection fault: ${fault}.`);
    this.fault = fault;
    this.code = CODES[fault];
    this.status = status;
    this.body = body;
  }
}
