/** How long an event of the server is on its way at least, in ms, where nothing shows that it was less. */
const USUAL_WAY = 0.5;

/**
 * How far the clock of the page is ahead of the server's. What the server says "now" about is heard later, so that each
 * hearing is a bound; what the page did before the server saw it is the other one.
 */
export class ServerClock {
  #atLeast = -Infinity;
  #atMost = Infinity;

  /** The server said `server` and was heard at `page`. */
  heard(server: number, page: number): void {
    this.#atMost = Math.min(this.#atMost, page - server);
  }

  /** Something that the page did at `page` was seen by the server at `server`. */
  seen(page: number, server: number): void {
    this.#atLeast = Math.max(this.#atLeast, page - server);
  }

  /** A time of the server's clock by the page's. */
  toPage(server: number): number {
    if (this.#atMost === Infinity) return server;
    const slack = Math.max(0, this.#atMost - this.#atLeast);
    return server + this.#atMost - Math.min(USUAL_WAY, slack / 2);
  }
}
