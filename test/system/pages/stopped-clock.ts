import type { Page } from 'playwright-core';

const NOON = Date.UTC(2026, 10, 21, 12);

/** Stops the clock of a page before it is opened. Its timers then run only when the test moves `page.clock`. */
export async function stopClock({ clock }: Page): Promise<void> {
  await clock.install({ time: NOON });
  await clock.pauseAt(NOON + 1000);
}
