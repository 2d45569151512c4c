import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { createServer as createViteServer } from 'vite';
import type { LedgerEntry } from 'payment-widget-testing';
import { bePatient } from '../../support/be-patient.js';
import { openBrowser } from '../../support/browser.js';
import { freePort } from '../../support/free-port.js';
import { newKey, post } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';
import { violationsIn } from '../demo/axe.js';

/** The shop that `npm run init` creates, with the packed packages, outside of this project. */

const CREATE = ['--import', 'tsx', 'tools/init.ts', '--built'];

type Edit = readonly [file: string, before: string | RegExp, after: string];

/** Puts an example of the documentation in place of the element. */
const useExample = (name: string, edit = (html: string) => html): Edit => [
  'checkout.html',
  /<payment-widget[^]*<\/payment-widget>/,
  edit(readFileSync(`docs/examples/${name}.html`, 'utf8')),
];

/** What docs/isolated-mode.md changes, with another port. */
const isolate = (port: number): readonly Edit[] => [
  ['server.mjs', 'mode:', `frame: { ancestors: ['http://localhost:${port}'] }, mode:`],
  ['server.mjs', 'default-src', `frame-src http://127.0.0.1:${port}; default-src`],
  useExample('isolated-mode', (html) => html.replace('127.0.0.1:3000', `127.0.0.1:${port}`)),
];

interface Manifest {
  readonly scripts: Readonly<Record<'start' | 'serve', string>>;
}

interface ViteConfig {
  readonly server: { readonly proxy: Readonly<Record<string, string>> };
}

interface Order {
  readonly reference: string;
  readonly token: string;
}

interface Shop {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  readonly charges: () => Promise<number[]>;
}

