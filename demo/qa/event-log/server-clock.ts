/** Assumed minimum network delay of a server event, in ms. */
const USUAL_DELAY = 0.5;

/**
 * Estimates the offset between the page's and the server's clock. A server event arrives after it was sent, which gives
 * an upper bound; a request arrives after the page sent it, which gives a lower bound. Bounds that contradict each other
 * mean that a clock was set: the newer one holds.
 */
export class ServerClock {
  #atLeast = -Infinity;
  #atMost = Infinity;

  /** A server event with the time `server` arrived at `page`. */
  receive(server: number, page: number): void {
    this.#atMost = Math.min(this.#atMost, page - server);
    if (this.#atLeast > this.#atMost) this.#atLeast = -Infinity;
  }

  /** A request that the page sent at `page` arrived at `server`. */
  confirm(page: number, server: number): void {
    this.#atLeast = Math.max(this.#atLeast, page - server);
    if (this.#atLeast > this.#atMost) this.#atMost = Infinity;
  }

  /** Converts a server time to the page's clock. */
  toPage(server: number): number {
    if (this.#atMost === Infinity) return server + (this.#atLeast === -Infinity ? 0 : this.#atLeast);
    const slack = this.#atMost - this.#atLeast;
    return server + this.#atMost - Math.min(USUAL_DELAY, slack / 2);
  }
}
