import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { violationsIn } from './axe.js';
import { withConsole, withReceiver } from './console-world.js';

const ROUTES = ['', 'credentials', 'webhooks', 'settings', 'documentation'] as const;
const LONGEST_NAME = 'A name that is as long as it may be, which is sixty letters!';
const DESKTOP = { viewport: { width: 1024, height: 768 } };
const PHONE = { viewport: { width: 320, height: 640 } };

describe('the console', () => {
  const world = withConsole();
  const receiver = withReceiver();

  before(async () => {
    const { endpoints, credentials } = world.sandbox;
    await endpoints.set('test', receiver.url);
    const { id } = await credentials.create({ kind: 'test', name: LONGEST_NAME });
    await credentials.revoke(id);
    receiver.status = 503;
    await world.pay('4000000000000119');
    await world.pay(undefined, world.sandbox.keys.live);
  });

  const CONTENT: Readonly<Record<string, string>> = {
    credentials: '.row',
    webhooks: 'details',
    settings: 'form',
    documentation: '.facts',
  };

  /** Waits for the content that comes from the API. */
  async function isFilled(page: Page, route: string): Promise<void> {
    await page
      .locator(CONTENT[route] ?? '.requests table')
      .first()
      .waitFor();
    await page.locator('.environment', { hasText: /TEST|LIVE/ }).waitFor();
  }

  async function show(page: Page, route: string): Promise<void> {
    await page.goto(`${world.url}/console/#/${route}`);
    await isFilled(page, route);
    const [delivery] = await page.locator('details:not([open]) summary').all();
    await delivery?.click();
  }

  async function visit(route = '', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await world.visit(route, options);
    await isFilled(page, route);
    return page;
  }

  describe('accessibility', () => {
    it('passes axe on every page', async () => {
      const page = await visit('', DESKTOP);
      for (const route of ROUTES) {
        await show(page, route);
        assert.deepEqual(await violationsIn(page), [], route);
      }
    });

    it('passes axe in dark colours, with a revealed key, a dialog and an error', async () => {
      const page = await visit('credentials', { ...DESKTOP, colorScheme: 'dark' });
      await page.getByLabel('Name').fill('Revealed');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByText('You cannot see it again.').waitFor();
      assert.deepEqual(await violationsIn(page), [], 'revealed key');

      await page
        .getByRole('button', { name: /^Revoke/ })
        .first()
        .click();
      assert.deepEqual(await violationsIn(page), [], 'dialog');

      await page.getByRole('button', { name: 'Cancel' }).click();
      await show(page, 'settings');
      await page.getByLabel('Latency').fill('soon');
      await page.getByRole('button', { name: 'Save settings' }).click();
      await page.getByText('Enter a number').waitFor();
      assert.deepEqual(await violationsIn(page), [], 'error');
    });

    for (const dir of ['ltr', 'rtl']) {
      it(`does not scroll sideways at 320 px, ${dir}`, async () => {
        const page = await visit('', PHONE);
        await page.evaluate((dir) => {
          document.documentElement.dir = dir;
        }, dir);
        const widths: Record<string, number> = {};
        for (const route of ROUTES) {
          await show(page, route);
          widths[route] = await page.evaluate(() => document.documentElement.scrollWidth);
        }
        assert.deepEqual(widths, Object.fromEntries(ROUTES.map((route) => [route, 320])));
      });
    }

    it('announces a success to screen readers', async () => {
      const page = await visit('settings');
      await page.getByRole('button', { name: 'Save settings' }).click();
      const announced = await page.locator('.toasts[role=status] .toast').textContent();
      assert.equal(announced, 'Settings saved.');
    });
  });

  describe('loading a page', () => {
    const twoFrames = (page: Page) =>
      page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

    for (const route of ['', 'credentials', 'webhooks']) {
      it(`shifts nothing on #/${route}`, async () => {
        const page = await world.visit('', DESKTOP);
        await page.goto('about:blank');
        await page.addInitScript(() => {
          const moved: string[] = [];
          Object.assign(window, { moved });
          new PerformanceObserver((list) => {
            for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
              moved.push(...sources.map(({ node }) => node?.textContent ?? ''));
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.route('**/api/**', async (request) => {
          await twoFrames(page); // the page is painted without the data first
          await request.continue();
        });
        await page.goto(`${world.url}/console/#/${route}`);
        await isFilled(page, route);
        await twoFrames(page);
        assert.deepEqual(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), []);
      });
    }
  });

  describe('keyboard use', () => {
    /** Presses Tab until an element with this label has the focus. */
    async function tabTo(page: Page, name: RegExp): Promise<void> {
      for (let count = 0; count < 60; count += 1) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(() => {
          const { activeElement: element } = document;
          const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent;
          return (element?.getAttribute('aria-label') ?? label ?? '').trim();
        });
        if (name.test(focused)) return;
      }
      assert.fail(`Tab does not reach ${name}`);
    }

    it('skips to the content', async () => {
      const page = await visit('settings');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('h1:focus').waitFor();
      assert.match(page.url(), /#\/settings$/);
    });

    it('creates and revokes a Live key', async () => {
      const page = await visit();
      await tabTo(page, /^API Credentials$/);
      await page.keyboard.press('Enter');
      await page.locator('h1:focus').waitFor();
      await tabTo(page, /^Name$/);
      await page.keyboard.type('By keyboard');
      await tabTo(page, /^Test$/);
      await page.keyboard.press('ArrowRight');
      await tabTo(page, /^Create key$/);
      await page.keyboard.press('Enter');
      await page.getByText('Your new Live key “By keyboard”').waitFor();
      await tabTo(page, /^I’ve saved it$/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Revoke “By keyboard”$/);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await tabTo(page, /^Revoke key$/);
      await page.keyboard.press('Enter');
      await page.getByText('“By keyboard” revoked.').waitFor();
      const created = world.sandbox.credentials.list().find(({ name }) => name === 'By keyboard');
      assert.deepEqual([created?.kind, typeof created?.revokedAt], ['live', 'string']);
    });

    it('resends a webhook event', async () => {
      const page = await visit('webhooks');
      await page.locator('summary').first().click();
      receiver.status = 204;
      await tabTo(page, /^Resend$/);
      await page.keyboard.press('Enter');
      await page.locator('details').first().getByText('Delivered').waitFor();
      assert.equal(world.sandbox.deliveries.list()[0]?.state, 'delivered');
    });

    it('shows a focus outline on every element', async () => {
      const page = await visit('settings');
      const withoutOutline: (string | undefined)[] = [];
      for (let count = 0; count < 12; count += 1) {
        await page.keyboard.press('Tab');
        withoutOutline.push(
          await page.evaluate(() => {
            const { activeElement: element } = document;
            if (!element || element === document.body) return undefined;
            return getComputedStyle(element).outlineStyle === 'none' ? element.outerHTML : undefined;
          }),
        );
      }
      assert.deepEqual(withoutOutline.filter(Boolean), []);
    });
  });

  it('logs nothing to the browser console and causes no CSP violation', () => {
    assert.deepEqual(world.complaints, []);
  });
});
