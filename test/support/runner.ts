import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the two test runners share. */

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** The test files of a folder. An argument narrows them to those with that in their name. */
export function testFiles(folder: string, options: { recursive: boolean }): string[] {
  const [filter = ''] = process.argv.slice(2);
  return readdirSync(folder, { ...options, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && name.includes(filter))
    .map((name) => join(folder, name));
}

/** Counts a verdict per test, and hands the counts to test/run.ts if that started this process. */
export function report(verdicts: readonly boolean[]): void {
  const passed = verdicts.filter(Boolean).length;
  const counts: Counts = { passed, failed: verdicts.length - passed };
  process.send?.(counts);
}
