import { randomBytes } from 'node:crypto';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { AttemptStore, Change } from '../proxy/attempts/store.js';

/** Two users of the same data, once the store is open. */
export type StoreUsers = () => readonly [AttemptStore, AttemptStore];

/** In ms. */
export const LIMITS = {
  /** A longer call counts as endless, and a longer delay as permanent. Long, since a machine may be busy. */
  call: 60_000,
};

/** Declares a test. */
export function check(title: string, run: (t: TestContext) => Promise<void>): void {
  it(title, run);
}

/** Creates a function that makes names which no other test, and no other run, uses. */
export function newNames(): (name?: string) => string {
  const prefix = `store-test-${randomBytes(6).toString('hex')}:`;
  return (name = '') => prefix + name;
}

/** A change of a name that has no value. */
export const add = (name: string, after: string, expiresIn?: number): Change => ({
  name,
  before: undefined,
  after,
  expiresIn,
});

/** A change of a value. */
export const change = (name: string, before: string | undefined, after: string | undefined): Change => ({
  name,
  before,
  after,
});

export async function valueOf(store: Pick<AttemptStore, 'read'>, name: string): Promise<string | undefined> {
  return (await store.read([name]))[0];
}

/** A text for titles and messages. */
export const quote = (text: string | undefined): string => (text === undefined ? 'nothing' : JSON.stringify(text));

/** Waits for a condition. @returns whether it became true within the limit */
export async function becomesTrue(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + LIMITS.call;
  while (!(await isSo())) {
    if (Date.now() > end) return false;
    await wait(20);
  }
  return true;
}
