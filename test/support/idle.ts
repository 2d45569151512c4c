import { setImmediate } from 'node:timers/promises';

/** As many steps as one after another take that wait for neither time nor a network. */
const STEPS = 5;

/**
 * Lets all code run that waits for neither time nor a network. The runner gives a process one thread for background work, so the digest
 * ends after all work, such as hashing, that began before it.
 */
export async function idle(): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    await setImmediate();
    await crypto.subtle.digest('SHA-256', new Uint8Array());
  }
}
