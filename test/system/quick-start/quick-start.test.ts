import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { createServer as createViteServer } from 'vite';
import { close, listen } from '../../../demo/listen.js';
import { createSandbox, type Sandbox } from '../../../packages/testing/src/sandbox/sandbox.js';
import { openBrowser } from '../../support/browser.js';
import { TOKEN_SECRET } from '../../support/checked-proxy.js';
import { freePort } from '../../support/free-port.js';
import { installPackages, type Project } from '../../support/installed-package.js';
import { typeCard } from '../../support/shopper.js';

/** The files that README.md and docs/quick-start.md show, in a folder outside of this project, with the packed package. */

const FILES = join(process.cwd(), 'demo/quick-start');
const PROXIES = join(process.cwd(), 'demo/proxies');

type Edit = readonly [file: string, before: string, after: string];

/** What docs/isolated-mode.md changes, with another port. */
const isolate = (port: number): readonly Edit[] => [
  [
    'server.mjs',
    'orderTokenSecret: secret }',
    `orderTokenSecret: secret, frame: { ancestors: ['http://localhost:${port}'] } }`,
  ],
  ['checkout.html', 'proxy-url="/pay"', `isolated proxy-url="http://127.0.0.1:${port}/pay"`],
];

interface Shop {
  readonly url: string;
  readonly folder: string;
  readonly sandbox: Sandbox;
}

describe('the quick start', () => {
  let project: Project;
  let browser: Browser;
  let shops = 0;

  before(async () => {
    [project, browser] = await Promise.all([installPackages(), openBrowser()]);
    for (const [name, modules] of [
      ['express', PROXIES],
      ['vite', process.cwd()],
    ] as const) {
      await symlink(join(modules, 'node_modules', name), join(project.folder, 'node_modules', name), 'junction');
    }
  });
  after(async () => {
    await browser.close();
    await project.remove();
  });

  /**
   * Starts `server.mjs` in a folder of its own, so that no order is paid there yet.
   * @param change - what to replace in the files
   */
  async function startShop(t: TestContext, change: (port: number) => readonly Edit[] = () => []): Promise<Shop> {
    const folder = join(project.folder, `shop-${++shops}`);
    await mkdir(folder);
    await cp(FILES, folder, { recursive: true });
    await symlink(join(project.folder, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const sandbox = createSandbox();
    const service = createServer(sandbox.listener);
    const baseUrl = await listen(service, 0);
    t.after(() => {
      sandbox.close();
      return close(service);
    });

    const { PATH, HOME } = process.env;
    const settings = {
      PAYMENTS_BASE_URL: baseUrl,
      PAYMENTS_API_KEY: sandbox.keys.test,
      ORDER_TOKEN_SECRET: TOKEN_SECRET,
    };
    const port = await freePort();
    for (const [file, before, after] of change(port)) {
      const text = await readFile(join(folder, file), 'utf8');
      assert.ok(text.includes(before));
      await writeFile(join(folder, file), text.replace(before, after));
    }
    const server = spawn(process.execPath, ['server.mjs'], {
      cwd: folder,
      env: { PATH, HOME, PORT: String(port), ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(async () => {
      const ended = once(server, 'exit');
      if (server.exitCode === null && server.kill('SIGKILL')) await ended;
    });
    await Promise.race([
      once(server.stdout, 'data'),
      once(server, 'exit').then(() => Promise.reject(new Error('server.mjs has ended'))),
    ]);
    return { url: `http://localhost:${port}`, folder, sandbox };
  }

  async function openPage(t: TestContext, url: string): Promise<Page> {
    const page = await browser.newPage();
    t.after(() => page.close());
    await page.goto(url);
    return page;
  }

  async function payAt(t: TestContext, url: string): Promise<void> {
    const page = await openPage(t, url);
    await page.getByLabel('Card number').waitFor();
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    await page.getByText('Payment successful').waitFor();
  }

  const chargesOf = ({ sandbox }: Shop) => sandbox.ledger.entries().map(({ amount }) => amount);

  it('takes a second payment after the page is loaded again', async (t) => {
    const shop = await startShop(t);
    await payAt(t, shop.url);
    await payAt(t, shop.url);
    assert.deepEqual(chargesOf(shop), [4999, 4999]);
  });

  it('makes a payment in isolated mode, with the changes of its page', async (t) => {
    const shop = await startShop(t, isolate);
    const page = await openPage(t, shop.url);
    const form = page.frameLocator('payment-widget iframe');
    await form.getByLabel('Card number').pressSequentially('4242424242424242');
    await form.getByLabel('Expiry date').pressSequentially('1230');
    await form.getByLabel('Security code').pressSequentially('123');
    await form.getByLabel('Name on card').pressSequentially('Ada Lovelace');
    await form.getByRole('button', { name: 'Pay €49.99' }).click();
    await form.getByText('Payment successful').waitFor();
    assert.deepEqual(chargesOf(shop), [4999]);
  });

  it('makes a payment through the dev server of Vite', async (t) => {
    const shop = await startShop(t);
    const vite = await createViteServer({
      root: join(shop.folder, 'vite'),
      configFile: join(shop.folder, 'vite/vite.config.js'),
      logLevel: 'error',
      server: { port: 0, proxy: { '/order': shop.url, '/pay': shop.url } }, // instead of port 3000
    });
    t.after(() => vite.close());
    await vite.listen();
    await payAt(t, vite.resolvedUrls?.local[0] ?? '');
    assert.deepEqual(chargesOf(shop), [4999]);
  });
});
