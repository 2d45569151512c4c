import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ConsoleWorld } from './console-world.js';

let world: ConsoleWorld;
let page: Page;

before(async () => {
  world = await ConsoleWorld.start();
});

after(() => world.close());

beforeEach(async () => {
  await world.sandbox.settings.change({ latencyMs: 0, honoursIdempotency: false, webhookDelayMs: 2000 });
  page = await world.visit('settings');
  await page.getByLabel('Latency').waitFor();
});

const save = () => page.getByRole('button', { name: 'Save settings' }).click();

it('saves what was changed, and says so', async () => {
  await page.getByLabel('Latency').fill('120');
  await page.getByLabel('Honour idempotency keys').check();
  await page.getByLabel('Webhook delay').fill('500');
  await save();
  await page.getByText('The settings are saved').waitFor();
  assert.deepEqual(world.sandbox.settings.current, { latencyMs: 120, honoursIdempotency: true, webhookDelayMs: 500 });
});

it('shows what is saved after a reload', async () => {
  await page.getByLabel('Latency').fill('120');
  await save();
  await page.getByText('The settings are saved').waitFor();
  await page.reload();
  assert.equal(await page.getByLabel('Latency').inputValue(), '120');
});

it('explains each setting', async () => {
  const described = await page.locator('form input').evaluateAll((inputs) =>
    inputs.map((input) => {
      const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.some((id) => (document.getElementById(id)?.textContent ?? '').trim().length > 40);
    }),
  );
  assert.deepEqual(described, [true, true, true]);
});

it('says that something is not saved yet, until it is as it was', async () => {
  await page.getByLabel('Latency').fill('7');
  const changed = await page.locator('.save p').textContent();
  await page.getByLabel('Latency').fill('0');
  assert.deepEqual([changed, await page.locator('.save p').textContent()], ['Not saved yet.', 'All saved.']);
});

for (const text of ['', '-1', '1.5', '20001', 'soon']) {
  it(`saves nothing while the latency is "${text}", and says what is expected, where it is`, async () => {
    await page.getByLabel('Latency').fill(text);
    await save();
    await page.getByText('Enter a whole number from 0 to 20,000.').waitFor();
    assert.deepEqual(
      [await page.locator(':focus').getAttribute('name'), world.sandbox.settings.current.latencyMs],
      ['latencyMs', 0],
    );
  });
}

it('follows what somebody else changes, except where something is being typed', async () => {
  await page.getByLabel('Latency').fill('12');
  await world.sandbox.settings.change({ latencyMs: 900, honoursIdempotency: true, webhookDelayMs: 3000 });
  await page.getByLabel('Honour idempotency keys').and(page.locator(':checked')).waitFor();
  assert.deepEqual(
    [await page.getByLabel('Latency').inputValue(), await page.getByLabel('Webhook delay').inputValue()],
    ['12', '3000'],
  );
});

it('says in words when it cannot be saved, and keeps what was typed', async () => {
  await page.route('**/api/settings', (route) => route.abort());
  await page.getByLabel('Latency').fill('12');
  await save();
  const alert = await page.getByRole('alert').textContent();
  assert.deepEqual(
    [alert?.startsWith('The sandbox does not answer.'), await page.getByLabel('Latency').inputValue()],
    [true, '12'],
  );
});
