import { preciseNow } from '../clock.js';
import { EXCHANGE_TIMING } from '../qa-events.js';

/** When the page sent a request and had its whole response, by the page's clock, in ms since 1970. */
export interface RequestTimes {
  readonly start: number;
  readonly end: number;
}

/**
 * Reports the requests of a window that the server has recorded, with the ID of their exchange, also earlier ones.
 * @returns a function that stops it
 */
export function watchRequestTimes(
  { performance, PerformanceObserver }: Window & typeof globalThis,
  report: (exchange: string, times: RequestTimes) => void,
): () => void {
  const observer = new PerformanceObserver((list) => {
    const origin = preciseNow() - performance.now();
    for (const { serverTiming, startTime, responseEnd } of list.getEntries() as PerformanceResourceTiming[]) {
      const exchange = serverTiming.find(({ name }) => name === EXCHANGE_TIMING)?.description;
      if (exchange) report(exchange, { start: origin + startTime, end: origin + responseEnd });
    }
  });
  observer.observe({ type: 'resource', buffered: true });
  return () => {
    observer.disconnect();
  };
}
