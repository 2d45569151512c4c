import { setTimeout as wait } from 'node:timers/promises';

const LIMIT = 20_000;

/**
 * Polls a condition for which there is no event.
 * @throws when it stays false for 20 s
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + LIMIT;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`The condition is still false after ${LIMIT / 1000} s.`);
    await wait(50);
  }
}
