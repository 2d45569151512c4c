import { setTimeout as sleep } from 'node:timers/promises';

const MINUTE = 60_000;

export interface Pace {
  /** Resolves after the pause, as soon as it is this caller's turn. */
  readonly turn: (pause: number) => Promise<void>;
}

/** Lets so many callers go on in a minute, evenly, in the order of their calls. */
export function createPace(perMinute: number): Pace {
  let next = 0;
  return {
    async turn(pause) {
      if (pause > 0) await sleep(pause);
      const at = Math.max(next, performance.now());
      next = at + MINUTE / perMinute;
      await sleep(at - performance.now());
    },
  };
}
