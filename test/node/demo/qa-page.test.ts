import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { startDemo, type Demo } from '../../../demo/demo.js';
import { BRANDS, CONTACTS, NAMES } from '../../../demo/qa/fills.js';
import { formatPan } from '../../../src/payment/card.js';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';
import { DEMO_PAGES } from '../../support/demo-pages.js';
import { QaVisit } from './qa-visit.js';

let browser: Browser;
let demo: Demo;

before(async () => {
  const executablePath = await findHeadlessChromium();
  [browser, demo] = await Promise.all([
    chromium.launch({ executablePath, args: chromiumArgs() }),
    startDemo({}, DEMO_PAGES),
  ]);
});

after(async () => {
  await browser.close();
  await demo.close();
});

const open = (search?: string, options?: Parameters<typeof QaVisit.open>[3]) =>
  QaVisit.open(browser, demo.shopUrl, search, options);

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

const charges = (reference: string | null) => demo.sandbox?.ledger.entries(reference ?? '').length;

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

  it('gives the element its attributes', async () => {
    const attributes = await visit.read((widget) =>
      ['amount', 'currency', 'reference', 'fields', 'disabled', 'mode'].map((name) => widget.getAttribute(name)),
    );
    const fields = 'card-number card-expiry card-cvc email';
    assert.deepEqual(attributes, ['1250', 'USD', 'order-7', fields, '', null]);
  });

  it('gives it its properties, objects and functions too', async () => {
    const given = await visit.read(({ metadata, interpretResponse }) => [
      metadata,
      interpretResponse?.({ status: 200, headers: new Headers(), body: null }),
    ]);
    assert.deepEqual(given, [{ cart: '7f3a' }, 'pending']);
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

  it('sets the page around it: language, direction, theme, colours', async () => {
    const page = await visit.read(({ ownerDocument: { documentElement: root } }) => [
      root.lang,
      root.dir,
      root.dataset['theme'],
      getComputedStyle(root).colorScheme,
    ]);
    assert.deepEqual(page, ['ar', 'rtl', 'ink', 'dark']);
  });

  it('gives the frame the viewport', async () => {
    assert.equal(await visit.read(() => innerWidth), 390);
  });

  it('chooses the scenario', async () => {
    assert.equal(await visit.page.getByRole('radio', { name: /^Declined/ }).isChecked(), true);
  });

  it('shows every setting on its control', async () => {
    await visit.showTab('Settings');
    const shown = await visit.page
      .locator('#set-amount, #set-metadata, #set-interpretResponse, #set-slot-before-button')
      .evaluateAll((controls) => controls.map((control) => (control as HTMLInputElement).value));
    assert.deepEqual(shown, ['1250', '{ "cart": "7f3a" }', 'pending', 'terms']);
  });

  it('stays in the address', () => {
    const { search } = new URL(visit.page.url());
    assert.deepEqual([...new URLSearchParams(search)].sort(), [...new URLSearchParams(link)].sort());
  });
});

describe('a link that is wrong in parts', () => {
  it(
    'says which, and is taken for the rest',
    visiting('?theme=neon&price=1&amount=700', async (visit) => {
      const problems = await visit.page.locator('.problems li').allTextContents();
      assert.deepEqual(problems, [
        'theme=neon: Expected one of: linen, ink, candy.',
        'price=1: There is no such setting.',
      ]);
    }),
  );

  it(
    'leaves the wrong parts out of the address',
    visiting('?theme=neon&amount=700', ({ search }) => {
      assert.deepEqual([search.get('theme'), search.get('amount')], [null, '700']);
      return Promise.resolve();
    }),
  );
});

describe('the history', () => {
  it(
    'takes back a change with Back, and makes it again with Forward',
    visiting('', async (visit) => {
      await visit.page.locator('qa-stage-bar').getByText('Phone', { exact: true }).click();
      await visit.page.getByLabel('Language').selectOption('de');
      const steps: unknown[] = [];
      const look = async () => [
        await visit.read(({ ownerDocument }) => ownerDocument.documentElement.lang),
        visit.search.get('viewport'),
      ];
      for (const go of ['goBack', 'goBack', 'goForward'] as const) {
        await visit.page[go]();
        steps.push(await look());
      }
      assert.deepEqual(steps, [
        ['en', 'phone'],
        ['en', null],
        ['en', 'phone'],
      ]);
    }),
  );

  it(
    'has a text that was typed as one step',
    visiting('', async ({ page }) => {
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.locator('#set-amount').fill('');
      await page.locator('#set-amount').pressSequentially('1250');
      await page.goBack();
      assert.equal(await page.locator('#set-amount').inputValue(), '4999');
    }),
  );
});

