import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { IntegrityPack } from '../../../build/integrity.js';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';
import { startBuiltShop, type BuiltShop } from '../../support/built-shop.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';

/** The built script on the strictest pages that a browser can be asked for, from an empty form to the end. */

let browser: Browser;
let shop: BuiltShop;
let orders = 0;

before(async () => {
  [browser, shop] = await Promise.all([
    findHeadlessChromium().then((executablePath) => chromium.launch({ executablePath, args: chromiumArgs() })),
    startBuiltShop(),
  ]);
});

after(async () => {
  await browser.close();
  await shop.close();
});

const newOrder = () => `strict-${++orders}`;
const widget = (reference: string, attributes = 'proxy-url="/pay"') =>
  `<payment-widget ${attributes} amount="4999" currency="EUR" reference="${reference}"></payment-widget>`;
const html = (body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><meta charset="utf-8" />${body}</html>`;
const SCRIPT = '<script src="/payment-widget.js" defer></script>';

interface Visit {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Opens a page under a policy. */
async function open(body: string, csp: string, lang?: string): Promise<Visit> {
  const page = await browser.newPage();
  page.setDefaultTimeout(15_000);
  const complaints = await listenForComplaints(page);
  await page.goto(shop.url + shop.show({ html: html(body, lang), csp }));
  return { page, complaints };
}

/** Pays with a card, and tells what was charged and what the page has complained of. */
async function pay({ page, complaints }: Visit, reference: string, card = '4242424242424242') {
  await typeCard(page, card);
  await page.keyboard.press('Enter');
  await page.locator('payment-widget [part=result]').waitFor();
  const state = await page
    .locator('payment-widget')
    .evaluate((element) => (element as unknown as { state: string }).state);
  await page.close();
  return { state, charged: shop.sandbox.ledger.entries(reference).map(({ amount }) => amount), complaints };
}

const PAID = { state: 'paid', charged: [4999], complaints: [] };

const pack = JSON.parse(
  readFileSync(new URL('../../../dist/integrity.json', import.meta.url), 'utf8'),
) as IntegrityPack;

/** Everything that can be forbidden by name, as well. */
const STRICTEST =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'none'; img-src 'none'; font-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-src 'none'; object-src 'none'; worker-src 'none'; " +
  "require-trusted-types-for 'script'; trusted-types payment-widget";

const POLICIES: Readonly<Record<string, string>> = {
  'the policy that the integrity pack names': pack.content_security_policy,
  'the strictest policy': STRICTEST,
};

for (const [what, csp] of Object.entries(POLICIES)) {
  describe(`under ${what}, without a violation and without a line in the console`, () => {
    it('a card is charged', async () => {
      const reference = newOrder();
      assert.deepEqual(await pay(await open(SCRIPT + widget(reference), csp), reference), PAID);
    });

    it('a card is charged in another language, which is loaded then', async () => {
      const reference = newOrder();
      const visit = await open(SCRIPT + widget(reference), csp, 'de');
      await visit.page.getByText('Kartennummer').waitFor();
      assert.deepEqual(await pay(visit, reference), PAID);
    });

    it('a form with errors says what is wrong', async () => {
      const { page, complaints } = await open(SCRIPT + widget(newOrder()), csp);
      await page.getByRole('button', { name: 'Pay €49.99' }).click();
      await page.getByRole('link', { name: 'Enter the card number' }).click();
      await page.close();
      assert.deepEqual(complaints, []);
    });

    it('a payment in doubt is said to be', async () => {
      const reference = newOrder();
      const visit = await open(SCRIPT + widget(reference), csp);
      const { state, charged, complaints } = await pay(visit, reference, '4000000000000119');
      // The browser itself writes a line about every answer of 500 and more.
      const ours = complaints.filter((line) => !line.startsWith('Failed to load resource'));
      assert.deepEqual({ state, charged, ours }, { state: 'unknown', charged: [4999], ours: [] });
    });

    it('every field, the marks of the cards and a page that is set up wrongly are drawn', async () => {
      const fields = 'amount card-number card-expiry card-cvc cardholder-name email phone country postal-code';
      const { page, complaints } = await open(SCRIPT + widget(newOrder(), `proxy-url="/pay" fields="${fields}"`), csp);
      await page.getByLabel('Country').selectOption({ label: 'Germany' });
      await page.getByLabel('Card number').fill('5555 5555 5555 4444');
      await page.locator('payment-widget .mark').waitFor();
      await page.locator('payment-widget').evaluate((element) => {
        element.setAttribute('currency', 'euro');
      });
      await page.getByText('invalid_currency').waitFor();
      await page.close();
      const ours = complaints.filter((line) => !line.startsWith('<payment-widget>: invalid_currency'));
      assert.deepEqual(ours, []);
    });

    it('the look is there without a style of the page', async () => {
      const { page } = await open(SCRIPT + widget(newOrder()), csp);
      const display = await page
        .locator('payment-widget .visually-hidden')
        .first()
        .evaluate((element) => getComputedStyle(element).position);
      await page.close();
      assert.equal(display, 'absolute');
    });
  });
}

describe('under a policy with a nonce and strict-dynamic', () => {
  const csp = STRICTEST.replace("script-src 'self'", "script-src 'nonce-abc123' 'strict-dynamic'");
  const script = SCRIPT.replace('<script', '<script nonce="abc123"');

  for (const [what, lang] of [
    ['a card is charged', 'en'],
    ['a card is charged in another language', 'ar'],
  ] as const) {
    it(what, async () => {
      const reference = newOrder();
      const visit = await open(script + widget(reference), csp, lang);
      await visit.page.locator(`payment-widget .widget:not([lang])`).waitFor(); // English for want of it says so
      assert.deepEqual(await pay(visit, reference), PAID);
    });
  }
});

describe('a page that has Lit already, under a list of policies', () => {
  const csp = STRICTEST.replace('trusted-types payment-widget', 'trusted-types lit-html payment-widget');
  const lit = () =>
    shop.script(`import { html, render } from '/lit-html.js';
      render(html\`<p>\${'Drawn by the page'}</p>\`, document.body.appendChild(document.createElement('div')));`);

  for (const [what, before] of [
    ['before', true],
    ['after', false],
  ] as const) {
    it(`${what} the script: both draw, and a card is charged`, async () => {
      const reference = newOrder();
      const own = `<script src="${lit()}" type="module"></script>`;
      const visit = await open(before ? own + SCRIPT + widget(reference) : SCRIPT + own + widget(reference), csp);
      await visit.page.getByText('Drawn by the page').waitFor();
      assert.deepEqual(await pay(visit, reference), PAID);
    });
  }
});

