import type { AttemptStore, Change } from './store.js';

/** Only a broken store loses so many races in a row. */
const MAX_RACES = 1000;

/**
 * Repeats a step that reads and then swaps, until no other process was faster.
 * @param step - resolves with `undefined` if its swap failed. The first time, it may rely on what was read before.
 */
export async function retryOnConflict<T>(step: (isFirst: boolean) => Promise<T | undefined>): Promise<T> {
  for (let races = 0; races < MAX_RACES; races++) {
    const result = await step(races === 0);
    if (result !== undefined) return result;
  }
  throw new Error(
    `The store rejected ${MAX_RACES} writes in a row. Expected swap() to see the values that read() returns.`,
  );
}

/**
 * Writes the changes and returns whether they were made. A database client may resend a command after a broken connection;
 * the second swap then fails against the first, so the first value is compared. It must differ from all earlier ones.
 */
export async function swap(store: AttemptStore, changes: readonly [Change, ...Change[]]): Promise<boolean> {
  if (await store.swap(changes)) return true;
  const [{ name, after }] = changes;
  return after !== undefined && (await store.read([name]))[0] === after;
}
