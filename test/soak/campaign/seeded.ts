import { setTimeout as sleep } from 'node:timers/promises';

/** Random numbers and pauses that a seed repeats. */
export interface Seeded {
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  one<T>(items: readonly [T, ...T[]]): T;
  shuffle<T>(items: readonly T[]): T[];
  /** Lets a random time pass, in ms. No verdict depends on it. */
  pause(from: number, to: number): Promise<void>;
}

/** @param seed - an integer */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  /** Mulberry32. From 0, less than 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (from: number, to: number) => from + next() * (to - from);
  return {
    between,
    chance: (probability) => next() < probability,
    one: <T>(items: readonly [T, ...T[]]) => items[Math.floor(next() * items.length)] as T,
    shuffle: (items) =>
      items
        .map((item) => ({ item, at: next() }))
        .sort((one, other) => one.at - other.at)
        .map(({ item }) => item),
    pause: (from, to) => sleep(between(from, to)),
  };
}
