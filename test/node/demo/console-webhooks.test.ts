import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { closedAddress } from '../../support/node-servers.js';
import { ConsoleWorld, Receiver } from './console-world.js';

let world: ConsoleWorld;
let receiver: Receiver;

before(async () => {
  [world, receiver] = await Promise.all([ConsoleWorld.start(), Receiver.start()]);
});

after(async () => {
  await world.close();
  await receiver.close();
});

const card = (page: Page, kind: 'Test' | 'Live') => page.getByRole('region', { name: `${kind} endpoint`, exact: true });
const newest = (page: Page) => page.locator('details.delivery').first();

/** @returns the secret, as it is revealed */
async function save(page: Page, kind: 'Test' | 'Live', url: string): Promise<string> {
  await card(page, kind).getByLabel('Address').fill(url);
  await card(page, kind).getByRole('button', { name: 'Save' }).click();
  return (await card(page, kind).locator('revealed-secret code').textContent()) ?? '';
}

for (const kind of ['Test', 'Live'] as const) {
  describe(`a ${kind} endpoint`, () => {
    let page: Page;
    let secret: string;
    before(async () => {
      page = await world.open('webhooks');
      await page.getByText(`None yet: payments with ${kind} keys tell nobody.`).waitFor();
      secret = await save(page, kind, receiver.url);
    });

    it('has a secret, with a warning that it is not shown again', async () => {
      assert.deepEqual(
        [secret.slice(0, 6), await card(page, kind).getByText('You will not see it again.').isVisible()],
        ['whsec_', true],
      );
    });

    it('gets an example event that is signed with it', async () => {
      const count = receiver.events.length;
      await card(page, kind).getByRole('button', { name: 'Send example event' }).click();
      // The newest may be that of the other kind still.
      const ofKind = newest(page).filter({ has: page.getByText(kind, { exact: true }) });
      await ofKind.filter({ has: page.getByText('Delivered', { exact: true }) }).waitFor();
      const event = receiver.events[count];
      assert.doesNotThrow(() =>
        new Webhook(secret).verify(event?.body ?? '', event?.headers as Record<string, string>),
      );
    });

    it('has the event in the log, with its kind and the number of tries', async () => {
      const words = (await newest(page).locator('summary > *').allInnerTexts()).slice(0, 4);
      assert.deepEqual(words, ['Delivered', 'payment.succeeded', kind, '1 try']);
    });

    it('has the body in the log as it was sent', async () => {
      await newest(page).locator('summary').click();
      const shown = JSON.parse((await newest(page).locator('.code code').textContent()) ?? '') as unknown;
      assert.deepEqual(shown, JSON.parse(receiver.events.at(-1)?.body ?? ''));
    });

    it('does not show the secret any more after a reload', async () => {
      await page.reload();
      await card(page, kind).getByText('Saving makes a new signing secret.').waitFor();
      assert.equal((await page.content()).includes(secret), false);
    });

    it('shows its address after a reload', async () => {
      assert.equal(await card(page, kind).getByLabel('Address').inputValue(), receiver.url);
    });

    it('is removed when that is confirmed, and then there is none', async () => {
      await card(page, kind).getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove endpoint' }).click();
      await card(page, kind).getByText('None yet').waitFor();
      assert.equal(await card(page, kind).getByLabel('Address').inputValue(), '');
    });
  });
}

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

  it('shows what was answered to each try', async () => {
    assert.equal(
      await newest(page)
        .locator('tbody tr')
        .innerText()
        .then((text) => text.includes('503')),
      true,
    );
  });

  it('sends an event again, with the same id, and keeps it open', async () => {
    receiver.status = 204;
    await newest(page).getByRole('button', { name: 'Send again' }).click();
    await newest(page).getByText('Delivered').waitFor();
    const [before, again] = receiver.events.slice(-2).map(({ headers }) => headers['webhook-id']);
    assert.deepEqual(
      [again, await newest(page).getAttribute('open'), await newest(page).locator('tbody tr').count()],
      [before, '', 2],
    );
  });

  it('keeps what is open when another event comes in', async () => {
    const body = await newest(page).locator('.code code').textContent();
    await world.pay();
    await page.locator('details.delivery:not([open])').first().getByText('Delivered').waitFor();
    assert.equal(await page.locator('details[open] .code code').textContent(), body);
  });

  it('says in words why it cannot be sent again', async () => {
    await page.route('**/again', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.locator('details[open]').getByRole('button', { name: 'Send again' }).click();
    const alert = await page.locator('delivery-log [role=alert]').textContent();
    assert.match(alert ?? '', /^The sandbox failed \(500\)\. Try again/);
  });

  it('says that nobody answered, where nobody did', async () => {
    await world.sandbox.endpoints.set('test', await closedAddress());
    await world.pay();
    const failed = page.locator('details.delivery', { hasText: 'ECONNREFUSED' });
    await failed.locator('summary').click();
    assert.equal(await failed.getByText('No answer').isVisible(), true);
  });
});

it('asks for a whole address, and sends none that is not', async () => {
  const page = await world.visit('webhooks');
  await card(page, 'Live').getByLabel('Address').fill('shop.example/webhooks');
  await card(page, 'Live').getByRole('button', { name: 'Save' }).click();
  await card(page, 'Live').getByText('Enter the whole address, such as').waitFor();
  assert.deepEqual(
    [await page.locator(':focus').getAttribute('id'), world.sandbox.endpoints.find('live')],
    ['live-url', undefined],
  );
});

it('leaves an address that is being typed alone when another one comes in', async () => {
  const page = await world.visit('webhooks');
  const address = card(page, 'Live').getByLabel('Address');
  await address.fill('https://half.exam');
  await world.sandbox.endpoints.set('live', receiver.url);
  await card(page, 'Live').getByText('Saving makes a new signing secret.').waitFor();
  assert.equal(await address.inputValue(), 'https://half.exam');
});

it('says that webhooks are the sandbox’s own', async () => {
  const page = await world.visit('webhooks');
  assert.equal(await page.getByText('how its events look, are delivered and signed is not shown').isVisible(), true);
});
