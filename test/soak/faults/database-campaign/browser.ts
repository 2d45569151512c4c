import { fetchOverHttp } from './http-fetch.js';
import { chance, random } from './random.js';

/** The connections of all browsers. */
export class Network {
  readonly #open = new Set<AbortController>();

  /** Resets all connections. The proxies may go on with the payments. */
  reset(): void {
    for (const connection of this.#open) connection.abort();
  }

  /**
   * A `fetch` that does what Chromium does when a connection is reset: it sends the request again by itself. A load balancer
   * passes each request to another proxy.
   * @param proxies - their origins; any may be used in the URLs
   */
  browser(proxies: readonly string[]): typeof fetch {
    let turn = Math.floor(random(0, proxies.length));
    return async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      for (let copies = 1; ; copies++) {
        const connection = new AbortController();
        const signals = [connection.signal, ...(init?.signal ? [init.signal] : [])];
        const reset = setTimeout(
          () => {
            connection.abort();
          },
          chance(0.15) ? random(0, 600) : NEVER,
        );
        this.#open.add(connection);
        try {
          const url = `${proxies[turn++ % proxies.length] ?? ''}${pathname}`;
          return await fetchOverHttp(url, { ...init, signal: AbortSignal.any(signals) });
        } catch (error) {
          if (copies === 2 || init?.signal?.aborted) throw error;
        } finally {
          clearTimeout(reset);
          this.#open.delete(connection);
        }
      }
    };
  }
}

/** In ms, longer than any request. */
const NEVER = 60_000;
