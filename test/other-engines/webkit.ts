import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { HANG_MS } from '../runner/limits.js';
import { needProgram } from '../support/debian-package.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';
import { WebDriverPage } from './webdriver-page.js';

const HINT = 'WebKitGTK runs on Linux only; packages: webkit2gtk-driver and xvfb on Debian and Ubuntu.';

/** WebKit with one window on a virtual screen. */
export interface WebKit {
  readonly page: WebDriverPage;
  close(): Promise<void>;
}

/** Starts WebKitGTK's MiniBrowser. Installs it with apt if possible. */
export async function startWebKit(): Promise<WebKit> {
  await needProgram('Xvfb', 'xvfb', HINT);
  await needProgram('WebKitWebDriver', 'webkit2gtk-driver', HINT);
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const DISPLAY = `:${await firstLine(screen.stdout)}`;
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, DISPLAY } });
  const killAll = () => {
    driver.kill('SIGKILL');
    screen.kill('SIGKILL'); // this ends the browser, too
  };
  process.once('exit', killAll);
  const address = `http://127.0.0.1:${port}`;
  await until(() => answers(address));
  const page = await WebDriverPage.open(address, {
    browserName: 'MiniBrowser',
    timeouts: { script: HANG_MS, pageLoad: HANG_MS },
  });
  return {
    page,
    close: async () => {
      process.off('exit', killAll);
      await page.close();
      await Promise.all([end(driver), end(screen)]);
    },
  };
}

async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface(stream)) return line;
  throw new Error('Xvfb did not start.');
}

async function answers(address: string): Promise<boolean> {
  return fetch(`${address}/status`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
