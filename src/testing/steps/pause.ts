// Taken before a test can replace them by a fake clock.
const { setTimeout, clearTimeout } = globalThis;
const now = performance.now.bind(performance);

export const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Time that a step has. */
export interface Limit {
  /** In ms. */
  readonly timeout: number;
  readonly isOver: boolean;
  /** The remaining time in ms: at least 1, because 0 means no limit to Playwright. */
  left(): number;
}

export function startLimit(timeout: number): Limit {
  const end = now() + timeout;
  return {
    timeout,
    get isOver() {
      return now() > end;
    },
    left: () => Math.max(1, end - now()),
  };
}

/** Resolves with `undefined` if a promise takes longer. */
export async function atMost<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer); // it would keep a process alive
  }
}

/** Rejects after a time. Playwright does not respond while a page goes to a page that does not come. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const result = await atMost(
    ms,
    promise.then((value) => ({ value })),
  );
  if (result) return result.value;
  throw new Error('The page does not respond. It may be loading.');
}
