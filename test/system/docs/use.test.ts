import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { BrowserContextOptions, FrameLocator } from 'playwright-core';
import { SITE } from '../../../docs/site/folders.js';
import { openPage, sitePages, withSite, type SitePage } from '../../support/docs-site.js';
import { violationsIn } from '../demo/axe.js';

const site = withSite();

async function open(path: string, options?: BrowserContextOptions): Promise<SitePage> {
  const opened = await openPage(await site.newContext(options), site.url);
  await opened.page.goto(site.url + path);
  return opened;
}

/** Pages that contain a text in their HTML. */
const pagesWith = (text: string) =>
  sitePages().filter((path) => readFileSync(`${SITE}${path}index.html`, 'utf8').includes(text));

describe('the search of the documentation', () => {
  it('finds a page by keyboard and opens it', async () => {
    const { page, complaints } = await open('/docs/');
    await page.keyboard.press('/');
    await page.keyboard.type('quick start');
    await page.locator('.search-panel a').first().waitFor();
    const violations = await violationsIn(page);
    const announced = await page.locator('.search-status').textContent();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/quick-start/**');
    assert.match(announced ?? '', /^\d+ results?$/);
    assert.deepEqual([violations, complaints], [[], []]);
    await page.context().close();
  });

  it('opens the first result with Enter, and closes with Escape', async () => {
    const { page } = await open('/docs/');
    await page.keyboard.press('/');
    await page.keyboard.type('quick start');
    await page.locator('.search-panel a').first().waitFor();
    await page.keyboard.press('Escape');
    const isOpen = await page.locator('.search-panel').isVisible();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/quick-start/**');
    assert.equal(isOpen, false);
    await page.context().close();
  });

  it('says when it finds nothing', async () => {
    const { page } = await open('/docs/');
    await page.locator('#search').fill('xylophone');
    await page.getByRole('status').getByText('No results').waitFor();
    await page.context().close();
  });
});

describe('a link to an anchor', () => {
  it('shows the heading at the top', async () => {
    const { page } = await open('/docs/errors/#attempt_in_flight');
    await page.locator('.menu').waitFor();
    await page.waitForLoadState('load');
    const top = await page.locator('#attempt_in_flight').evaluate((heading) => heading.getBoundingClientRect().top);
    assert.equal(top > 50 && top < 150, true, `top: ${top}`);
    await page.context().close();
  });
});

describe('tabs in the documentation', () => {
  const [path = '/docs/quick-start/'] = pagesWith('class="tabs"');

  it('are chosen with the arrow keys, and remembered', async () => {
    const { page } = await open(path);
    const tabs = page.locator('.tab-list').first().getByRole('tab');
    await tabs.first().focus();
    await page.keyboard.press('ArrowRight');
    await tabs.nth(1).and(page.locator(':focus')).waitFor();
    await page.reload();
    await page.locator('.tabs.ready').first().waitFor();
    const selected = await tabs.evaluateAll((all) => all.map((tab) => tab.getAttribute('aria-selected')));
    assert.deepEqual(selected.slice(0, 2), ['false', 'true']);
    await page.context().close();
  });

  it('are sections with headings without JavaScript', async () => {
    const { page } = await open(path, { javaScriptEnabled: false });
    const sections = page.locator('.tabs').first().locator('section');
    const visible = await sections.evaluateAll((all) => all.map((section) => section.checkVisibility()));
    assert.equal(visible.includes(false), false);
    assert.equal(await sections.first().getByRole('heading').first().isVisible(), true);
    await page.context().close();
  });

  it('follow a link to a section', async () => {
    const { page } = await open(path);
    const id = await page.locator('.tabs section').nth(1).getAttribute('id');
    await page.goto(`${site.url}${path}#${id}`);
    await page.locator(`#${id}`).waitFor({ state: 'visible' });
    await page.context().close();
  });
});

async function pay(frame: FrameLocator, number: string): Promise<void> {
  await frame.getByLabel('Card number').pressSequentially(number);
  await frame.getByLabel('Expiry date').pressSequentially('1230');
  await frame.getByLabel('Security code').pressSequentially('123');
  await frame.getByLabel('Name on card').pressSequentially('Ada Lovelace');
  await frame.getByRole('button', { name: /^Pay/ }).click();
}

describe('a live example', () => {
  const [path = '/docs/'] = pagesWith('data-address="/docs/examples/quick-start.html"');
  const frameOf = ({ page }: SitePage) =>
    page.locator('.live[data-address$="/quick-start.html"]').frameLocator('iframe');

  it('is paid in the sandbox, without a complaint or a request elsewhere, and starts again', async () => {
    const opened = await open(path);
    const frame = frameOf(opened);
    await pay(frame, '4242424242424242');
    await frame.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await opened.page.getByRole('button', { name: 'Start again' }).first().click();
    await pay(frame, '4000000000000002');
    await frame.getByText('declined').first().waitFor();
    const complaints = opened.complaints.filter((text) => !text.includes('402'));
    assert.deepEqual([complaints, opened.external, site.leaked], [[], [], []]);
    await opened.page.context().close();
  });

  it('learns the outcome of a payment in doubt', async () => {
    const opened = await open(path);
    const frame = frameOf(opened);
    await pay(frame, '4000000000000119');
    await frame.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await opened.page.context().close();
  });

  for (const page of pagesWith('class="live"')) {
    it(`loads the element and reaches the sandbox on ${page}`, async () => {
      const opened = await open(page);
      for (const live of await opened.page.locator('.live').all()) {
        const frame = live.frameLocator('iframe');
        await frame.locator('script').first().waitFor({ state: 'attached' }); // the frame is empty at first
        const body = frame.locator('body');
        await body.evaluate(() => customElements.whenDefined('payment-widget').then(() => undefined));
        assert.equal(await body.evaluate(() => navigator.serviceWorker.controller !== null), true);
      }
      assert.deepEqual([opened.complaints, opened.external], [[], []]);
      await opened.page.context().close();
    });
  }
});

describe('the examples', () => {
  for (const name of readdirSync('docs/examples').filter((file) => file.endsWith('.html'))) {
    it(`contain no inline script or style: ${name}`, () => {
      const html = readFileSync(`docs/examples/${name}`, 'utf8');
      assert.deepEqual(html.match(/ style="| on\w+="|<style|<script(?![^>]* src=)/g), null);
    });
  }
});
