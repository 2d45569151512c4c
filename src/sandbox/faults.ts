import type { RequestListener, ServerResponse } from 'node:http';
import { createListener } from '../node-server/listener.js';

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

/**
 * A response that does not arrive completely. Without a socket the sandbox rejects with this error, like `fetch`; with
 * a socket the server simulates it.
 */
export class SocketFault extends Error {
  override readonly name = 'SocketFault';
  readonly fault: Fault;
  readonly code: string;
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

/** Creates a listener from a handler. A {@link SocketFault} becomes a real connection failure. */
export function createFaultyListener(handle: (request: Request) => Response | Promise<Response>): RequestListener {
  return (incoming, outgoing) => {
    const listener = createListener(async (request) => {
      try {
        return await handle(request);
      } catch (error) {
        if (!(error instanceof SocketFault)) throw error;
        error.simulate(outgoing);
        return new Promise<never>(() => undefined); // no response follows
      }
    });
    listener(incoming, outgoing);
  };
}
