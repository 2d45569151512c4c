import { openStore } from '../../../src/program/open-store.js';
import { Attempts } from '../../../src/proxy/attempts/attempts.js';
import { inMode } from '../../../src/proxy/attempts/store.js';
import { listAttempts } from '../../../src/proxy/attempts/list-attempts.js';
import { attemptName, type AttemptRecord, type AttemptState } from '../../../src/proxy/attempts/record.js';

/** An attempt as recorded. */
export interface RecordedAttempt {
  readonly key: string;
  readonly state: AttemptState;
  /** Whether it was settled by a response or by the operator. Else nothing was sent, and the shop is not told. */
  readonly isSettled: boolean;
}

/** Later than an attempt that was cut off becomes unknown, in ms. */
export const LATER = 60 * 60_000;

/**
 * Does what the commands `attempts` and `resolve` of the program do, once nothing can be sent any more: looks up each open attempt at
 * the service and settles it. Returns all attempts.
 */
export async function settleOpen(url: string, isCharged: (key: string) => boolean): Promise<RecordedAttempt[]> {
  const opened = await openStore(url);
  const store = inMode('test', opened.store);
  const attempts = new Attempts(store, { clock: { now: () => Date.now() + LATER } });
  const settled = new Set<string>();
  for await (const { key } of listAttempts(store, { open: true })) {
    if (await attempts.resolve(key, isCharged(key) ? 'succeeded' : 'failed')) settled.add(key);
  }
  const all = new Map<string, RecordedAttempt>(); // a store may repeat names
  const prefix = attemptName('');
  for await (const [name, text] of store.list(prefix)) {
    const { state, answer } = JSON.parse(text) as AttemptRecord;
    const key = name.slice(prefix.length);
    if (state !== 'claimed') all.set(key, { key, state, isSettled: answer !== undefined || settled.has(key) });
  }
  await opened.close();
  return [...all.values()];
}
