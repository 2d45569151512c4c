import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ConsoleWorld } from './console-world.js';

let world: ConsoleWorld;

before(async () => {
  world = await ConsoleWorld.start();
});

after(() => world.close());

/** @returns the key, as it is revealed */
async function createKey(page: Page, name: string, kind: 'Test' | 'Live'): Promise<string> {
  await page.getByLabel('Name').fill(name);
  await page.getByText(kind, { exact: true }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText(`Your new ${kind} key “${name}”`).waitFor();
  return (await page.locator('revealed-secret code').textContent()) ?? '';
}

const keyNamed = (page: Page, name: string) => page.locator('li.row', { hasText: name });

async function revoke(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Revoke “${name}”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText(`“${name}” is revoked.`).waitFor();
}

for (const kind of ['Test', 'Live'] as const) {
  describe(`a ${kind} key that is made in the console`, () => {
    const name = `${kind} shop`;
    let page: Page;
    let key: string;
    before(async () => {
      page = await world.open('credentials', { permissions: ['clipboard-read', 'clipboard-write'] });
      key = await createKey(page, name, kind);
    });

    it('stands among its kind', async () => {
      const section = page.getByRole('region', { name: `${kind} keys` });
      await section.getByText(name).waitFor();
      assert.equal(await keyNamed(page, name).count(), 1);
    });

    it('is shown with its last four characters', async () => {
      assert.equal(await keyNamed(page, name).locator('code').textContent(), key.slice(-4));
    });

    it('comes with a warning that it is not shown again', async () => {
      assert.equal(await page.getByText('You will not see it again.').isVisible(), true);
    });

    it('can be copied', async () => {
      await page.getByRole('button', { name: 'Copy key' }).click();
      await page.getByText('Copied').first().waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key);
    });

    it('is taken by the service', async () => {
      const response = await world.pay(undefined, key);
      assert.equal(response.status, 200);
    });

    it('is shown as used, without a reload', async () => {
      await keyNamed(page, name).getByText('Last used').waitFor();
      assert.equal(await keyNamed(page, name).getByText('Never used').count(), 0);
    });

    it('is not shown any more once it is put away, and the focus is at its row', async () => {
      await page.getByRole('button', { name: 'I have kept it' }).click();
      const focused = await page.locator(':focus strong').textContent();
      assert.deepEqual([focused, (await page.content()).includes(key)], [name, false]);
    });

    it('is in nothing that the API answers later', async () => {
      const answers = ['keys', 'overview?view=all', 'webhooks', 'deliveries', 'settings'].map(async (path) => {
        const response = await fetch(`${world.url}/console/api/${path}`);
        return response.text();
      });
      assert.equal((await Promise.all(answers)).join().includes(key), false);
    });

    it('stays good when revoking is cancelled', async () => {
      await page.getByRole('button', { name: `Revoke “${name}”` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      const response = await world.pay(undefined, key);
      assert.deepEqual([await page.getByRole('dialog').count(), response.status], [0, 200]);
    });

    it('is refused at once when it is revoked', async () => {
      await revoke(page, name);
      const response = await world.pay(undefined, key);
      assert.equal(response.status, 401);
    });

    it('is shown as revoked, cannot be revoked again, and has the focus', async () => {
      const row = keyNamed(page, name);
      await row.getByText('Revoked', { exact: true }).waitFor();
      assert.deepEqual(
        [await row.getByRole('button').count(), await page.locator(':focus strong').textContent()],
        [0, name],
      );
    });
  });
}

it('is gone after a reload that came too soon: a key is revealed once', async () => {
  const page = await world.visit('credentials');
  const key = await createKey(page, 'Too soon', 'Test');
  await page.reload();
  await keyNamed(page, 'Too soon').waitFor();
  assert.equal((await page.content()).includes(key), false);
});

it('asks for a name, and puts the focus there', async () => {
  const page = await world.visit('credentials');
  await page.getByLabel('Name').fill('  ');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Enter a name, so that you know later what the key is for.').waitFor();
  assert.deepEqual(
    [await page.locator(':focus').getAttribute('name'), await page.getByLabel('Name').getAttribute('aria-invalid')],
    ['name', 'true'],
  );
});

it('says in words when a key cannot be made, and keeps what was typed', async () => {
  const page = await world.visit('credentials');
  await page.route('**/api/keys', (route) => route.abort());
  await page.getByLabel('Name').fill('Web shop');
  await page.getByRole('button', { name: 'Create key' }).click();
  const alert = await page.locator('key-form [role=alert]').textContent();
  assert.deepEqual(
    [
      alert?.startsWith('The sandbox does not answer. Check that it is still running'),
      await page.getByLabel('Name').inputValue(),
    ],
    [true, 'Web shop'],
  );
});

it('passes on what the sandbox says about why not', async () => {
  const page = await world.visit('credentials');
  await page.route('**/api/keys', (route) =>
    route.fulfill({ status: 409, json: { error: { code: 'too_many', message: 'There are too many keys.' } } }),
  );
  await page.getByLabel('Name').fill('Web shop');
  await page.getByRole('button', { name: 'Create key' }).click();
  assert.equal(await page.locator('key-form [role=alert]').textContent(), 'There are too many keys.');
});

it('asks before it revokes with the focus where it does no harm, and Escape changes nothing', async () => {
  const page = await world.visit('credentials');
  await createKey(page, 'Kept', 'Test');
  await page.getByRole('button', { name: 'Revoke “Kept”' }).click();
  const focused = await page.locator(':focus').textContent();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const back = await page.locator(':focus').getAttribute('aria-label');
  assert.deepEqual([focused, back], ['Cancel', 'Revoke “Kept”']);
});

it('keeps what is typed, the focus, the selection and the place while keys and requests change', async () => {
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
