export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** It did not happen in the time that it was given. It may happen still. */
export class OverdueError extends Error {
  override readonly name = 'OverdueError';
}

/**
 * What a promise comes to, if it does so in time.
 * @throws {OverdueError} after `ms` milliseconds
 */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const overdue = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new OverdueError(`Not done after ${ms} ms.`));
    }, ms);
  });
  return Promise.race([promise, overdue]).finally(() => {
    clearTimeout(timer);
  });
}