describe('a page that loads the script twice', () => {
  it('without leave for two policies of one name: a card is charged once', async () => {
    const reference = newOrder();
    const again = SCRIPT.replace('.js', '.js?again');
    assert.deepEqual(await pay(await open(SCRIPT + again + widget(reference), STRICTEST), reference), PAID);
  });

  it('the second time when something is typed already: it stays', async () => {
    const page = await browser.newPage();
    const complaints = await listenForComplaints(page);
    let send = () => {};
    const typed = new Promise<void>((resolve) => (send = resolve));
    await page.route('**/payment-widget.js?again', async (route) => {
      await typed;
      await route.continue();
    });
    const body = `${SCRIPT}${widget(newOrder())}<script src="/payment-widget.js?again" async></script>`;
    const loaded = page.waitForEvent('load');
    await page.goto(shop.url + shop.show({ html: html(body), csp: STRICTEST }), { waitUntil: 'commit' });
    await page.getByLabel('Card number').pressSequentially('4242');
    send();
    await loaded;
    const kept = await page.getByLabel('Card number').inputValue();
    await page.close();
    assert.deepEqual([kept, complaints], ['4242', []]);
  });
});

describe('inside nested shadow roots', () => {
  for (const mode of ['open', 'closed'] as const) {
    it(`that are ${mode}, a card is charged, in the language of the page around them`, async () => {
      const reference = newOrder();
      const nest = shop.script(`const outer = document.querySelector('main').attachShadow({ mode: '${mode}' });
        const middle = outer.appendChild(document.createElement('section')).attachShadow({ mode: '${mode}' });
        const inner = middle.appendChild(document.createElement('div')).attachShadow({ mode: '${mode}' });
        inner.append(document.querySelector('payment-widget'));
        globalThis.inner = inner;`);
      const body = `${SCRIPT}<script src="${nest}" defer></script><main></main>${widget(reference)}`;
      const { page, complaints } = await open(body, STRICTEST, 'fr');
      const told = page.evaluate(
        () =>
          new Promise((resolve) => {
            addEventListener('payment-success', ({ detail }) => {
              resolve(detail.reference);
            });
          }),
      );
      // Nothing outside looks into a closed root, so the first field gets the focus, and the keys do the rest.
      await page.waitForFunction(() => {
        const { inner } = globalThis as unknown as { inner?: ShadowRoot };
        const element = inner?.querySelector('payment-widget');
        if (!element?.shadowRoot?.textContent.includes('Numéro de carte')) return false;
        element.focus();
        return true;
      });
      for (const text of ['4242424242424242', '1230', '123', 'Ada Lovelace']) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      assert.equal(await told, reference);
      await page.close();
      const charged = shop.sandbox.ledger.entries(reference).map(({ amount }) => amount);
      assert.deepEqual([charged, complaints], [[4999], []]);
    });
  }
});