describe('the quick start', () => {
  let root: string;
  let browser: Browser;
  const made = () => join(root, 'shop');

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'payment-widget-shop-'));
    browser = await openBrowser();
    await promisify(execFile)(process.execPath, [...CREATE, made()]);
  });
  after(async () => {
    await browser.close();
    await rm(root, { recursive: true });
  });

  async function copyShop(): Promise<string> {
    const folder = await mkdtemp(join(root, 'copy-'));
    await cp(made(), folder, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
    await symlink(join(made(), 'node_modules'), join(folder, 'node_modules'), 'junction');
    return folder;
  }

  /** Runs a script of the shop, without npm, whose child would outlive it. */
  async function run(folder: string, script: keyof Manifest['scripts'], port: number) {
    const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
    const [, ...args] = scripts[script].split(' ');
    const { PATH, HOME } = process.env;
    return spawn(process.execPath, args, { cwd: folder, env: { PATH, HOME, PORT: String(port) }, stdio: 'pipe' });
  }

  /**
   * Starts a copy of the shop.
   * @param change - what to replace in the files
   */
  async function startShop(t: TestContext, change: (port: number) => readonly Edit[] = () => []): Promise<Shop> {
    const folder = await copyShop();
    const port = await freePort();
    for (const [file, before, after] of change(port)) {
      const text = await readFile(join(folder, file), 'utf8');
      assert.ok(text.match(before));
      await writeFile(
        join(folder, file),
        text.replace(before, () => after),
      );
    }
    const server = await run(folder, 'start', port);
    server.stderr.pipe(process.stderr);
    t.after(async () => {
      const ended = once(server, 'exit');
      if (server.exitCode === null && server.kill('SIGKILL')) await ended;
    });
    let output = '';
    server.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const ended = once(server, 'exit').then(() => Promise.reject(new Error(`The shop has ended: ${output}`)));
    while (!output.includes('Checkout at')) await Promise.race([once(server.stdout, 'data'), ended]);
    ended.catch(() => undefined); // it is killed
    const [consoleUrl] = /http\S+\/console\//.exec(output) ?? [];
    const charges = async () => {
      const entries = (await (await fetch(new URL('/sandbox/ledger', consoleUrl))).json()) as LedgerEntry[];
      return entries.map(({ amount }) => amount);
    };
    return { url: `http://localhost:${port}`, port, folder, charges };
  }

  async function openPage(t: TestContext): Promise<Page> {
    const page = await browser.newPage();
    t.after(() => page.close());
    await page.addInitScript(bePatient);
    return page;
  }

  it('makes payments by keyboard, thanks for each, and leaves nothing in the console', async (t) => {
    const { url, charges } = await startShop(t);
    const page = await openPage(t);
    const complaints = await listenForComplaints(page);
    const inField = (id: string) => page.locator(`payment-widget #${id}:focus`).count();
    for (let order = 0; order < 2; order++) {
      await page.goto(url);
      await page.locator('payment-widget:state(ready)').waitFor();
      for (const [id, text] of [
        ['cc-number', '4242424242424242'],
        ['cc-exp', '1230'],
        ['cc-csc', '123'],
        ['cc-name', 'Ada Lovelace'],
      ] as const) {
        while ((await inField(id)) === 0) await page.keyboard.press('Tab');
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/thanks\?reference=order-\w+&outcome=paid$/);
      await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    }
    assert.deepEqual([await charges(), complaints], [[4999, 4999], []]);
  });

  it('shows the total beside the form, and number and total of the order after the payment', async (t) => {
    const { url } = await startShop(t);
    const page = await openPage(t);
    await page.goto(url);
    const total = page.getByRole('term').filter({ hasText: 'Total' }).locator('+ dd');
    const before = await total.innerText();
    await page.locator('payment-widget:state(ready)').waitFor();
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/thanks?*');
    const { searchParams } = new URL(page.url());
    await page.getByText(searchParams.get('reference') ?? '').waitFor();
    assert.deepEqual([before, await total.innerText()], ['€49.99', '€49.99']);
  });

  it('thanks for no order that it does not have', async (t) => {
    const { url } = await startShop(t);
    const { status, headers } = await fetch(`${url}/thanks?reference=<b>`, { redirect: 'manual' });
    assert.deepEqual([status, headers.get('Location')], [302, '/']);
  });

  it('can be read with the dark theme of the documentation, in a light system', async (t) => {
    const { url, folder } = await startShop(t);
    await appendFile(join(folder, 'public/shop.css'), readFileSync('docs/examples/dark-theme.css'));
    const page = await openPage(t);
    await page.goto(url);
    await page.locator('payment-widget:state(ready)').waitFor();
    assert.deepEqual(await violationsIn(page), []);
  });

  it('makes a payment in isolated mode, with the changes of its page', async (t) => {
    const { url, charges } = await startShop(t, isolate);
    const page = await openPage(t);
    await page.goto(url);
    const form = page.frameLocator('payment-widget iframe');
    await form.getByLabel('Card number').pressSequentially('4242424242424242');
    await form.getByLabel('Expiry date').pressSequentially('1230');
    await form.getByLabel('Security code').pressSequentially('123');
    await form.getByLabel('Name on card').pressSequentially('Ada Lovelace');
    await form.getByRole('button', { name: 'Pay €49.99' }).click();
    await page.waitForURL('**/thanks?*');
    assert.deepEqual(await charges(), [4999]);
  });

  it('makes a payment with a recipe', async (t) => {
    const { url, folder, charges } = await startShop(t, () => [useExample('own-button')]);
    await cp('docs/examples/own-button.js', join(folder, 'public/own-button.js'));
    const page = await openPage(t);
    await page.goto(url);
    await page.locator('payment-widget:state(ready)').waitFor();
    await typeCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Pay €49.99' }).click();
    await page.getByText('Payment successful').waitFor();
    assert.deepEqual(await charges(), [4999]);
  });

  it('makes a payment through the dev server of Vite, up to a next page with its styles', async (t) => {
    const { url, charges } = await startShop(t);
    const root = join(process.cwd(), 'demo/quick-start/vite');
    const folder = await mkdtemp(join(made(), 'vite-'));
    await cp(root, folder, { recursive: true });
    const configFile = join(root, 'vite.config.js');
    const { default: config } = (await import(pathToFileURL(configFile).href)) as { default: ViteConfig };
    const forwarded = Object.keys(config.server.proxy);
    const vite = await createViteServer({
      root: folder,
      configFile,
      logLevel: 'error',
      server: { port: 0, proxy: Object.fromEntries(forwarded.map((path) => [path, url])) }, // instead of port 3000
    });
    t.after(() => vite.close());
    await vite.listen();
    const page = await openPage(t);
    await page.goto(vite.resolvedUrls?.local[0] ?? '');
    await page.locator('payment-widget:state(ready)').waitFor();
    await typeCard(page, '4242424242424242');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/thanks?*');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const corners = await page.locator('.card').evaluate((card) => getComputedStyle(card).borderRadius);
    assert.deepEqual([await charges(), corners], [[4999], '12px']);
  });

  it('listens on this machine only', async (t) => {
    const { url } = await startShop(t);
    await assert.rejects(fetch(url.replace('localhost', '127.0.0.2')));
  });

  it('refuses the 21st card of one client, whatever address the client claims', async (t) => {
    const { url } = await startShop(t);
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 21; attempt++) {
      const { token, ...order } = (await (await fetch(`${url}/order`)).json()) as Order;
      const headers = { 'Order-Token': token, 'Idempotency-Key': newKey(), 'Client-Address': `203.0.113.${attempt}` };
      statuses.push((await post(`${url}/pay`, samplePayment(order), headers)).status);
    }
    assert.deepEqual(statuses, [...Array<number>(20).fill(200), 429]);
  });

  /** What a shop prints that cannot start. */
  async function readFailure(t: TestContext, script: keyof Manifest['scripts'], port: number): Promise<string> {
    const server = await run(await copyShop(), script, port);
    t.after(() => server.kill('SIGKILL'));
    return text(server.stderr);
  }

  it('names a used port, and how to choose another one', async (t) => {
    const { port } = await startShop(t);
    const failure = await readFailure(t, 'start', port);
    assert.equal(failure, `Port ${port} is in use. Choose another one: PORT=${port + 1} npm start\n`);
  });

  it('names the values that are missing in .env', async (t) => {
    const failure = await readFailure(t, 'serve', 0);
    assert.equal(failure, 'Missing in the file .env: PAYMENTS_BASE_URL, PAYMENTS_API_KEY.\n');
  });

  it('is not written over other files', async () => {
    const again = promisify(execFile)(process.execPath, [...CREATE, made()]);
    await assert.rejects(again, /is not empty\. Expected a new or an empty folder\./);
  });
});
