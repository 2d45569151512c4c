import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import type * as Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { ConsoleWorld, Receiver, ROUTES } from './console-world.js';

/** Everybody can use the console: by keyboard, by screen reader, on a phone, in the dark. */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LONG = 'A name that is as long as it may be, which is sixty letters!';

let world: ConsoleWorld;
let receiver: Receiver;

before(async () => {
  [world, receiver] = await Promise.all([ConsoleWorld.start(), Receiver.start()]);
  const { endpoints, credentials } = world.sandbox;
  await endpoints.set('test', receiver.url);
  const { id } = await credentials.create({ kind: 'test', name: LONG });
  await credentials.revoke(id);
  receiver.status = 503;
  await world.pay('4000000000000119');
  await world.pay(undefined, world.sandbox.keys.live);
});

after(async () => {
  await world.close();
  await receiver.close();
});

const CONTENT: Readonly<Record<string, string>> = {
  credentials: '.row',
  webhooks: 'details',
  settings: 'form',
  documentation: '.facts',
};

/** Waits for what comes from the API. */
async function isFilled(page: Page, route: string): Promise<void> {
  await page
    .locator(CONTENT[route] ?? '.requests table')
    .first()
    .waitFor();
  await page.locator('.environment', { hasText: /TEST|LIVE/ }).waitFor();
}

/** Opens a page with everything in it that comes later. */
async function visit(route: string, options: Parameters<ConsoleWorld['visit']>[1]): Promise<Page> {
  const page = await world.visit(route, options);
  await isFilled(page, route);
  if (route === 'webhooks') await page.locator('summary').first().click();
  return page;
}

/** @returns what axe complains of, as short as can be */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof Axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

async function createKey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('You will not see it again.').waitFor();
}

for (const colorScheme of ['light', 'dark'] as const) {
  describe(`axe, in the ${colorScheme}, finds nothing`, () => {
    for (const route of ROUTES) {
      it(`on #/${route}`, async () => {
        const page = await visit(route, { colorScheme, viewport: { width: 1024, height: 768 } });
        assert.deepEqual(await violations(page), []);
      });
    }

    it('where a key is revealed', async () => {
      const page = await visit('credentials', { colorScheme });
      await createKey(page, 'Revealed');
      assert.deepEqual(await violations(page), []);
    });

    it('in the dialog that asks before a key is revoked', async () => {
      const page = await visit('credentials', { colorScheme });
      await page
        .getByRole('button', { name: /^Revoke/ })
        .first()
        .click();
      assert.deepEqual(await violations(page), []);
    });

    it('where something is wrong', async () => {
      const page = await visit('settings', { colorScheme });
      await page.getByLabel('Latency').fill('soon');
      await page.getByRole('button', { name: 'Save settings' }).click();
      await page.getByText('Enter a whole number').waitFor();
      assert.deepEqual(await violations(page), []);
    });
  });
}

for (const dir of ['ltr', 'rtl']) {
  describe(`320 px wide, ${dir}`, () => {
    for (const route of ROUTES) {
      it(`nothing has to be scrolled sideways on #/${route}`, async () => {
        const page = await visit(route, { viewport: { width: 320, height: 640 } });
        await page.evaluate((dir) => {
          document.documentElement.dir = dir;
        }, dir);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(width, 320);
      });
    }
  });
}

describe('while it loads', () => {
  /** Two frames later everything that there is has been shown. */
  const shown = (page: Page) =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

  for (const route of ROUTES) {
    it(`nothing moves on #/${route}`, async () => {
      const page = await world.visit('', { viewport: { width: 1024, height: 768 } });
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
        await shown(page); // not before the page has been seen without it
        await request.continue();
      });
      await page.goto(`${world.url}/console/#/${route}`);
      await isFilled(page, route);
      await shown(page);
      assert.deepEqual(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), []);
    });
  }
});

describe('by keyboard alone', () => {
  /** Presses Tab until what is wanted has the focus. */
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

  it('the content is one step away', async () => {
    const page = await visit('settings', {});
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('h1:focus').waitFor();
    assert.match(page.url(), /#\/settings$/);
  });

  it('a Live key is made, put away and revoked', async () => {
    const page = await visit('', {});
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
    await tabTo(page, /^I have kept it$/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Revoke “By keyboard”$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, /^Revoke key$/);
    await page.keyboard.press('Enter');
    await page.getByText('“By keyboard” is revoked.').waitFor();
    const made = world.sandbox.credentials.list().find(({ name }) => name === 'By keyboard');
    assert.deepEqual([made?.kind, typeof made?.revokedAt], ['live', 'string']);
  });

  it('an event is opened and sent again', async () => {
    const page = await visit('webhooks', {});
    receiver.status = 204;
    await tabTo(page, /^Send again$/);
    await page.keyboard.press('Enter');
    await page.locator('details').first().getByText('Delivered').waitFor();
    assert.equal(world.sandbox.deliveries.list()[0]?.state, 'delivered');
  });

  it('whatever has the focus shows it', async () => {
    const page = await visit('settings', {});
    const bare: (string | undefined)[] = [];
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press('Tab');
      bare.push(
        await page.evaluate(() => {
          const { activeElement: element } = document;
          if (!element || element === document.body) return undefined;
          return getComputedStyle(element).outlineStyle === 'none' ? element.outerHTML : undefined;
        }),
      );
    }
    assert.deepEqual(bare.filter(Boolean), []);
  });
});

it('tells screen readers what was done', async () => {
  const page = await visit('settings', {});
  await page.getByRole('button', { name: 'Save settings' }).click();
  const said = await page.locator('.toasts[role=status] .toast').textContent();
  assert.equal(said, 'The settings are saved and hold from the next request on.');
});

it('leaves no line in the console of the browser, and no violation of the policy, all this while', () => {
  assert.deepEqual(world.complaints, []);
});
