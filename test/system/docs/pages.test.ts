import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { openPage, withSite } from '../../support/docs-site.js';
import { violationsIn } from '../demo/axe.js';

/** Elements in frames have accessibility tests of their own. */
const WITHOUT_FRAMES = { exclude: ['iframe'] };

const site = withSite();

describe('a page of the documentation', () => {
  let desktop: BrowserContext;
  before(async () => {
    desktop = await site.newContext();
  });
  after(() => desktop.close());

  for (const path of ['/docs/', '/docs/quick-start/', '/docs/errors/']) {
    it(`passes axe in light, dark and at 320 px, without a complaint or a request elsewhere: ${path}`, async () => {
      const { page, complaints, external } = await openPage(desktop, site.url);
      await page.goto(site.url + path);
      const violations = await violationsIn(page, WITHOUT_FRAMES);
      await page.emulateMedia({ colorScheme: 'dark' });
      violations.push(...(await violationsIn(page, WITHOUT_FRAMES)));
      await page.setViewportSize({ width: 320, height: 640 });
      violations.push(...(await violationsIn(page, WITHOUT_FRAMES)));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await page.close();
      assert.deepEqual({ violations, overflow, complaints, external }, NOTHING);
    });
  }
});

const NOTHING = { violations: [], overflow: 0, complaints: [], external: [] };
