/** What a part of a test run found. */
export interface Results {
  passed: number;
  readonly failures: Failure[];
  /** How long each file took, in ms. */
  readonly durations: Map<string, number>;
}

export interface Failure {
  /** Path from the project folder, or the command that failed. */
  readonly file: string;
  readonly test?: string;
  readonly reason: string;
}

/** One line: file, test and the first line of the reason. */
export function summarize({ file, test, reason }: Failure): string {
  const [firstLine = ''] = reason.trim().split('\n');
  return [file, test, firstLine].filter(Boolean).join(' › ');
}
