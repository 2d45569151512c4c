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

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Does not keep the process running. Only Node has `unref`. */
export function startTimer(onEnd: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(onEnd, ms);
  (timer as { unref?: () => void }).unref?.();
  return timer;
}

/** A promise did not settle in time. It may still settle. */
export class OverdueError extends Error {
  override readonly name = 'OverdueError';
}

/** @throws {OverdueError} if the promise does not settle within `ms` milliseconds */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const overdue = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new OverdueError(`Not settled after ${ms} ms.`));
    }, ms);
  });
  return Promise.race([promise, overdue]).finally(() => {
    clearTimeout(timer);
  });
}
