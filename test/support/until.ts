import { setTimeout as wait } from 'node:timers/promises';

/** Waits for what another process or a timer brings about, and nobody tells. The test's own limit ends it. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(50);
}
