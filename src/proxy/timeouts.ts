/** Time limits in ms. Service < proxy < 55 s, the time the widget waits. */
export const TIMES = {
  /** The service's response, retries included. */
  upstream: 30_000,
  /** The proxy's whole response. */
  total: 40_000,
  /** A repeated request's wait for the first one's response. */
  patience: 25_000,
  /** One step of the store. */
  store: 5000,
  /** Recording the outcome, before the response is returned. */
  finish: 3000,
};
