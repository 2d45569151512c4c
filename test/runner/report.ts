const failures: string[] = [];
let passed = 0;

/** Prints a line at once, since minutes may pass until the end. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function pass(): void {
  passed++;
}

/** Prints a failure, and keeps its first line for the list at the end. */
export function fail(title: string, reason: string): void {
  say(`✖ ${title}\n${reason}\n`);
  failures.push(`✖ ${title} › ${reason.trim().split('\n')[0]}`);
}

/** The first line of an output that names an error. */
export const errorIn = (output: string): string => /^.*(Error\b|\berror\b|\[warn\]).*/m.exec(output)?.[0] ?? '';

/** Prints all failures and the counts, and exits. */
export function end(): never {
  if (passed + failures.length === 0) fail('No test file', 'has one of these words in its path.');
  say([...failures, '', `${passed} passed, ${failures.length} failed`].join('\n'));
  process.exit(failures.length === 0 ? 0 : 1);
}
