import { realClock, type Clock } from '../../src/contract/clock.js';

/** For proxies whose database or service may be slow: no time limit ends. Pauses do not end either. */
export const patientClock: Clock = {
  ...realClock,
  sleep: (_ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        resolve();
      };
      signal?.addEventListener('abort', end);
      if (signal?.aborted) end();
    }),
};
