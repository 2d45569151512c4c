import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { copiedText, replaceClipboard } from './clipboard.js';
import { withConsole } from './console-world.js';

const world = withConsole();

/** Creates a key and returns it as the console reveals it. */
async function createKey(page: Page, name: string, kind: 'Test' | 'Live'): Promise<string> {
  await page.getByLabel('Name').fill(name);
  await page.getByText(kind, { exact: true }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText(`Your new ${kind} key “${name}”`).waitFor();
  return (await page.locator('revealed-secret code').textContent()) ?? '';
}

const keyNamed = (page: Page, name: string) => page.locator('li.row', { hasText: name });

describe('a Live key created in the console', () => {
  const name = 'Live shop';
  let page: Page;
  let key: string;
  before(async () => {
    page = await world.open('credentials');
    key = await createKey(page, name, 'Live');
  });

  it('is listed among the Live keys with its last four characters', async () => {
    const row = page.getByRole('region', { name: 'Live keys' }).locator('li.row', { hasText: name });
    assert.deepEqual([await keyNamed(page, name).count(), await row.locator('code').textContent()], [1, key.slice(-4)]);
  });

  it('comes with a warning that it is shown once', async () => {
    assert.equal(await page.getByText('You cannot see it again.').isVisible(), true);
  });

  it('can be copied', async () => {
    await replaceClipboard(page);
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.getByText('Copied').first().waitFor();
    assert.equal(await copiedText(page), key);
  });

  it('is accepted by the service and shown as used without a reload', async () => {
    const response = await world.pay(undefined, key);
    await keyNamed(page, name).getByText('Last used').waitFor();
    assert.deepEqual([response.status, await keyNamed(page, name).getByText('Never used').count()], [200, 0]);
  });

  it('disappears when dismissed, and the focus moves to its row', async () => {
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    const focused = await page.locator(':focus strong').textContent();
    assert.deepEqual([focused, (await page.content()).includes(key)], [name, false]);
  });

  it('is in no later response of the API', async () => {
    const responses = ['keys', 'overview?view=all', 'webhooks', 'deliveries', 'settings'].map(async (path) => {
      const response = await fetch(`${world.url}/console/api/${path}`);
      return response.text();
    });
    assert.equal((await Promise.all(responses)).join().includes(key), false);
  });

  it('keeps working when revoking is cancelled', async () => {
    await page.getByRole('button', { name: `Revoke “${name}”` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const response = await world.pay(undefined, key);
    assert.deepEqual([await page.getByRole('dialog').count(), response.status], [0, 200]);
  });

  it('is refused as soon as it is revoked', async () => {
    await page.getByRole('button', { name: `Revoke “${name}”` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText(`“${name}” revoked.`).waitFor();
    assert.equal((await world.pay(undefined, key)).status, 401);
  });

  it('is shown as revoked, without a button, and has the focus', async () => {
    const row = keyNamed(page, name);
    await row.getByText('Revoked', { exact: true }).waitFor();
    assert.deepEqual(
      [await row.getByRole('button').count(), await page.locator(':focus strong').textContent()],
      [0, name],
    );
  });
});

describe('the page of credentials', () => {
  it('does not show a new key again after a reload', async () => {
    const page = await world.visit('credentials');
    const key = await createKey(page, 'Too soon', 'Test');
    await page.reload();
    const row = page.getByRole('region', { name: 'Test keys' }).locator('li.row', { hasText: 'Too soon' });
    await row.waitFor();
    assert.equal((await page.content()).includes(key), false);
  });

  it('requires a name and focuses its field', async () => {
    const page = await world.visit('credentials');
    await page.getByLabel('Name').fill('  ');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Enter a name for the key.').waitFor();
    assert.deepEqual(
      [await page.locator(':focus').getAttribute('name'), await page.getByLabel('Name').getAttribute('aria-invalid')],
      ['name', 'true'],
    );
  });

  it('reports that the sandbox cannot be reached and keeps the typed name', async () => {
    const page = await world.visit('credentials');
    await page.route('**/api/keys', (route) => route.abort());
    await page.getByLabel('Name').fill('Web shop');
    await page.getByRole('button', { name: 'Create key' }).click();
    const alert = await page.locator('key-form [role=alert]').textContent();
    assert.deepEqual(
      [
        alert?.startsWith('The sandbox does not respond. Check that it is running'),
        await page.getByLabel('Name').inputValue(),
      ],
      [true, 'Web shop'],
    );
  });

  it('shows the error message of the sandbox', async () => {
    const page = await world.visit('credentials');
    await page.route('**/api/keys', (route) =>
      route.fulfill({ status: 409, json: { error: { code: 'too_many', message: 'There are too many keys.' } } }),
    );
    await page.getByLabel('Name').fill('Web shop');
    await page.getByRole('button', { name: 'Create key' }).click();
    assert.equal(await page.locator('key-form [role=alert]').textContent(), 'There are too many keys.');
  });

  it('focuses Cancel before a key is revoked, and Escape closes the dialog', async () => {
    const page = await world.visit('credentials');
    await createKey(page, 'Kept', 'Test');
    await page.getByRole('button', { name: 'Revoke “Kept”' }).click();
    const focused = await page.locator(':focus').textContent();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const focusedAfterwards = await page.locator(':focus').getAttribute('aria-label');
    assert.deepEqual([focused, focusedAfterwards], ['Cancel', 'Revoke “Kept”']);
  });

  it('keeps typed text, focus, selection and scroll position when keys and requests change', async () => {
    const page = await world.visit('credentials', { viewport: { width: 1024, height: 300 } });
    await page.getByLabel('Name').fill('Half a na');
    await page.getByLabel('Name').evaluate((input: HTMLInputElement) => {
      input.setSelectionRange(2, 6);
      scrollTo(0, 120);
    });
    await world.sandbox.credentials.create({ kind: 'test', name: 'Made elsewhere' });
    await world.pay();
    await keyNamed(page, 'Made elsewhere').waitFor();
    const state = await page.evaluate(() => {
      const { value, selectionStart, selectionEnd, name } = document.activeElement as HTMLInputElement;
      return [name, value, selectionStart, selectionEnd, scrollY];
    });
    assert.deepEqual(state, ['name', 'Half a na', 2, 6, 120]);
  });
});
