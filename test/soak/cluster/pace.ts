import { setTimeout as sleep } from 'node:timers/promises';

const MINUTE = 60_000;

export interface Pace {
  /** When each turn came, in ms on the clock of `performance.now()`. */
  readonly turns: readonly number[];
  /** Resolves after the pause, as soon as it is this caller's turn. */
  readonly turn: (pause: number) => Promise<void>;
}

/** Lets so many callers go on in a minute, evenly, in the order of their calls. */
export function createPace(perMinute: number): Pace {
  const turns: number[] = [];
  let next = 0;
  return {
    turns,
    async turn(pause) {
      if (pause > 0) await sleep(pause);
      const at = Math.max(next, performance.now());
      next = at + MINUTE / perMinute;
      await sleep(at - performance.now());
      turns.push(performance.now());
    },
  };
}
