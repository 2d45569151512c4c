import type { ServerResponse } from 'node:http';
import type { Fault } from './fault.js';

/** The error codes that `fetch` reports. */
const CODES: Readonly<Record<Fault, string>> = {
  reset: 'ECONNRESET',
  close: 'UND_ERR_SOCKET',
  cut: 'UND_ERR_SOCKET',
  silence: 'UND_ERR_HEADERS_TIMEOUT',
};

/**
 * A response that does not arrive completely. Without a socket the sandbox rejects with this error, like `fetch`; with
 * a socket the server simulates it.
 */
export class SocketFault extends Error {
  override readonly name = 'SocketFault';
  readonly fault: Fault;
  readonly code: string;
  /** The status that the service logs. */
  readonly status: number;
  readonly #body: string;

  /** @param body - the JSON body of the complete response */
  constructor(fault: Fault, status: number, body: string) {
    super(`Simulated connection fault: ${fault}.`);
    this.fault = fault;
    this.code = CODES[fault];
    this.status = status;
    this.#body = body;
  }

  /** Simulates the fault on a connection. */
  simulate(response: ServerResponse): void {
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
