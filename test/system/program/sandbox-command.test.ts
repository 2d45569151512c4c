import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { withShop } from '../../support/shop.js';
import { runCli } from '../../support/program.js';
import { samplePayment } from '../../support/sample-payment.js';
import type { Scope } from '../../support/scope.js';
import { typeCard } from '../../support/shopper.js';

const CLI = 'packages/testing/dist/cli.js';

const context = withShop();

interface Ready {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly consoleUrl: string;
  readonly proxyUrl?: string;
}

/** Starts the command with `--json`, and waits for its line. */
async function startCommand(t: Scope, ...args: readonly string[]) {
  const options = [CLI, 'sandbox', '--port', '0', '--json', ...args];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  while (!output.includes('\n') && child.exitCode === null) await Promise.race([once(child.stdout, 'data'), exited]);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  };
  return { ready: JSON.parse(output) as Ready, end };
}

async function pay({ baseUrl, apiKey }: Ready): Promise<number> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify(samplePayment());
  return (await fetch(`${baseUrl}/v1/payments`, { method: 'POST', headers, body })).status;
}

/** Opens a page of another origin, and pays there. */
async function payInPage(t: Scope, { proxyUrl = '' }: Ready, number: string, attributes = '') {
  const { browser, shop } = context;
  const path = shop.show({
    html: `<!doctype html><html lang="en"><title>Shop</title>
      <script type="module" src="/payment-widget.js"></script>
      <payment-widget proxy-url="${proxyUrl}" amount="4999" currency="EUR" reference="order-${number}" ${attributes}>
      </payment-widget>`,
  });
  const page = await browser.newPage();
  t.after(() => page.close());
  const url = shop.url + path;
  await page.goto(url);
  await typeCard(page, number);
  await page.locator('payment-widget').getByRole('button', { name: 'Pay' }).click();
  return { page, url };
}

const waitForState = (page: Page, state: string) => page.locator(`payment-widget:state(${state})`).waitFor();

describe('payment-widget-testing sandbox', () => {
  it('applies its options to every payment, and exits with 0 after SIGTERM', async (t) => {
    const { ready, end } = await startCommand(t, '--scenario', 'declined', '--rate-limit', '1');
    const members = Object.keys(ready);
    assert.deepEqual([members, await pay(ready), await pay(ready)], [['baseUrl', 'apiKey', 'consoleUrl'], 402, 429]);
    assert.equal(await end('SIGTERM'), 0);
  });

  it('serves its console', async (t) => {
    const { ready } = await startCommand(t);
    const { status, headers } = await fetch(ready.consoleUrl);
    assert.deepEqual([status, headers.get('Content-Type')?.startsWith('text/html')], [200, true]);
  });

  it('reports a port that is in use', async (t) => {
    const { ready } = await startCommand(t);
    const { port } = new URL(ready.baseUrl);
    const { code, error } = await runCli(CLI, {}, ['sandbox', '--port', port]);
    assert.deepEqual([code, error.includes(`Port ${port} is in use.`)], [1, true]);
  });
});

describe('payment-widget-testing sandbox --proxy', () => {
  it('lets a static page of another origin pay, also when the connection is lost', async (t) => {
    const { ready } = await startCommand(t, '--proxy');
    for (const number of ['4242424242424242', '4000000000004178']) {
      const { page } = await payInPage(t, ready, number);
      await waitForState(page, 'paid');
    }
  });

  it('leads to the bank, which settles the payment', async (t) => {
    const { ready } = await startCommand(t, '--proxy');
    const { page, url } = await payInPage(t, ready, '4000000000003220', `action-origins="${ready.baseUrl}"`);
    await page.getByRole('button', { name: 'Confirm the payment' }).click();
    await page.getByText('Go back to the page of the shop.').waitFor();
    await page.goto(url);
    await waitForState(page, 'paid');
  });

  it('accepts pages of this machine only', async (t) => {
    const { ready } = await startCommand(t, '--proxy');
    const statuses = [];
    for (const Origin of ['http://localhost:5173', 'http://127.0.0.1', 'https://shop.example']) {
      const init = { method: 'POST', headers: { Origin, 'Content-Type': 'application/json' }, body: '{' };
      statuses.push((await fetch(`${ready.proxyUrl ?? ''}/v1/payments`, init)).status);
    }
    assert.deepEqual(statuses, [400, 400, 403]);
  });
});
