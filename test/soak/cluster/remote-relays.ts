import { once } from 'node:events';
import { startFedProcess } from '../../support/processes.js';
import type { Scope } from '../../support/scope.js';

type Step = 'down' | 'hang' | 'slowDown' | 'restore';

/** Index of a relay, what it does, and a delay in ms. */
export type RelayCommand = readonly [index: number, step: Step, ms?: number];

/** A TCP relay in another process: see `Relay`. */
export type RemoteRelay = Readonly<Record<Step, (ms?: number) => void>> & { readonly port: number };

/** Starts a process with one relay for each port. */
export async function startRelays(t: Scope, targets: readonly number[]): Promise<RemoteRelay[]> {
  const child = startFedProcess('relays.ts', [JSON.stringify(targets)]);
  t.after(async () => {
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return (JSON.parse(line.toString()) as number[]).map((port, index) => {
    const send = (step: Step) => (ms?: number) => {
      child.stdin.write(`${JSON.stringify([index, step, ms])}\n`);
    };
    return { port, down: send('down'), hang: send('hang'), slowDown: send('slowDown'), restore: send('restore') };
  });
}
