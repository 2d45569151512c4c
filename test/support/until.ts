/** The real timer, also where a test replaces the clock. */
const { setTimeout: later } = globalThis;

/** The task after all that are due. */
export const nextTask = (): Promise<void> => new Promise((resolve) => later(resolve));

/** Polls a condition for which there is no event. It has no limit: only a file has one, which then is named. */
export async function until(isSo: () => unknown): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => later(resolve, 10));
}
