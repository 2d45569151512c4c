const failures: string[] = [];
const durations: (readonly [file: string, ms: number])[] = [];
let passed = 0;

/** Prints what begins, since minutes may pass until it has ended. */
export function begin(what: string): void {
  process.stdout.write(`… ${what}\n`);
}

/** Prints a failure, and keeps its first line for the list at the end. */
export function fail(name: string, reason: string): void {
  process.stdout.write(`✖ ${name}\n${reason}\n\n`);
  failures.push(`${name} › ${reason.trim().split('\n')[0]}`);
}

/** The first line of an output that names an error. */
export const errorIn = (output: string): string => /^.*(Error\b|\berror\b|\[warn\]).*/m.exec(output)?.[0] ?? '';

/** Counts the tests of a file that has ended. */
export function ended(file: string, ms: number, tests: { readonly passed: number; readonly failed: number }): void {
  passed += tests.passed;
  durations.push([file, ms]);
  if (tests.passed + tests.failed === 0) fail(file, 'The file contains no test.');
}

/** Prints the slowest files, the failures and the counts, and exits. */
export function end(): never {
  if (passed + failures.length === 0) fail('No test file', 'has one of these words in its path.');
  const slowest = durations.sort(([, a], [, b]) => b - a).slice(0, 10);
  for (const [file, ms] of slowest) process.stdout.write(`${(ms / 1000).toFixed(1)} s  ${file}\n`);
  for (const line of failures) process.stdout.write(`✖ ${line}\n`);
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
  process.exit(failures.length === 0 ? 0 : 1);
}
