import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Scope } from '../../support/scope.js';

/** A Next.js server with a checkout. */
export interface NextServer {
  readonly port: number;
  /** Its output so far. */
  readonly output: () => string;
}

/** Starts Next.js and waits until it is ready. */
export async function startNext(
  t: Scope,
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<NextServer> {
  const next = createRequire(join(folder, 'package.json')).resolve('next/dist/bin/next');
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...settings };
  const child = spawn(process.execPath, [next, 'start', '--port=0'], { cwd: folder, env });
  t.after(async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  while (child.exitCode === null && !output.includes('Ready in')) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  const port = Number(/localhost:(\d+)/.exec(output)?.[1]);
  if (!port) throw new Error(`next start has not started:\n${output}`);
  return { port, output: () => output };
}
