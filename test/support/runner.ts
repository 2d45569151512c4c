import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the two test runners share. */

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The failed ones by name, to be found in a long log, each with the beginning of its reason. */
  readonly failures?: readonly string[];
}

/** How a test ended. */
export interface Verdict {
  readonly name: string;
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly reason?: string | undefined;
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
  const failures = verdicts.filter(({ passed }) => !passed).map(toldShortly);
  const counts: Counts = { passed: verdicts.length - failures.length, failed: failures.length, failures };
  process.send?.(counts);
}

/** All that is left of a failure where only the end of a log is kept. */
function toldShortly({ name, reason = '' }: Verdict): string {
  const lines = reason.split('\n').filter((line) => line.trim() !== '');
  return [name, ...lines.slice(0, 8).map((line) => `    ${line.slice(0, 200)}`)].join('\n');
}
