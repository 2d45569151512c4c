import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';

/** What `npm start` runs, in a process of its own. */
export interface DemoProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Everything that it has printed. */
  readonly output: () => string;
  /** The word that it has printed behind a label, such as an address. */
  readonly printed: (label: string) => string;
}

/** Starts it, and waits until it is ready or has given up. Whoever starts it ends it. */
export async function startDemoProcess(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<DemoProcess> {
  const child = spawn(process.execPath, ['dist-demo/server.js', ...args], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  while (child.exitCode === null && !output.includes('Ctrl+C')) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  return { child, output: () => output, printed: (label) => new RegExp(`${label}\\s+(\\S+)`).exec(output)?.[1] ?? '' };
}

/** Ends it as `Ctrl+C` does, or as a power switch would. */
export async function end({ child }: DemoProcess, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}
