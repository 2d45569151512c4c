import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { visit, type Visit } from '../../support/engines/visit.js';
import { until } from '../../support/until.js';
import { withSite } from '../../support/docs-site.js';

const site = withSite();

describe('a live example in Firefox', () => {
  let visited: Visit;
  before(async () => {
    visited = await visit('firefox');
  });
  after(() => visited.close());

  it('is paid in the sandbox', async () => {
    const { page } = visited;
    await page.goto(`${site.url}/docs/`);
    const state = () =>
      page.evaluate(() => {
        const frame = document.querySelector<HTMLIFrameElement>('.live iframe');
        return frame?.contentDocument?.querySelector('payment-widget')?.state;
      });
    await until(async () => (await state()) === 'ready');
    await page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('.live iframe');
      frame?.contentWindow?.focus();
      frame?.contentDocument?.querySelector('payment-widget')?.focus();
    });
    for (const text of ['4242424242424242', '1230', '123']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('Ada Lovelace');
    await page.keyboard.press('Enter');
    await until(async () => (await state()) === 'paid');
    assert.deepEqual(site.leaked, []);
  });
});
