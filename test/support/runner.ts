import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the two test runners share. */

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Names of the failed ones, to be found in a long log. */
  readonly failures?: readonly string[];
}

/** How a test ended. */
export interface Verdict {
  readonly name: string;
  readonly passed: boolean;
}

/** The test files of a folder. An argument narrows them to those with that in their name, or is the path of one. */
export function testFiles(folder: string, options: { recursive: boolean }): string[] {
  const [argument = ''] = process.argv.slice(2);
  const filter = argument.replace(/^test\/(node\/)?/, '');
  return readdirSync(folder, { ...options, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && name.includes(filter))
    .map((name) => join(folder, name));
}

/** Counts the verdicts, and hands the counts to test/run.ts if that started this process. */
export function report(verdicts: readonly Verdict[]): void {
  const failures = verdicts.filter(({ passed }) => !passed).map(({ name }) => name);
  const counts: Counts = { passed: verdicts.length - failures.length, failed: failures.length, failures };
  process.send?.(counts);
}
