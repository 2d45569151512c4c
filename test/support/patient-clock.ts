import { realClock, type Clock } from 'payment-widget/contract/clock';

/** For proxies whose database or service may be slow: pauses end, and time limits, which have a signal, do not. */
export const patientClock: Clock = {
  ...realClock,
  sleep: (ms, signal, inBackground) =>
    signal
      ? new Promise((resolve) => {
          const end = () => {
            resolve();
          };
          signal.addEventListener('abort', end);
          if (signal.aborted) end();
        })
      : realClock.sleep(ms, undefined, inBackground),
};
