import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { BrowserContextOptions, FrameLocator } from 'playwright-core';
import { SITE } from '../../../docs/site/folders.js';
import { openPage, sitePages, withSite, type SitePage } from '../../support/docs-site.js';

const site = withSite();

async function open(path: string, options?: BrowserContextOptions): Promise<SitePage> {
  const opened = await openPage(await site.newContext(options), site.url);
  await opened.page.goto(site.url + path);
  return opened;
}

/** Pages that contain a text in their HTML. */
const pagesWith = (text: string) =>
  sitePages().filter((path) => readFileSync(`${SITE}${path}index.html`, 'utf8').includes(text));

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
