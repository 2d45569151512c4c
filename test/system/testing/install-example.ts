import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pack } from '../../support/installed-package.js';
import type { Scope } from '../../support/scope.js';

const EXAMPLES = join(process.cwd(), 'demo/testing');

/** An example of `demo/testing`, installed outside of this project, as a merchant would. */
export interface Example {
  /**
   * Runs a command of its packages.
   * @returns what it printed
   * @throws with what it printed, if it fails
   */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  readonly folder: string;
}

/** Packs the package, and installs it in a copy of the example. */
export async function installExample(t: Scope, name: string): Promise<Example> {
  const root = await mkdtemp(join(tmpdir(), 'payment-widget-example-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const project = join(root, 'demo/testing');
  const isSource = (path: string) => basename(path) !== 'node_modules';
  const [packed] = await Promise.all([pack(root), cp(EXAMPLES, project, { recursive: true, filter: isSource })]);
  await rename(join(root, packed), join(root, 'payment-widget.tgz')); // the path in their package.json
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run(project, 'npm', ['ci', `--workspace=${name}`, ...options]);
  const folder = join(project, name);
  return { folder, run: (args, env) => run(folder, 'npx', ['--no', ...args], env) };
}

async function run(cwd: string, command: string, args: readonly string[], env = {}): Promise<string> {
  const child = spawn(command, args, {
    cwd,
    shell: process.platform === 'win32', // there npm is npm.cmd
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`${command} ${args.join(' ')}:\n${out}${errors}`);
  return out + errors;
}
