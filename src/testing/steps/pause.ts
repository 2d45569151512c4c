// Taken before a test can replace it by a fake clock.
const { setTimeout } = globalThis;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Rejects after a time. Playwright does not respond while a page goes to a page that does not come. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = pause(ms).then(() => {
    throw new Error('The page does not respond. It may be loading.');
  });
  return Promise.race([promise, late]);
}
