import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsIn } from './axe.js';
import { withConsole } from './console-world.js';

const world = withConsole();

const rows = (page: Page) => page.locator('.requests tbody tr');

async function figure(page: Page, name: string): Promise<string | null> {
  return page.locator('.figures > div', { hasText: name }).locator('.figure').textContent();
}

describe('the overview before the first request', () => {
  let page: Page;
  before(async () => {
    page = await world.open();
    await page.getByText('No requests yet').waitFor();
  });

  it('shows the environment TEST and no requests', async () => {
    assert.deepEqual(
      [await page.locator('.environment .badge').textContent(), await figure(page, 'Requests made today')],
      ['TEST', '0'],
    );
  });

  it('links to the credentials and the documentation', async () => {
    assert.deepEqual(await page.locator('.empty a').allTextContents(), ['API Credentials', 'documentation']);
  });

  it('shows a new request without a reload', async () => {
    await world.pay();
    await rows(page).waitFor();
    assert.equal(await figure(page, 'Requests made today'), '1');
  });
});

describe('the overview after twelve Test requests, three Live requests and one without a key', () => {
  let page: Page;
  let total: number;
  before(async () => {
    for (let count = 0; count < 11; count += 1) await world.pay();
    await world.pay('4000000000000002');
    for (let count = 0; count < 3; count += 1) await world.pay(undefined, world.sandbox.keys.live);
    await world.pay(undefined, 'no-such-key');
    total = world.sandbox.log.countOn(Date.now());
    page = await world.open();
    await rows(page).first().waitFor();
  });

  it('shows the environment of the last valid key: LIVE', async () => {
    assert.equal(await page.locator('.environment .badge').textContent(), 'LIVE');
  });

  it('changes to TEST without a reload when a Test key is used', async () => {
    await world.pay();
    total += 1;
    await page.locator('.environment .badge', { hasText: 'TEST' }).waitFor();
    assert.equal(await figure(page, 'Environment'), 'TEST');
  });

  it('shows the API version, the number of requests today and the rate limit', async () => {
    const figures = ['API version', 'Requests made today', 'Rate limit'].map((name) => figure(page, name));
    assert.deepEqual(await Promise.all(figures), ['v1.0', String(total), '1000/min']);
  });

  it('lists the ten most recent requests in a table with four columns', async () => {
    await page.getByRole('heading', { name: 'Recent API Requests' }).waitFor();
    const columns = await page.locator('.requests th').allTextContents();
    assert.deepEqual([columns, await rows(page).count()], [['Endpoint', 'Status', 'Latency', 'Date'], 10]);
  });

  it('formats a request, with the time beside the date', async () => {
    const cells = (await rows(page).first().locator('td').allInnerTexts()).map((text) => text.trim());
    const [{ at } = assert.fail()] = world.sandbox.log.entries();
    const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) (\S+)/.exec(new Date(at).toUTCString()) ?? [];
    const [endpoint, status, latency, date] = cells;
    assert.deepEqual(
      [endpoint, status, latency?.replace(/^\d+/, '#'), date],
      ['POST /v1/payments', '200 OK', '# ms', `${Number(day)} ${month} ${year}, ${time} UTC`],
    );
  });

  it('lists only Live requests in the Live view', async () => {
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll('.requests tbody tr').length === 3);
    assert.deepEqual(new Set(await rows(page).locator('td:nth-child(2)').allInnerTexts()), new Set(['200 OK']));
  });

  it('lists only Test requests in the Test view, declined ones included', async () => {
    await page.getByRole('link', { name: 'Test', exact: true }).click();
    await page.getByText('402 Payment Required').waitFor();
    assert.deepEqual([await rows(page).count(), await page.getByText('401 Unauthorized').count()], [10, 0]);
  });

  it('lists requests without a key in the view of all', async () => {
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByText('401 Unauthorized').waitFor();
    assert.equal(await rows(page).count(), 10);
  });
});

