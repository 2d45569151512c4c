import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BRANDS, CONTACTS, NAMES } from '../../../demo/qa/fill-data.js';
import { formatPan } from '../../../src/card/card.js';
import { withDemo } from '../../support/demo.js';
import { copiedText, replaceClipboard } from './clipboard.js';
import { QaVisit } from './qa-visit.js';

const context = withDemo();

const open = (search?: string) => QaVisit.open(context.browser, context.shopUrl, search);

/** Opens the page for one test. */
function visiting(search: string, test: (visit: QaVisit) => Promise<void>) {
  return async () => {
    const visit = await open(search);
    try {
      await test(visit);
    } finally {
      await visit.close();
    }
  };
}

const charges = (reference: string | null) => context.sandbox.ledger.entries(reference ?? '').length;

const isOnline = (visit: QaVisit) =>
  visit.read(({ ownerDocument }) => ownerDocument.defaultView?.navigator.onLine ?? assert.fail());

describe('a link to the QA page', () => {
  const link =
    '?amount=1250&currency=USD&reference=order-7&fields=card-number+card-expiry+card-cvc+email&disabled=on' +
    '&metadata=%7B+%22cart%22:+%227f3a%22+%7D&interpretResponse=pending&slot-footer=Bye&slot-before-button=terms' +
    '&lang=ar&theme=ink&colours=dark&viewport=phone&scenario=declined';
  let visit: QaVisit;
  before(async () => {
    visit = await open(link);
  });
  after(() => visit.close());

  it('sets the attributes of the element', async () => {
    const attributes = await visit.read((widget) =>
      ['amount', 'currency', 'reference', 'fields', 'disabled', 'mode'].map((name) => widget.getAttribute(name)),
    );
    const fields = 'card-number card-expiry card-cvc email';
    assert.deepEqual(attributes, ['1250', 'USD', 'order-7', fields, '', null]);
  });

  it('sets its properties, objects and functions included', async () => {
    const properties = await visit.read(({ metadata, interpretResponse }) => [
      metadata,
      interpretResponse?.({ status: 200, headers: new Headers(), body: null }),
    ]);
    assert.deepEqual(properties, [{ cart: '7f3a' }, 'pending']);
  });

  it('fills its slots', async () => {
    const slots = await visit.read((widget) =>
      Array.from(widget.children, ({ slot, textContent }) => [slot, textContent]),
    );
    assert.deepEqual(slots, [
      ['before-button', ' I accept the terms'],
      ['footer', 'Bye'],
    ]);
  });

  it('sets language, direction, theme, colours and viewport of the page in the frame', async () => {
    const page = await visit.read(({ ownerDocument: { documentElement: root } }) => [
      root.lang,
      root.dir,
      root.dataset['theme'],
      getComputedStyle(root).colorScheme,
      innerWidth,
    ]);
    assert.deepEqual(page, ['ar', 'rtl', 'ink', 'dark', 390]);
  });

  it('chooses the scenario', async () => {
    assert.equal(await visit.page.getByRole('radio', { name: /^Declined/ }).isChecked(), true);
  });

  it('shows the settings in their controls', async () => {
    await visit.showTab('Settings');
    const shown = await visit.page
      .locator('#set-amount, #set-metadata, #set-interpretResponse, #set-slot-before-button')
      .evaluateAll((controls) => controls.map((control) => (control as HTMLInputElement).value));
    assert.deepEqual(shown, ['1250', '{ "cart": "7f3a" }', 'pending', 'terms']);
  });

  it('stays in the address bar', () => {
    const { search } = new URL(visit.page.url());
    assert.deepEqual([...new URLSearchParams(search)].sort(), [...new URLSearchParams(link)].sort());
  });

  it(
    'reports invalid settings, drops them from the address and applies the others',
    visiting('?theme=neon&price=1&amount=700', async (visit) => {
      const problems = await visit.page.locator('.problems li').allTextContents();
      assert.deepEqual(problems, ['theme=neon: Expected one of: linen, ink, candy.', 'price=1: Unknown setting.']);
      assert.deepEqual([visit.search.get('theme'), visit.search.get('amount')], [null, '700']);
    }),
  );
});

describe('the history of the QA page', () => {
  it(
    'undoes a change with Back and repeats it with Forward',
    visiting('', async (visit) => {
      await visit.page.locator('qa-stage-bar').getByText('Phone', { exact: true }).click();
      await visit.page.getByLabel('Language').selectOption('de');
      const steps: unknown[] = [];
      for (const go of ['goBack', 'goBack', 'goForward'] as const) {
        await visit.page[go]();
        const lang = await visit.read(({ ownerDocument }) => ownerDocument.documentElement.lang);
        steps.push([lang, visit.search.get('viewport')]);
      }
      assert.deepEqual(steps, [
        ['en', 'phone'],
        ['en', null],
        ['en', 'phone'],
      ]);
    }),
  );

  it(
    'has one step for a typed text',
    visiting('', async ({ page }) => {
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.locator('#set-amount').fill('');
      await page.locator('#set-amount').pressSequentially('1250');
      await page.goBack();
      assert.equal(await page.locator('#set-amount').inputValue(), '4999');
    }),
  );
});

