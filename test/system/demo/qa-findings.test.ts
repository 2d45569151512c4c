import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { withDemo } from '../../support/demo.js';
import { QaVisit } from './qa-visit.js';

const context = withDemo();

const codes = (visit: QaVisit) => visit.page.locator('.findings code').allTextContents();

describe('the findings of the QA page', () => {
  it('are none at first', async () => {
    const visit = await QaVisit.open(context.browser, context.shopUrl);
    await visit.showTab('Findings');
    await visit.page.getByText('No findings').waitFor();
    const { complaints } = visit;
    await visit.close();
    assert.deepEqual(complaints, []);
  });

  it('follow the settings', async () => {
    const visit = await QaVisit.open(context.browser, context.shopUrl, '?reference=');
    await visit.showTab('Findings');
    await visit.page.locator('.findings code', { hasText: 'missing_reference' }).waitFor();
    await visit.showTab('Settings');
    await visit.page.locator('#set-reference').fill('order-1042');
    await visit.page.getByText('No findings').waitFor();
    await visit.close();
  });

  it('lead to the documentation', async () => {
    const visit = await QaVisit.open(context.browser, context.shopUrl, '?reference=');
    await visit.showTab('Findings');
    const address = await visit.page.getByRole('link', { name: 'missing_reference' }).getAttribute('href');
    await visit.close();
    assert.equal(address, '/docs/integration-check/#missing_reference');
  });

  it('are listed with the code of each', async () => {
    const visit = await QaVisit.open(context.browser, context.shopUrl, '?reference=&mode=live');
    await visit.showTab('Findings');
    await visit.page.locator('.findings code').nth(1).waitFor();
    const found = await codes(visit);
    await visit.close();
    assert.deepEqual(found.sort(), ['missing_reference', 'test_key']);
  });

  it('can be reached on a phone, with all tabs of the result', async () => {
    const visit = await QaVisit.open(context.browser, context.shopUrl, '', { width: 390, height: 844 });
    await visit.page.locator('.areas').getByText('Log', { exact: true }).click();
    const tabs = await visit.page.getByRole('tablist', { name: 'Result' }).getByRole('tab').all();
    const edges = await Promise.all(tabs.map(async (tab) => (await tab.boundingBox()) ?? { x: -1, width: 0 }));
    await visit.close();
    assert.deepEqual(
      edges.map(({ x, width }) => x >= 0 && x + width <= 390),
      [true, true, true],
    );
  });
});

describe('diagnose()', () => {
  for (const path of ['/', '/donate.html']) {
    it(`finds nothing on ${path} of the demo shop`, async () => {
      const page = await context.browser.newPage();
      const logged: string[] = [];
      page.on('console', (line) => logged.push(line.text()));
      await page.goto(context.shopUrl + path);
      await page.locator('payment-widget:state(ready)').waitFor();
      const found = await page.locator('payment-widget').evaluate((element) => {
        return (element as HTMLElementTagNameMap['payment-widget']).diagnose();
      });
      await page.close();
      assert.deepEqual([found, logged], [[], []]);
    });
  }

  it('finds nothing on the page of the quick start', async () => {
    const page = await context.browser.newPage();
    const response = await fetch(`${context.shopUrl}/orders`, { method: 'POST' });
    const order = (await response.json()) as Record<string, unknown>;
    const checkout = readFileSync('demo/quick-start/checkout.html', 'utf8');
    const html = checkout.replace(/\{(\w+)\}/g, (_, name: string) => String(order[name]));
    await page.route('**/checkout', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto(`${context.shopUrl}/checkout`);
    await page.locator('payment-widget:state(ready)').waitFor();
    const found = await page.locator('payment-widget').evaluate((element) => {
      return (element as HTMLElementTagNameMap['payment-widget']).diagnose();
    });
    await page.close();
    assert.deepEqual(found, []);
  });
});
