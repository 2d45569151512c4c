import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { withConsole } from './console-world.js';

const SETTINGS = { latencyMs: 0, honoursIdempotency: false, webhookDelayMs: 2000 };

const world = withConsole();

describe('the page of developer settings', () => {
  let page: Page;
  before(async () => {
    page = await world.open('settings');
  });
  beforeEach(async () => {
    await world.sandbox.settings.change(SETTINGS);
    await page.reload();
    await page.getByLabel('Latency').waitFor();
  });

  const save = () => page.getByRole('button', { name: 'Save settings' }).click();

  it('saves changes and shows them after a reload', async () => {
    await page.getByLabel('Latency').fill('120');
    await page.getByLabel('Honour idempotency keys').check();
    await page.getByLabel('Webhook delay').fill('500');
    await save();
    await page.getByText('Settings saved.').waitFor();
    assert.deepEqual(world.sandbox.settings.current, { latencyMs: 120, honoursIdempotency: true, webhookDelayMs: 500 });
    await page.reload();
    assert.equal(await page.getByLabel('Latency').inputValue(), '120');
  });

  it('describes each setting', async () => {
    const described = await page.locator('form input').evaluateAll((inputs) =>
      inputs.map((input) => {
        const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
        return ids.some((id) => (document.getElementById(id)?.textContent ?? '').trim().length > 40);
      }),
    );
    assert.deepEqual(described, [true, true, true]);
  });

  it('shows whether there are unsaved changes', async () => {
    await page.getByLabel('Latency').fill('7');
    const changed = await page.locator('.save p').textContent();
    await page.getByLabel('Latency').fill('0');
    assert.deepEqual(
      [changed, await page.locator('.save p').textContent()],
      ['Unsaved changes.', 'All changes saved.'],
    );
  });

  for (const text of ['', '1.5', '20001']) {
    it(`rejects a latency of "${text}" and focuses its field`, async () => {
      await page.getByLabel('Latency').fill(text);
      await save();
      await page.getByText('Enter a number from 0 to 20,000.').waitFor();
      assert.deepEqual(
        [await page.locator(':focus').getAttribute('name'), world.sandbox.settings.current.latencyMs],
        ['latencyMs', 0],
      );
    });
  }

  it('shows changes made elsewhere, except in a field being edited', async () => {
    await page.getByLabel('Latency').fill('12');
    await world.sandbox.settings.change({ latencyMs: 900, honoursIdempotency: true, webhookDelayMs: 3000 });
    await page.getByLabel('Honour idempotency keys').and(page.locator(':checked')).waitFor();
    assert.deepEqual(
      [await page.getByLabel('Latency').inputValue(), await page.getByLabel('Webhook delay').inputValue()],
      ['12', '3000'],
    );
  });

  it('reports that the sandbox cannot be reached and keeps the typed value', async () => {
    await page.route('**/api/settings', (route) => route.abort());
    await page.getByLabel('Latency').fill('12');
    await save();
    const alert = await page.getByRole('alert').textContent();
    assert.deepEqual(
      [alert?.startsWith('The sandbox does not respond.'), await page.getByLabel('Latency').inputValue()],
      [true, '12'],
    );
  });
});