describe('text typed into the form of the QA page', () => {
  it(
    'is kept when settings change, without reloading the frame',
    visiting('', async (visit) => {
      await visit.input('cc-number').pressSequentially('5555555555554444');
      await visit.mark();
      await visit.page.getByLabel('Language').selectOption('he');
      await visit.page.getByLabel('Theme').selectOption('candy');
      await visit.page.locator('qa-stage-bar').getByText('Tablet', { exact: true }).click();
      await visit.page.locator('qa-stage-bar').getByText('Live', { exact: true }).click();
      await visit.page.getByRole('radio', { name: /^Declined/ }).check();
      await visit.showTab('Settings');
      await visit.page.locator('#set-amount').fill('100');
      await visit.page.locator('qa-settings').getByLabel('test-card').check();
      await visit.page.getByRole('button', { name: 'New order' }).click();
      assert.deepEqual(
        [await visit.input('cc-number').inputValue(), await visit.isMarked()],
        ['5555 5555 5555 4444', true],
      );
    }),
  );

  it(
    'may be incomplete JSON, which the element does not get',
    visiting('', async (visit) => {
      await visit.showTab('Settings');
      const field = visit.page.locator('#set-metadata');
      await field.fill('{ "cart": ');
      await visit.page.locator('#set-metadata-error').waitFor();
      assert.deepEqual(
        [await field.inputValue(), await visit.read(({ metadata }) => metadata)],
        ['{ "cart": ', undefined],
      );
    }),
  );
});

describe('the strict page', () => {
  it(
    'announces that it reloads the frame, and is one step in the history',
    visiting('', async ({ page, frame }) => {
      await page.getByLabel('Strict CSP').check();
      await page.getByText('clears the form').waitFor();
      await frame.locator('payment-widget').waitFor();
      await page.goBack();
      assert.equal(await page.getByLabel('Strict CSP').isChecked(), false);
    }),
  );

  it(
    'takes a payment without a CSP violation',
    visiting('?strict=on&lang=de', async (visit) => {
      await visit.fill('Visa');
      const state = await visit.pay();
      const policy = await visit.page.request.get(`${context.shopUrl}/qa/strict.html`);
      const strict = policy.headers()['content-security-policy']?.includes("style-src 'none'");
      const charged = charges(visit.search.get('reference'));
      assert.deepEqual(
        { state, strict, charged, complaints: visit.complaints },
        { state: 'paid', strict: true, charged: 1, complaints: [] },
      );
    }),
  );
});

describe('the CSP of the QA page', () => {
  it('allows no inline scripts and styles', async () => {
    const response = await fetch(`${context.shopUrl}/qa/`);
    assert.match(
      response.headers.get('Content-Security-Policy') ?? '',
      /script-src 'self'; style-src 'self'; connect-src 'self'/,
    );
  });

  it(
    'is not violated by a payment',
    visiting('', async (visit) => {
      await visit.fill('Mastercard');
      await visit.pay();
      assert.deepEqual(visit.complaints, []);
    }),
  );
});

describe('a quick fill', () => {
  const fields = 'card-number card-expiry card-cvc cardholder-name email phone country postal-code amount';
  let visit: QaVisit;
  before(async () => {
    visit = await open(`?fields=${fields.replaceAll(' ', '+')}`);
  });
  after(() => visit.close());

  const values = (...ids: string[]) => Promise.all(ids.map((id) => visit.input(id).inputValue()));

  for (const { label, values: fill } of BRANDS.filter(({ label }) => /^(American Express|Verve)$/.test(label))) {
    it(`of ${label} types number, expiry date and security code`, async () => {
      await visit.fill(label);
      const { 'card-number': number = '', 'card-expiry': expiry = '', 'card-cvc': cvc } = fill;
      assert.deepEqual(await values('cc-number', 'cc-exp', 'cc-csc'), [
        formatPan(number),
        expiry.replace('/', ' / '),
        cvc,
      ]);
    });
  }

  for (const { label, values: fill } of NAMES.filter(({ label }) => /^(Arabic and Latin|Emoji|Markup)$/.test(label))) {
    it(`of the name “${label}” types it unchanged`, async () => {
      await visit.fill(label);
      assert.deepEqual(await values('cc-name'), [fill['cardholder-name']]);
    });
  }

  for (const { label, values: fill } of CONTACTS.slice(1, 3)) {
    it(`of the contact “${label}” types all its fields`, async () => {
      await visit.fill(label);
      const expected = [fill.email, fill.country, fill.phone, fill['postal-code']];
      assert.deepEqual(await values('email', 'country', 'tel', 'postal-code'), expected);
    });
  }

  it('of an invalid card shows its error', async () => {
    await visit.fill('Wrong check digit');
    await visit.widget.locator('#cc-number-error [part=error]').waitFor();
  });

  it('reports fields that the form does not have', async () => {
    await visit.showTab('Settings');
    await visit.page.getByRole('button', { name: 'fields: Card only' }).click();
    await visit.fill('Latin');
    await visit.page.getByText('Nothing filled in. Not in the form: cardholder-name.').waitFor();
  });
});