describe('what was typed into the form', () => {
  it(
    'stays when settings change, and the frame is not loaded again',
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
    'stays while JSON is being typed that is none yet, which stays too',
    visiting('', async (visit) => {
      await visit.showTab('Settings');
      const field = visit.page.locator('#set-metadata');
      await field.fill('{ "cart": ');
      const error = visit.page.locator('#set-metadata-error');
      await error.waitFor();
      assert.deepEqual(
        [await field.inputValue(), await visit.read(({ metadata }) => metadata)],
        ['{ "cart": ', undefined],
      );
    }),
  );
});

describe('the strict page', () => {
  it(
    'says that it loads the frame again',
    visiting('', async ({ page }) => {
      await page.getByLabel('Strict CSP').check();
      await page.getByText('what was typed is gone').waitFor();
    }),
  );

  it(
    'takes a payment without a single violation',
    visiting('?strict=on&lang=de', async (visit) => {
      await visit.fill('Visa');
      const state = await visit.pay();
      const policy = await visit.page.request.get(`${demo.shopUrl}/qa/strict.html`);
      const strict = policy.headers()['content-security-policy']?.includes("style-src 'none'");
      const charged = charges(visit.search.get('reference'));
      assert.deepEqual(
        { state, strict, charged, complaints: visit.complaints },
        { state: 'paid', strict: true, charged: 1, complaints: [] },
      );
    }),
  );

  it(
    'has no steps in the history but one for coming and going',
    visiting('', async ({ page, frame }) => {
      await page.getByLabel('Strict CSP').check();
      await frame.locator('payment-widget').waitFor();
      await page.goBack();
      assert.equal(await page.getByLabel('Strict CSP').isChecked(), false);
    }),
  );
});

describe('the page itself', () => {
  it('has a policy without inline scripts and styles', async () => {
    const response = await fetch(`${demo.shopUrl}/qa/`);
    assert.match(
      response.headers.get('Content-Security-Policy') ?? '',
      /script-src 'self'; style-src 'self'; connect-src 'self'/,
    );
  });

  it(
    'pays under it, with nothing to complain of',
    visiting('', async (visit) => {
      await visit.fill('Mastercard');
      await visit.pay();
      assert.deepEqual(visit.complaints, []);
    }),
  );
});

describe('a quick fill', () => {
  let visit: QaVisit;
  const fields = 'card-number card-expiry card-cvc cardholder-name email phone country postal-code amount';
  before(async () => {
    visit = await open(`?fields=${fields.replaceAll(' ', '+')}`);
  });
  after(() => visit.close());

  for (const { label, values } of BRANDS) {
    it(`of ${label} types number, date and code`, async () => {
      await visit.fill(label);
      const typed = await Promise.all(['cc-number', 'cc-exp', 'cc-csc'].map((id) => visit.input(id).inputValue()));
      const { 'card-number': number = '', 'card-expiry': expiry = '', 'card-cvc': code } = values;
      assert.deepEqual(typed, [formatPan(number), expiry.replace('/', ' / '), code]);
    });
  }

  for (const { label, values } of NAMES) {
    it(`of a name, “${label}”, types it as it is`, async () => {
      await visit.fill(label);
      assert.equal(await visit.input('cc-name').inputValue(), values['cardholder-name']);
    });
  }

  for (const { label, values } of CONTACTS) {
    it(`of contacts, “${label}”, types all of them`, async () => {
      await visit.fill(label);
      const typed = await Promise.all(
        ['email', 'country', 'tel', 'postal-code'].map((id) => visit.input(id).inputValue()),
      );
      assert.deepEqual(typed, [values.email, values.country, values.phone, values['postal-code']]);
    });
  }

  it('of a bad card makes the form say what is wrong', async () => {
    await visit.fill('Wrong check digit');
    await visit.widget.locator('#cc-number-error [part=error]').waitFor();
  });

  it('says what is not in the form', async () => {
    await visit.page.getByRole('tab', { name: 'Settings' }).click();
    await visit.page.getByRole('button', { name: 'fields: Card only' }).click();
    await visit.fill('Latin');
    await visit.page.getByText('Nothing was typed. Not in the form now: cardholder-name.').waitFor();
  });
});

describe('a scenario', () => {
  it(
    'of the switch happens to the payment, whatever the card',
    visiting('?scenario=declined', async (visit) => {
      await visit.fill('Visa');
      assert.equal(await visit.pay(), 'failed');
    }),
  );

  it(
    'of the switch happens with a Live key, too',
    visiting('?scenario=declined&proxy-url=/qa/live', async (visit) => {
      await visit.fill('Visa');
      assert.equal(await visit.pay(), 'failed');
    }),
  );

  it(
    'is over when another is chosen',
    visiting('?scenario=declined', async (visit) => {
      await visit.page.getByText('By card number', { exact: true }).click();
      await visit.fill('Visa');
      await visit.whenReady();
      assert.equal(await visit.pay(), 'paid');
    }),
  );

  it(
    'of a card number can be typed by a press',
    visiting('', async (visit) => {
      await visit.page.getByRole('button', { name: '4000 0000 0000 0002' }).click();
      assert.equal(await visit.pay(), 'failed');
    }),
  );
});

