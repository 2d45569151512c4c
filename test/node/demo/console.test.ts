import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ConsoleWorld } from './console-world.js';

let world: ConsoleWorld;

before(async () => {
  world = await ConsoleWorld.start();
});

after(() => world.close());

/** The row of the table that is `at`th, or one of its cells. */
const rows = (page: Page) => page.locator('.requests tbody tr');

async function figure(page: Page, name: string): Promise<string | null> {
  return page.locator('.figures > div', { hasText: name }).locator('.figure').textContent();
}

describe('the console, against the interface document', () => {
  describe('before there was any request', () => {
    let page: Page;
    before(async () => {
      page = await world.open();
      await page.getByText('No requests yet').waitFor();
    });

    it('shows TEST: no Live key is in use', async () => {
      assert.equal(await page.locator('.environment .badge').textContent(), 'TEST');
    });

    it('has counted nothing', async () => {
      assert.equal(await figure(page, 'Requests made today'), '0');
    });

    it('tells how to make a request', async () => {
      assert.deepEqual(await page.locator('.empty a').allTextContents(), ['API Credentials', 'documentation']);
    });

    it('shows a request by itself as soon as there is one', async () => {
      await world.pay();
      await rows(page).waitFor();
      assert.equal(await figure(page, 'Requests made today'), '1');
    });
  });

  describe('after twelve requests with Test keys, three with Live keys and one without a key', () => {
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

    it('shows LIVE, since a Live key was used last', async () => {
      assert.equal(await page.locator('.environment .badge').textContent(), 'LIVE');
    });

    it('shows TEST again, without a reload, when a Test key is used', async () => {
      await world.pay();
      total += 1;
      await page.locator('.environment .badge', { hasText: 'TEST' }).waitFor();
      assert.equal(await figure(page, 'Environment'), 'TEST');
    });

    it('shows the API version', async () => {
      assert.equal(await figure(page, 'API version'), 'v1.0');
    });

    it('shows the number of requests made today', async () => {
      assert.equal(await figure(page, 'Requests made today'), String(total));
    });

    it('shows the rate limit', async () => {
      assert.equal(await figure(page, 'Rate limit'), '1000/min');
    });

    it('titles the log', async () => {
      assert.equal(await page.getByRole('heading', { name: 'Recent API Requests' }).isVisible(), true);
    });

    it('has the four columns', async () => {
      const columns = await page.locator('.requests th').allTextContents();
      assert.deepEqual(columns, ['Endpoint', 'Status', 'Latency', 'Date']);
    });

    it('lists the ten most recent ones', async () => {
      assert.equal(await rows(page).count(), 10);
    });

    it('writes method and path, status and reason, milliseconds, and day, month and year', async () => {
      const cells = (await rows(page).first().locator('td').allInnerTexts()).map((text) => text.trim());
      const [, day, month, year] = /^\w+, (\d+) (\w+) (\d+)/.exec(new Date().toUTCString()) ?? [];
      const [endpoint, status, latency, date] = cells;
      assert.deepEqual(
        [endpoint, status, latency?.replace(/^\d+/, '#'), date],
        ['POST /v1/payments', '200 OK', '# ms', `${Number(day)} ${month} ${year}`],
      );
    });

    it('lists Live requests in the Live view', async () => {
      await page.getByRole('link', { name: 'Live', exact: true }).click();
      await page.waitForFunction(() => document.querySelectorAll('.requests tbody tr').length === 3);
      assert.deepEqual(new Set(await rows(page).locator('td:nth-child(2)').allInnerTexts()), new Set(['200 OK']));
    });

    it('lists Test requests in the Test view, refused ones with their reason', async () => {
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
});

describe('the console, as a place to find one’s way in', () => {
  for (const [route, title, heading] of [
    ['', 'Overview · Sandbox console', 'Overview'],
    ['live', 'Live requests · Overview · Sandbox console', 'Overview'],
    ['test', 'Test requests · Overview · Sandbox console', 'Overview'],
    ['credentials', 'API Credentials · Sandbox console', 'API Credentials'],
    ['webhooks', 'Webhooks · Sandbox console', 'Webhooks'],
    ['settings', 'Developer settings · Sandbox console', 'Developer settings'],
    ['documentation', 'Documentation · Sandbox console', 'Documentation'],
  ] as const) {
    it(`has an address, a title, a heading and a marked link for #/${route}`, async () => {
      const page = await world.visit(route);
      const marked = await page.locator('.pages [aria-current="page"]').allTextContents();
      assert.deepEqual(
        [await page.title(), await page.locator('h1').allTextContents(), marked],
        [title, [heading], [heading]],
      );
    });
  }

  it('goes back to where one was', async () => {
    const page = await world.visit('settings');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Developer settings', level: 1 }).waitFor();
    assert.match(page.url(), /#\/settings$/);
  });

  it('moves the focus to the heading of the page that was chosen', async () => {
    const page = await world.visit();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.locator('h1:focus').waitFor();
    assert.equal(await page.locator(':focus').textContent(), 'Webhooks');
  });

  for (const route of ['', 'credentials', 'webhooks', 'settings', 'documentation']) {
    it(`says that it is a sandbox on #/${route}`, async () => {
      const page = await world.visit(route);
      assert.equal(await page.getByText('This is a sandbox, a stand-in for the payments service.').isVisible(), true);
    });
  }
});

describe('the documentation in the console', () => {
  it('has a request to copy that the sandbox takes once a key is put in', async () => {
    const page = await world.visit('documentation');
    const curl = (await page.locator('.code code').textContent()) ?? '';
    const [, address = '', body = ''] = /^curl (\S+) [^]*-d '([^]*)'$/.exec(curl) ?? [];
    const headers = new Headers();
    for (const [, name = '', value = ''] of curl.matchAll(/-H '([^:]*): (.*)'/g)) headers.set(name, value);
    headers.set('Authorization', `${headers.get('Authorization')}`.replace('<API_KEY>', world.sandbox.keys.test));
    const response = await fetch(address, { method: 'POST', headers, body });
    assert.equal(response.status, 200);
  });

  for (const fact of ['POST /v1/payments', 'Authorization: Bearer <API_KEY>', '200 OK', '1000 requests per minute']) {
    it(`says what is known: ${fact}`, async () => {
      const page = await world.visit('documentation');
      assert.equal(await page.locator('.facts').getByText(fact).count(), 1);
    });
  }

  it('says what is not shown', async () => {
    const page = await world.visit('documentation');
    assert.equal(await page.getByRole('region', { name: 'Not shown' }).getByRole('listitem').count(), 7);
  });
});

it('leaves no line in the console of the browser, and no violation of the policy', () => {
  assert.deepEqual(world.complaints, []);
});

it('says when the sandbox does not answer, and goes on by itself when it is back', async () => {
  const page = await world.visit();
  await rows(page).first().waitFor();
  await world.stop();
  await page.getByText('The sandbox does not answer. What you see may be old').waitFor();
  await world.comeBack();
  await page.getByText('The sandbox does not answer').waitFor({ state: 'detached' });
  await world.pay('4000000000000119');
  await page.getByText('500 Internal Server Error').waitFor();
  assert.equal(await rows(page).count(), 10);
});
