import type { Page } from 'playwright-core';

const NOON = Date.UTC(2026, 10, 21, 12);

/** Stops the clock of a page that is to be opened: a timer of it ends when `page.clock` says so, however slow the machine is. */
export async function stopClock({ clock }: Page): Promise<void> {
  await clock.install({ time: NOON });
  await clock.pauseAt(NOON + 1000);
}
