import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pack } from '../../support/installed-package.js';
import type { Scope } from '../../support/scope.js';

/** The checkouts of `demo/frameworks`, installed and built outside of this project, as a merchant would. */

const FRAMEWORKS = join(process.cwd(), 'demo/frameworks');

/**
 * Packs the package, installs it in copies of the checkouts, and builds them one after the other.
 * @returns a promise per checkout that resolves with the folder of its pages, or of Next.js, when it is built
 */
export async function buildCheckouts(
  t: Scope,
  names: readonly string[],
): Promise<ReadonlyMap<string, Promise<string>>> {
  const root = await mkdtemp(join(tmpdir(), 'payment-widget-checkouts-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const project = join(root, 'demo/frameworks');
  const isSource = (path: string) => !['node_modules', 'dist', '.next'].includes(basename(path));
  await Promise.all([pack(root), cp(FRAMEWORKS, project, { recursive: true, filter: isSource })]);
  const chosen = names.map((name) => `--workspace=${name}`);
  await npm(project, ['ci', ...chosen, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']);

  let previous: Promise<unknown> = Promise.resolve();
  const built = new Map<string, Promise<string>>();
  for (const name of names) {
    const build = previous.then(() => buildOne(name, join(project, name)));
    built.set(name, build);
    previous = build.catch(() => undefined); // reported where that checkout is used
  }
  t.after(() => previous);
  return built;
}

async function buildOne(name: string, folder: string): Promise<string> {
  if (name === 'next') await copyFormStyles(folder);
  await npm(folder, ['run', 'build']);
  return { next: folder, angular: join(folder, 'dist/checkout/browser') }[name] ?? join(folder, 'dist');
}

/** What the documentation says to copy. */
async function copyFormStyles(folder: string): Promise<void> {
  const browserFiles = dirname(
    createRequire(join(folder, 'package.json')).resolve('payment-widget/payment-widget.css'),
  );
  await cp(join(browserFiles, 'form.css'), join(folder, 'public/payment-widget/form.css'));
}

/** @throws with npm's output if it fails */
async function npm(cwd: string, args: readonly string[]): Promise<void> {
  const child = spawn('npm', args, {
    cwd,
    shell: process.platform === 'win32', // there npm is npm.cmd
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const command = `npm ${args.filter((arg) => !arg.startsWith('--')).join(' ')}`;
  if (child.exitCode !== 0) throw new Error(`${command} in ${cwd}:\n${out}${errors}`);
}

/** Starts Next.js and waits until it is ready. */
export async function startNext(
  t: Scope,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly output: () => string }> {
  const next = createRequire(join(folder, 'package.json')).resolve('next/dist/bin/next');
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...settings };
  const child = spawn(process.execPath, [next, 'start', '--port=0'], { cwd: folder, env });
  t.after(async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  while (child.exitCode === null && !output.includes('Ready in')) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  const [, port] = /localhost:(\d+)/.exec(output) ?? [];
  if (!port) throw new Error(`next start has not started:\n${output}`);
  return { url: `http://localhost:${port}`, output: () => output };
}
