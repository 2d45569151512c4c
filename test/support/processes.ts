import { execFile, execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';

const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/processes'); // from there it finds what it imports
const translated = new Map<string, string>();

const command = (file: string, args: readonly string[]) => [translated.get(file) ?? translate(file), ...args];

/** Many are started only to be killed: translated once, into one file, they are there in less than half the time. */
function translate(file: string): string {
  const outfile = join(FOLDER, `${file}-${process.pid}.mjs`);
  const entryPoints = [join(import.meta.dirname, 'processes', file)];
  buildSync({ entryPoints, outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
  process.once('exit', () => {
    rmSync(outfile);
  });
  translated.set(file, outfile);
  return outfile;
}

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