describe('a scenario', () => {
  it(
    'chosen with the switch applies to every card',
    visiting('?scenario=declined', async (visit) => {
      await visit.fill('Visa');
      assert.equal(await visit.pay(), 'failed');
    }),
  );

  it(
    'ends when another one is chosen',
    visiting('?scenario=declined', async (visit) => {
      await visit.page.getByText('By card number', { exact: true }).click();
      await visit.fill('Visa');
      await visit.whenReady();
      assert.equal(await visit.pay(), 'paid');
    }),
  );

  it(
    'of a card number has a button that types it',
    visiting('', async (visit) => {
      await visit.page.getByRole('button', { name: '4000 0000 0000 0002' }).click();
      assert.equal(await visit.pay(), 'failed');
    }),
  );
});

describe('the scenario “offline”', () => {
  it(
    'sends nothing, also after a reload, until another scenario is chosen',
    visiting('?scenario=offline', async (visit) => {
      await visit.page.getByRole('button', { name: 'Reload page' }).click();
      await visit.whenReady();
      assert.equal(await isOnline(visit), false);
      await visit.fill('Visa');
      await visit.pay();
      await visit.frame.getByText('You are offline').waitFor();
      assert.equal(charges(visit.search.get('reference')), 0);

      await visit.showTab('Scenario');
      await visit.page.getByText('By card number', { exact: true }).click();
      assert.equal(await isOnline(visit), true);
    }),
  );

  it(
    'of a card sends nothing until another card is typed',
    visiting('', async (visit) => {
      await visit.page.getByRole('button', { name: '4000 0000 0000 4251' }).click();
      await visit.pay();
      await visit.frame.getByText('You are offline').waitFor();
      assert.equal(charges(visit.search.get('reference')), 0);

      await visit.fill('Visa');
      assert.equal(await visit.pay(), 'paid');
    }),
  );
});

describe('“New order”', () => {
  it(
    'changes the reference and empties the form after a payment',
    visiting('', async (visit) => {
      const first = visit.search.get('reference');
      await visit.fill('Visa');
      await visit.pay();
      await visit.page.getByRole('button', { name: 'New order' }).click();
      await visit.whenReady();
      const reference = await visit.read((widget) => widget.reference);
      assert.deepEqual([visit.search.get('reference'), first === reference], [reference, false]);
      await visit.fill('Visa');
      assert.equal(await visit.pay(), 'paid');
    }),
  );
});

describe('the buttons for methods of the element', () => {
  let visit: QaVisit;
  before(async () => {
    visit = await open('?without-button=on');
  });
  after(() => visit.close());

  const press = (name: string) => visit.page.getByRole('button', { name }).click();

  it('validate() shows the result', async () => {
    await press('validate()');
    await visit.page.getByText('validate() returned false.').waitFor();
  });

  it('reset() empties the form', async () => {
    await visit.fill('Visa');
    await press('reset()');
    assert.equal(await visit.input('cc-number').inputValue(), '');
  });

  it('focus() moves the focus into the frame', async () => {
    await press('focus()');
    await visit.frame.locator('payment-widget:focus').waitFor();
  });

  it('submit() pays and shows the outcome', async () => {
    await visit.fill('Visa');
    await press('submit()');
    await visit.page.getByText('submit() resolved: paid.').waitFor();
  });
});

describe('the embed code', () => {
  it(
    'has the integrity hash of the served script and is copied with the current settings',
    visiting('?amount=1250', async (visit) => {
      const { page } = visit;
      const served = (await (await fetch(`${context.shopUrl}/integrity.json`)).json()) as {
        files: { file: string; integrity: string }[];
      };
      const hash = served.files.find(({ file }) => file === 'payment-widget.js')?.integrity ?? 'none';
      await replaceClipboard(page);
      await visit.showTab('Embed code');
      await page.getByText(`integrity="${hash}"`).waitFor();
      await visit.showTab('Vue');
      await page.getByRole('button', { name: 'Copy Checkout.vue' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = (await copiedText(page)) ?? '';
      assert.deepEqual(
        [copied.trim(), copied.includes(':amount.prop="1250"')],
        [await page.getByRole('region', { name: 'Checkout.vue' }).textContent(), true],
      );
    }),
  );
});
