import { execFile, execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';

const FOLDER = join(process.cwd(), 'node_modules/.cache/processes'); // within the project, so that imports are found
const translated = new Map<string, string>();

const command = (file: string, args: readonly string[]) => [translate(join('test/support/processes', file)), ...args];

/** Bundles a module once, so that it starts fast. @returns the path of its bundle */
export function translate(path: string): string {
  const earlier = translated.get(path);
  if (earlier) return earlier;
  const outfile = join(FOLDER, `${basename(path)}-${process.pid}.mjs`);
  buildSync({ entryPoints: [path], outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
  process.once('exit', () => {
    rmSync(outfile);
  });
  translated.set(path, outfile);
  return outfile;
}

/** Runs a file of `test/support/processes` in several processes at once. Returns their output. */
export async function runInProcesses(count: number, file: string, args: readonly string[]): Promise<string[]> {
  const run = () => promisify(execFile)(process.execPath, command(file, args));
  const results = await Promise.all(Array.from({ length: count }, run));
  return results.map(({ stdout }) => stdout);
}

/** Runs a file of `test/support/processes` synchronously. */
export function runToItsEnd(file: string, args: readonly string[]): void {
  execFileSync(process.execPath, command(file, args));
}

/** Starts a file of `test/support/processes`. The caller ends it. */
export function startProcess(file: string, args: readonly string[]): ChildProcessByStdio<null, Readable, null> {
  return spawn(process.execPath, command(file, args), { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** As {@link startProcess}, with access to stdin. */
export function startFedProcess(file: string, args: readonly string[]): ChildProcessByStdio<Writable, Readable, null> {
  return spawn(process.execPath, command(file, args), { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** As {@link startProcess}, with access to stderr. */
export function startHeardProcess(
  file: string,
  args: readonly string[],
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, command(file, args), { stdio: ['ignore', 'pipe', 'pipe'] });
}
