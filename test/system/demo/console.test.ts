import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { violationsIn } from './axe.js';
import { withConsole, withReceiver } from './console-world.js';

const world = withConsole();
const receiver = withReceiver();

const PHONE = { width: 320, height: 640 };

/** A visitor of a page, which passes axe and fits a phone. */
function visit(route: string, ready: string): () => Page {
  let page: Page;
  before(async () => {
    page = await world.open(route);
    await page.locator(ready).first().waitFor();
  });
  it('passes axe, and fits a phone', async () => {
    assert.deepEqual(await violationsIn(page), []);
    const size = page.viewportSize();
    await page.setViewportSize(PHONE);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
    await page.setViewportSize(size ?? PHONE);
  });
  return () => page;
}

describe('the overview', () => {
  before(async () => {
    for (let count = 0; count < 11; count += 1) await world.pay();
    await world.pay(undefined, world.sandbox.keys.live);
  });
  const page = visit('', '.requests table');

  it('shows environment, version, requests today and rate limit', async () => {
    assert.deepEqual(await page().locator('.figure').allTextContents(), ['LIVE', 'v1.0', '12', '1000/min']);
  });

  it('lists the ten most recent requests, new ones without a reload', async () => {
    await world.pay('4000000000000002');
    await page().getByText('402 Payment Required').waitFor();
    const columns = await page().locator('.requests th').allTextContents();
    assert.deepEqual(
      [columns, await page().locator('.requests tbody tr').count()],
      [['Endpoint', 'Status', 'Latency', 'Date'], 10],
    );
  });

  it('reconnects to a sandbox that was stopped', async () => {
    await world.stop();
    await page().getByText('The sandbox does not respond. The data may be outdated').waitFor();
    await world.restart();
    await page().getByText('The sandbox does not respond').waitFor({ state: 'detached' });
  });
});

describe('the credentials', () => {
  const page = visit('credentials', 'li.row');
  let key: string;

  it('get a Live key that is shown once and works, by keyboard', async () => {
    await page().getByLabel('Name').focus();
    await page().keyboard.type('By keyboard');
    await page().keyboard.press('Tab');
    await page().keyboard.press('ArrowRight');
    await page().keyboard.press('Enter');
    await page().getByText('Your new Live key “By keyboard”').waitFor();
    key = (await page().locator('revealed-secret code').textContent()) ?? '';
    assert.equal((await world.pay(undefined, key)).status, 200);
    await page().reload();
    await page().getByRole('region', { name: 'Live keys' }).getByText('By keyboard').waitFor();
    assert.equal((await page().content()).includes(key), false);
  });

  it('refuse a revoked key', async () => {
    page().once('dialog', (dialog) => void dialog.accept());
    await page().getByRole('button', { name: 'Revoke “By keyboard”' }).click();
    await page().getByText('“By keyboard” revoked.').waitFor();
    assert.equal((await world.pay(undefined, key)).status, 401);
  });
});

describe('the webhooks', () => {
  const page = visit('webhooks', 'webhook-endpoint form');
  const card = () => page().getByRole('region', { name: 'Test endpoint', exact: true });

  it('are sent to the saved endpoint, signed with the secret that is shown once', async () => {
    await card().getByLabel('URL').fill(receiver.url);
    await card().getByRole('button', { name: 'Save' }).click();
    const secret = (await card().locator('revealed-secret code').textContent()) ?? '';
    await world.pay();
    const { headers, body } = await receiver.next();
    assert.doesNotThrow(() => new Webhook(secret).verify(body, headers as Record<string, string>));
  });

  it('are removed after a confirmation', async () => {
    page().once('dialog', (dialog) => void dialog.accept());
    await card().getByRole('button', { name: 'Remove' }).click();
    await card().getByText('No endpoint').waitFor();
    assert.equal(world.sandbox.endpoints.find('test'), undefined);
  });
});

describe('the developer settings', () => {
  const page = visit('settings', 'form');

  it('are saved, unless one is invalid', async () => {
    await page().getByLabel('Latency').fill('soon');
    await page().getByRole('button', { name: 'Save settings' }).click();
    await page().getByText('Enter a number from 0 to 20,000.').waitFor();
    await page().getByLabel('Latency').fill('1');
    await page().getByLabel('Honour idempotency keys').check();
    await page().getByRole('button', { name: 'Save settings' }).click();
    await page().getByText('Settings saved.').waitFor();
    assert.deepEqual(world.sandbox.settings.current, { latencyMs: 1, honoursIdempotency: true, webhookDelayMs: 0 });
  });
});

it('the console logs nothing and causes no CSP violation', () => {
  const ofReconnection = /net::ERR_/; // while the sandbox was stopped
  assert.deepEqual(
    world.complaints.filter((line) => !ofReconnection.test(line)),
    [],
  );
});
