import { execFile, execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const command = (file: string, args: readonly string[]) => [
  '--import',
  'tsx',
  join(import.meta.dirname, 'processes', file),
  ...args,
];

/** Runs a file of `test/support/processes` in several processes at once; what each of them wrote. */
export async function runInProcesses(count: number, file: string, args: readonly string[]): Promise<string[]> {
  const run = () => promisify(execFile)(process.execPath, command(file, args));
  const results = await Promise.all(Array.from({ length: count }, run));
  return results.map(({ stdout }) => stdout);
}

/** Runs a file of `test/support/processes` while everything else here stands still. */
export function runToItsEnd(file: string, args: readonly string[]): void {
  execFileSync(process.execPath, command(file, args));
}

/** Starts a file of `test/support/processes`, for somebody who will end it. */
export function startProcess(file: string, args: readonly string[]): ChildProcessByStdio<null, Readable, null> {
  return spawn(process.execPath, command(file, args), { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** As {@link startProcess}, for somebody who listens to all that it says. */
export function startHeardProcess(
  file: string,
  args: readonly string[],
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, command(file, args), { stdio: ['ignore', 'pipe', 'pipe'] });
}
