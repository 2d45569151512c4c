/** What the run has found so far. */
export const results = {
  passed: 0,
  failures: [] as string[],
  /** How long each file took, in ms. */
  durations: new Map<string, number>(),
  /** The files that have not ended. */
  running: (): string[] => [],
};

/** Prints a failure, and keeps one line of it for the list at the end. */
export function fail(file: string, test: string, reason: string): void {
  const [firstLine = ''] = reason.trim().split('\n');
  process.stdout.write(`✖ ${file} › ${test}\n${reason}\n\n`);
  results.failures.push([file, test, firstLine].filter(Boolean).join(' › '));
}

/** Adds a file that has run to its end. @param tests how many passed or failed */
export function ended(file: string, tests: number, ms: number): void {
  results.durations.set(file, (results.durations.get(file) ?? 0) + ms);
  if (tests === 0) fail(file, '', 'The file contains no test.');
}