describe('offline', () => {
  const refusal = (visit: QaVisit) => visit.frame.getByText('You are offline');

  it(
    'by the switch: nothing is sent',
    visiting('?scenario=offline', async (visit) => {
      await visit.fill('Visa');
      await visit.pay();
      await refusal(visit).waitFor();
      assert.equal(charges(visit.search.get('reference')), 0);
    }),
  );

  it(
    'by the card: nothing is sent',
    visiting('', async (visit) => {
      await visit.page.getByRole('button', { name: '4000 0000 0000 4251' }).click();
      await visit.pay();
      await refusal(visit).waitFor();
      assert.equal(charges(visit.search.get('reference')), 0);
    }),
  );

  it(
    'is over with another card',
    visiting('', async (visit) => {
      await visit.page.getByRole('button', { name: '4000 0000 0000 4251' }).click();
      await visit.fill('Visa');
      assert.equal(await visit.pay(), 'paid');
    }),
  );

  it(
    'is over when the switch says something else',
    visiting('?scenario=offline', async (visit) => {
      await visit.page.getByText('By card number', { exact: true }).click();
      assert.equal(await visit.read(({ ownerDocument }) => ownerDocument.defaultView?.navigator.onLine), true);
    }),
  );

  it(
    'is there again after the page in the frame was loaded anew',
    visiting('?scenario=offline', async (visit) => {
      await visit.page.getByRole('button', { name: 'Reload the page' }).click();
      await visit.whenReady();
      assert.equal(await visit.read(({ ownerDocument }) => ownerDocument.defaultView?.navigator.onLine), false);
    }),
  );
});

describe('a new order', () => {
  it(
    'has another reference, in the address and in the element',
    visiting('', async (visit) => {
      const first = visit.search.get('reference');
      await visit.page.getByRole('button', { name: 'New order' }).click();
      const reference = await visit.read((widget) => widget.reference);
      assert.deepEqual([visit.search.get('reference'), first === reference], [reference, false]);
    }),
  );

  it(
    'gives a fresh form after one that is paid',
    visiting('', async (visit) => {
      await visit.fill('Visa');
      await visit.pay();
      await visit.page.getByRole('button', { name: 'New order' }).click();
      await visit.whenReady();
      await visit.fill('Visa');
      assert.equal(await visit.pay(), 'paid');
    }),
  );
});

describe('a method of the element', () => {
  it(
    'submit() pays and tells the outcome',
    visiting('?without-button=on', async ({ page }) => {
      await page.getByRole('tab', { name: 'Fill in' }).click();
      await page.getByRole('button', { name: 'Visa', exact: true }).click();
      await page.getByRole('button', { name: 'submit()' }).click();
      await page.getByText('submit() answered: paid.').waitFor();
    }),
  );

  it(
    'validate() tells whether all is right',
    visiting('', async ({ page }) => {
      await page.getByRole('button', { name: 'validate()' }).click();
      await page.getByText('validate() answered: false.').waitFor();
    }),
  );

  it(
    'reset() empties the form',
    visiting('', async (visit) => {
      await visit.fill('Visa');
      await visit.page.getByRole('button', { name: 'reset()' }).click();
      assert.equal(await visit.input('cc-number').inputValue(), '');
    }),
  );

  it(
    'focus() moves the focus into the frame',
    visiting('', async (visit) => {
      await visit.page.getByRole('button', { name: 'focus()' }).click();
      await visit.frame.locator('payment-widget:focus').waitFor();
    }),
  );
});

describe('the embed code', () => {
  it(
    'is copied as it is shown, for the settings as they are now',
    visiting('?amount=1250', async (visit) => {
      const { page } = visit;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await visit.showTab('Embed code');
      await visit.showTab('Vue');
      await page.getByRole('button', { name: 'Copy Checkout.vue' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.deepEqual(
        [copied.trim(), copied.includes(':amount.prop="1250"')],
        [await page.getByRole('region', { name: 'Checkout.vue' }).textContent(), true],
      );
    }),
  );

  it(
    'has the hash of the script that is served',
    visiting('', async (visit) => {
      const pack = (await (await fetch(`${demo.shopUrl}/integrity.json`)).json()) as {
        files: { file: string; integrity: string }[];
      };
      const hash = pack.files.find(({ file }) => file === 'payment-widget.js')?.integrity ?? 'none';
      await visit.showTab('Embed code');
      await visit.page.getByText(`integrity="${hash}"`).waitFor();
    }),
  );
});
