import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { withShop } from '../../support/shop.js';
import { runCommand } from '../../support/program.js';
import { samplePayment } from '../../support/sample-payment.js';
import type { Scope } from '../../support/scope.js';
import { typeCard } from '../../support/shopper.js';
import { until } from '../../support/until.js';

const context = withShop();

interface Ready {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly consoleUrl: string;
  readonly proxyUrl?: string;
}

/** Starts the command with `--json`, and waits for its line. */
async function startCommand(t: Scope, ...args: readonly string[]) {
  const options = ['dist/cli.js', 'sandbox', '--port', '0', '--json', ...args];
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

describe('payment-widget sandbox', () => {
  it('prints the addresses and the key as JSON', async (t) => {
    const { ready } = await startCommand(t);
    assert.deepEqual(Object.keys(ready), ['baseUrl', 'apiKey', 'consoleUrl']);
  });

  it('accepts payments with the printed key', async (t) => {
    const { ready } = await startCommand(t);
    assert.equal(await pay(ready), 200);
  });

  it('applies a scenario to every payment', async (t) => {
    const { ready } = await startCommand(t, '--scenario', 'declined');
    assert.equal(await pay(ready), 402);
  });

  it('applies a rate limit', async (t) => {
    const { ready } = await startCommand(t, '--rate-limit', '1');
    assert.deepEqual([await pay(ready), await pay(ready)], [200, 429]);
  });

  it('shows the requests in its developer console', async (t) => {
    const { ready } = await startCommand(t);
    await pay(ready);
    const page = await context.browser.newPage();
    t.after(() => page.close());
    await page.goto(ready.consoleUrl);
    await page.getByText('POST /v1/payments').first().waitFor();
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`exits with 0 after ${signal}`, async (t) => {
      const { end } = await startCommand(t);
      assert.equal(await end(signal), 0);
    });
  }

  it('does not wait for slow responses when it stops', async (t) => {
    const { ready, end } = await startCommand(t, '--latency', '20000');
    const paying = assert.rejects(pay(ready));
    await until(async () => (await (await fetch(`${ready.baseUrl}/sandbox/ledger`)).text()).includes('pay_'));
    assert.equal(await end('SIGTERM'), 0);
    await paying;
  });

  it('reports a port that is in use', async (t) => {
    const { ready } = await startCommand(t);
    const { port } = new URL(ready.baseUrl);
    const { code, error } = await runCommand({}, 'sandbox', '--port', port);
    assert.deepEqual(
      [code, error],
      [1, `Port ${port} is in use. Choose another one with --port; 0 is any free port.\n`],
    );
  });

  for (const [args, message] of [
    [['--scenario', 'declind'], /^--scenario is "declind"\. Expected one of success, /],
    [['--port', 'x'], /^--port is "x"\. Expected a whole number\./],
    [['--latency', '99999'], /^--latency is 99999\. Expected milliseconds from 0 to 20000\./],
    [['--prot', '1'], /--prot/],
  ] as const) {
    it(`refuses ${args.join(' ')}`, async () => {
      const { code, error } = await runCommand({}, 'sandbox', ...args);
      assert.equal(code, 2);
      assert.match(error, message);
    });
  }
});

describe('payment-widget sandbox --proxy', () => {
  it('lets a static page of another origin pay', async (t) => {
    const { ready } = await startCommand(t, '--proxy');
    const { page } = await payInPage(t, ready, '4242424242424242');
    await waitForState(page, 'paid');
  });

  it('settles a payment whose connection was lost', async (t) => {
    const { ready } = await startCommand(t, '--proxy');
    const { page } = await payInPage(t, ready, '4000000000004178');
    await waitForState(page, 'paid');
  });

  it('leads to the bank, which settles the payment', async (t) => {
    const { ready } = await startCommand(t, '--proxy');
    const { page, url } = await payInPage(t, ready, '4000000000003220', `action-origins="${ready.baseUrl}"`);
    await page.getByRole('button', { name: 'Confirm the payment' }).click();
    await page.getByText('Go back to the page of the shop.').waitFor();
    await page.goto(url);
    await waitForState(page, 'paid');
  });

  for (const origin of ['http://localhost:5173', 'https://localhost:5173', 'http://127.0.0.1']) {
    it(`accepts pages of ${origin}`, async (t) => {
      const { ready } = await startCommand(t, '--proxy');
      const response = await fetch(`${ready.proxyUrl ?? ''}/config`, { headers: { Origin: origin } });
      assert.deepEqual([response.status, response.headers.get('Access-Control-Allow-Origin')], [200, origin]);
    });
  }

  it('refuses pages of other machines', async (t) => {
    const { ready } = await startCommand(t, '--proxy');
    const headers = { Origin: 'https://shop.example' };
    const { status } = await fetch(`${ready.proxyUrl ?? ''}/v1/payments`, { method: 'POST', headers });
    assert.equal(status, 403);
  });
});
