/** Time limits do not end on a slow machine. A test that needs the end of one moves the clock. Runs in each document of a page. */
export function bePatient(): void {
  const start = globalThis.setTimeout as (run: TimerHandler, ms?: number, ...args: unknown[]) => number;
  const patiently: typeof start = (run, ms = 0, ...args) => start(run, ms < 5000 ? ms : 2 ** 31 - 1, ...args);
  globalThis.setTimeout = patiently as typeof setTimeout;
}
