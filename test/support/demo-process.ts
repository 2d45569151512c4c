import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';

/** The program behind `npm start`, in a process of its own. */
export interface DemoProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Everything it has printed so far. */
  readonly output: () => string;
  /** The word printed after a label, such as an address. */
  readonly printed: (label: string) => string;
}

/** Starts the demo and waits until it is ready or has exited. The caller ends it. */
export async function startDemoProcess(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  program = 'dist-demo/server.js',
): Promise<DemoProcess> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  while (child.exitCode === null && !output.includes('Ctrl+C')) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  return {
    child,
    output: () => output,
    printed: (label) => new RegExp(`^${label} {2,}(\\S+)`, 'm').exec(output)?.[1] ?? '',
  };
}

/** Ends the process with `Ctrl+C`, or kills it. */
export async function end({ child }: DemoProcess, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}
