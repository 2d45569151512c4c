import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pack } from '../../support/installed-package.js';
import type { Scope } from '../../support/scope.js';
import { startNext } from './next-server.js';
import type { Pages } from './shop.js';
import manifest from '../../../demo/frameworks/package.json' with { type: 'json' };

/** The checkouts of `demo/frameworks`, installed and built outside of this project, as a merchant would. */

const FRAMEWORKS = join(process.cwd(), 'demo/frameworks');
const PROXIES = join(process.cwd(), 'demo/proxies');

/** Names of all checkouts, or the given one. */
export function checkoutsNamed(name: string): readonly string[] {
  return manifest.workspaces.filter((workspace) => !name || workspace === name);
}

/** The frameworks whose runtime warns in development builds. */
export const WITH_WARNINGS = ['react', 'vue'];

export type Stage = 'production' | 'development';

export interface Served {
  readonly pages: Pages;
  /** Output of the checkout's own server. */
  readonly output?: () => string;
}

/**
 * Serves a built checkout.
 * @param settings environment variables for its own server
 */
export type Serve = (t: Scope, stage: Stage, settings?: Readonly<Record<string, string>>) => Promise<Served> | Served;

/**
 * Packs the package, installs it in copies of the checkouts, and builds them one after the other.
 * @returns a promise per checkout that resolves when it is built
 */
export async function buildCheckouts(t: Scope, names: readonly string[]): Promise<ReadonlyMap<string, Promise<Serve>>> {
  const root = await mkdtemp(join(tmpdir(), 'payment-widget-checkouts-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const project = join(root, 'demo/frameworks');
  const isSource = (path: string) => !['node_modules', 'dist', '.next'].includes(basename(path));
  const [packed] = await Promise.all([pack(root), cp(FRAMEWORKS, project, { recursive: true, filter: isSource })]);
  await rename(join(root, packed), join(root, 'payment-widget.tgz')); // the path in their package.json
  const chosen = names.map((name) => `--workspace=${name}`);
  await npm(project, ['ci', ...chosen, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']);

  let previous: Promise<unknown> = Promise.resolve();
  const built = new Map<string, Promise<Serve>>();
  for (const name of names) {
    const build = previous.then(() => (BUILDS[name] ?? withVite)(join(project, name)));
    built.set(name, build);
    previous = build.catch(() => undefined); // reported where that checkout is used
  }
  t.after(() => previous);
  return built;
}

/** Checkouts that are not built by Vite. */
const BUILDS: Readonly<Record<string, (folder: string) => Promise<Serve>>> = {
  /** Without a build: copies the folder for browsers next to the page. */
  plain: async (folder) => {
    const built = join(folder, '../node_modules/payment-widget/dist/browser');
    await cp(built, join(folder, 'payment-widget'), { recursive: true });
    return () => ({ pages: folder });
  },
  /** Served by Next.js, with the route of `demo/proxies`. */
  next: async (folder) => {
    await cp(join(PROXIES, 'nextjs/route.mjs'), join(folder, 'app/pay/[...path]/route.js'));
    await cp(join(PROXIES, 'shop.mjs'), join(folder, 'app/pay/shop.mjs'));
    await npm(folder, ['run', 'build']);
    return async (t, _stage, settings) => {
      const { port, output } = await startNext(t, folder, settings);
      return { pages: port, output };
    };
  },
  angular: async (folder) => {
    await npm(folder, ['run', 'build']);
    return () => ({ pages: join(folder, 'dist/checkout/browser') });
  },
};

async function withVite(folder: string): Promise<Serve> {
  await npm(folder, ['run', 'build']);
  if (WITH_WARNINGS.includes(basename(folder)))
    await npm(folder, ['exec', '--', 'vite', 'build', '--outDir=development'], { NODE_ENV: 'development' });
  return (_t, stage) => ({ pages: join(folder, stage === 'production' ? 'dist' : stage) });
}

/** @throws with npm's output if it fails */
async function npm(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  const child = spawn('npm', args, {
    cwd,
    shell: process.platform === 'win32', // there npm is npm.cmd
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const command = `npm ${args.filter((arg) => !arg.startsWith('--')).join(' ')}`;
  if (child.exitCode !== 0) throw new Error(`${command} in ${cwd}:\n${out}${errors}`);
}
