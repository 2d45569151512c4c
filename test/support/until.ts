import { setTimeout as wait } from 'node:timers/promises';

const LIMIT = 20_000;

/**
 * Waits for what another server or a timer brings about, and nobody tells.
 * @throws when it does not come about at all
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + LIMIT;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It has not come about within ${LIMIT / 1000} s.`);
    await wait(50);
  }
}
