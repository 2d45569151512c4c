import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { needProgram } from '../support/debian-package.js';

const HEADLESS_SHELL = 'chromium-headless-shell';
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const WHOLE = ['google-chrome-stable', 'google-chrome', 'chromium', 'chrome', MAC];
const HINT = 'Install Chrome or Chromium, or set CHROME_PATH to its executable.';
const CACHE = resolve('node_modules/.cache/chromium');

/** Installs a Chromium with its libraries and fonts, on Linux with x64, as any user. */
const FROM_NPM = `
npm install --no-save --no-package-lock --no-audit --no-fund --prefix . @sparticuz/chromium@147.0.0 # the last one for Node 20
export TMPDIR="$PWD" AWS_LAMBDA_JS_RUNTIME=nodejs22.x # only for Lambda does it unpack its libraries too
node --input-type=module --eval "await (await import('@sparticuz/chromium')).default.executablePath()"
sed -i "s#/tmp/fonts#$PWD/fonts#" fonts/fonts.conf
cat > start <<END
#!/bin/sh
export LD_LIBRARY_PATH='$PWD/al2023/lib' FONTCONFIG_PATH='$PWD/fonts'
exec '$PWD/chromium' --headless=shell --no-zygote --disable-gpu "\\$@"
END
chmod +x start
`;

/** What Puppeteer needs beside its own arguments: the sandbox is missing for root and in most containers. */
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-component-update'];

/**
 * Finds or installs a Chromium. Prefers Debian's `chromium-headless-shell`: the same engine without windows, in which a
 * page costs a third of the time.
 * @throws when there is none and none can be installed
 */
export async function findChromium(): Promise<string> {
  const places = [HEADLESS_SHELL, ...WHOLE, `${CACHE}/start`];
  const found = process.env.CHROME_PATH ?? onPath(...places);
  if (found) return found;
  await needProgram(HEADLESS_SHELL, HEADLESS_SHELL, HINT).catch(installFromNpm);
  return onPath(...places) ?? HEADLESS_SHELL;
}

/** Finds or installs a Chromium with windows, to test its back/forward cache, which the headless shell lacks. */
export async function findWholeChromium(): Promise<string> {
  const found = process.env.CHROME_PATH ?? onPath(...WHOLE);
  if (!found) await needProgram('chromium', 'chromium', HINT);
  return found ?? onPath('chromium') ?? 'chromium';
}

/** Returns the path of the first of these programs that exists: names on the PATH, or whole paths. */
export function onPath(...programs: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return programs.flatMap((program) => folders.map((folder) => resolve(folder, program))).find(existsSync);
}

function installFromNpm(reason: unknown): void {
  mkdirSync(CACHE, { recursive: true });
  const { status } = spawnSync('sh', ['-e', '-c', FROM_NPM], { cwd: CACHE, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw reason;
}