describe('the details of a request', () => {
  let page: Page;
  before(async () => {
    await world.pay();
    page = await world.open();
    await rows(page).first().waitFor();
  });

  const opened = () => page.locator('.request-details');

  it('open with the keyboard', async () => {
    await page.getByRole('button', { name: 'POST /v1/payments', expanded: false }).first().focus();
    await page.keyboard.press('Enter');
    await opened().waitFor();
    assert.equal(await page.locator(':focus').getAttribute('aria-expanded'), 'true');
  });

  it('show ID, key, request and response without secrets', async () => {
    const text = await opened().innerText();
    const { id } = world.sandbox.log.entries()[0] ?? assert.fail();
    const parts = [id, 'Test key “Demo shop”, ending in', '"number": "•••• 4242"', '"cvc": "•••"', '"succeeded"'];
    const leaks = ['4242424242424242', '"123"', world.sandbox.keys.test];
    assert.deepEqual(
      [parts.filter((part) => !text.includes(part)), leaks.filter((leak) => text.includes(leak))],
      [[], []],
    );
  });

  it('stay open when another request arrives', async () => {
    await world.pay('4000000000000002');
    await page.getByText('402 Payment Required').first().waitFor();
    assert.equal(await opened().count(), 1);
  });

  it('pass axe and fit a phone', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.deepEqual([await violationsIn(page), overflow], [[], 0]);
  });

  it('close again', async () => {
    await page.getByRole('button', { name: 'POST /v1/payments', expanded: true }).click();
    await opened().waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { expanded: true }).count(), 0);
  });
});

describe('the navigation of the console', () => {
  let page: Page;
  before(async () => {
    page = await world.open();
  });

  for (const [route, title, heading] of [
    ['live', 'Live requests · Overview · Sandbox console', 'Overview'],
    ['test', 'Test requests · Overview · Sandbox console', 'Overview'],
    ['credentials', 'API Credentials · Sandbox console', 'API Credentials'],
    ['webhooks', 'Webhooks · Sandbox console', 'Webhooks'],
    ['settings', 'Developer settings · Sandbox console', 'Developer settings'],
    ['documentation', 'Documentation · Sandbox console', 'Documentation'],
    ['', 'Overview · Sandbox console', 'Overview'],
  ] as const) {
    it(`sets title, heading, current link and the sandbox notice for #/${route}`, async () => {
      await page.goto(`${world.url}/console/#/${route}`);
      await page.waitForFunction((title) => document.title === title, title);
      assert.deepEqual(
        [
          await page.locator('h1').allTextContents(),
          await page.locator('.pages [aria-current="page"]').allTextContents(),
          await page.getByText('This is a sandbox that simulates the payments service.').isVisible(),
        ],
        [[heading], [heading], true],
      );
    });
  }

  it('moves the focus to the heading of the chosen page', async () => {
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.locator('h1:focus').waitFor();
    assert.equal(await page.locator(':focus').textContent(), 'Webhooks');
  });

  it('supports Back', async () => {
    await page.goBack();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    assert.match(page.url(), /#\/$/);
  });
});

describe('the documentation in the console', () => {
  it('has a curl command that works with a valid key', async () => {
    const page = await world.visit('documentation');
    const curl = (await page.locator('.code code').textContent()) ?? '';
    const [, address = '', body = ''] = /^curl (\S+) [^]*-d '([^]*)'$/.exec(curl) ?? [];
    const headers = new Headers();
    for (const [, name = '', value = ''] of curl.matchAll(/-H '([^:]*): (.*)'/g)) headers.set(name, value);
    headers.set('Authorization', `${headers.get('Authorization')}`.replace('<API_KEY>', world.sandbox.keys.test));
    const response = await fetch(address, { method: 'POST', headers, body });
    assert.equal(response.status, 200);
  });
});

it('logs nothing to the browser console and causes no CSP violation', () => {
  assert.deepEqual(world.complaints, []);
});

it('reports that the sandbox cannot be reached, and recovers when it is back', async () => {
  const page = await world.visit();
  await rows(page).first().waitFor();
  await world.stop();
  await page.getByText('The sandbox does not respond. The data may be outdated').waitFor();
  await world.restart();
  await page.getByText('The sandbox does not respond').waitFor({ state: 'detached' });
  await world.pay('4000000000000119');
  await page.getByText('500 Internal Server Error').waitFor();
  assert.equal(await rows(page).count(), 10);
});
