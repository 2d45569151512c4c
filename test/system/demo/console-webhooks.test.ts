import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { closedAddress } from '../../support/node-servers.js';
import { withConsole, withReceiver } from './console-world.js';

const world = withConsole();
const receiver = withReceiver();

const card = (page: Page, kind: 'Test' | 'Live') => page.getByRole('region', { name: `${kind} endpoint`, exact: true });
const newest = (page: Page) => page.locator('details.delivery').first();

describe('a Live endpoint', () => {
  let page: Page;
  let secret: string;
  before(async () => {
    page = await world.open('webhooks');
    await page.getByText('No endpoint: payments with Live keys send no events.').waitFor();
    await card(page, 'Live').getByLabel('URL').fill(receiver.url);
    await card(page, 'Live').getByRole('button', { name: 'Save' }).click();
    secret = (await card(page, 'Live').locator('revealed-secret code').textContent()) ?? '';
  });

  it('has a secret that is shown once', async () => {
    assert.deepEqual(
      [secret.slice(0, 6), await card(page, 'Live').getByText('You cannot see it again.').isVisible()],
      ['whsec_', true],
    );
  });

  it('receives an example event signed with the secret', async () => {
    await card(page, 'Live').getByRole('button', { name: 'Send test event' }).click();
    await newest(page).getByText('Delivered', { exact: true }).waitFor();
    const event = receiver.events[0];
    assert.doesNotThrow(() => new Webhook(secret).verify(event?.body ?? '', event?.headers as Record<string, string>));
  });

  it('has the event in the log, with its kind and the number of attempts', async () => {
    const words = (await newest(page).locator('summary > *').allInnerTexts()).slice(0, 4);
    assert.deepEqual(words, ['Delivered', 'payment.succeeded', 'Live', '1 attempt']);
  });

  it('has the body in the log as it was sent', async () => {
    await newest(page).locator('summary').click();
    const shown = JSON.parse((await newest(page).locator('.code code').textContent()) ?? '') as unknown;
    assert.deepEqual(shown, JSON.parse(receiver.events.at(-1)?.body ?? ''));
  });

  it('shows its address but not its secret after a reload', async () => {
    await page.reload();
    await card(page, 'Live').getByText('Saving again creates a new signing secret.').waitFor();
    assert.deepEqual(
      [await card(page, 'Live').getByLabel('URL').inputValue(), (await page.content()).includes(secret)],
      [receiver.url, false],
    );
  });

  it('is removed after a confirmation', async () => {
    await card(page, 'Live').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove endpoint' }).click();
    await card(page, 'Live').getByText('No endpoint').waitFor();
    assert.equal(await card(page, 'Live').getByLabel('URL').inputValue(), '');
  });
});

describe('the log of deliveries', () => {
  let page: Page;
  before(async () => {
    await world.sandbox.endpoints.set('test', receiver.url);
    page = await world.open('webhooks');
    receiver.status = 503;
    await world.pay();
    await newest(page).getByText('Failed').waitFor();
    await newest(page).locator('summary').click();
  });

  it('shows the response to each try', async () => {
    assert.match(await newest(page).locator('tbody tr').innerText(), /503/);
  });

  it('resends an event with the same id and keeps it open', async () => {
    receiver.status = 204;
    await newest(page).getByRole('button', { name: 'Resend' }).click();
    await newest(page).getByText('Delivered').waitFor();
    const [first, second] = receiver.events.slice(-2).map(({ headers }) => headers['webhook-id']);
    assert.deepEqual(
      [second, await newest(page).getAttribute('open'), await newest(page).locator('tbody tr').count()],
      [first, '', 2],
    );
  });

  it('keeps an event open when another one arrives', async () => {
    const body = await newest(page).locator('.code code').textContent();
    await world.pay();
    await page.locator('details.delivery:not([open])').first().getByText('Delivered').waitFor();
    assert.equal(await page.locator('details[open] .code code').textContent(), body);
  });

  it('reports that an event cannot be resent', async () => {
    await page.route('**/again', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.locator('details[open]').getByRole('button', { name: 'Resend' }).click();
    const alert = await page.locator('delivery-log [role=alert]').textContent();
    assert.match(alert ?? '', /^The sandbox failed \(500\)\. Try again/);
  });

  it('shows that there was no response', async () => {
    await world.sandbox.endpoints.set('test', await closedAddress());
    await world.pay();
    const failed = page.locator('details.delivery', { hasText: 'ECONNREFUSED' });
    await failed.locator('summary').click();
    assert.equal(await failed.getByText('No response').isVisible(), true);
  });
});

describe('the address of an endpoint', () => {
  it('must be a complete URL', async () => {
    const page = await world.visit('webhooks');
    await card(page, 'Live').getByLabel('URL').fill('shop.example/webhooks');
    await card(page, 'Live').getByRole('button', { name: 'Save' }).click();
    await card(page, 'Live').getByText('Enter a full URL, such as').waitFor();
    assert.deepEqual(
      [await page.locator(':focus').getAttribute('id'), world.sandbox.endpoints.find('live')],
      ['live-url', undefined],
    );
  });

  it('is not overwritten while it is being edited', async () => {
    const page = await world.visit('webhooks');
    const address = card(page, 'Live').getByLabel('URL');
    await address.fill('https://half.exam');
    await world.sandbox.endpoints.set('live', receiver.url);
    await card(page, 'Live').getByText('Saving again creates a new signing secret.').waitFor();
    assert.equal(await address.inputValue(), 'https://half.exam');
  });
});
