import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { IntegrityPack } from '../../../tools/write-integrity.js';
import { withShop } from '../../support/shop.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';

/** The built script on pages with a strict Content Security Policy. */

const context = withShop();
let orders = 0;

const newOrder = () => `strict-${++orders}`;
const widget = (reference: string, attributes = 'proxy-url="/pay"') =>
  `<payment-widget ${attributes} amount="4999" currency="EUR" reference="${reference}"></payment-widget>`;
const html = (body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width" /><meta charset="utf-8" />${body}</html>`;
const SCRIPT = '<script type="module" src="/payment-widget.js"></script>';

interface Visit {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Opens a page with a policy. */
async function open(body: string, csp: string, lang?: string): Promise<Visit> {
  const { browser, shop } = context;
  const page = await browser.newPage();
  const complaints = await listenForComplaints(page);
  await page.goto(shop.url + shop.show({ html: html(body, lang), csp }));
  return { page, complaints };
}

/** Pays with a card. */
async function pay({ page, complaints }: Visit, reference: string, card = '4242424242424242') {
  await typeCard(page, card);
  await page.keyboard.press('Enter');
  await page.locator('payment-widget [part=result]').waitFor();
  const state = await page
    .locator('payment-widget')
    .evaluate((element) => (element as unknown as { state: string }).state);
  await page.close();
  return { state, charged: context.shop.charges(reference), complaints };
}

const PAID = { state: 'paid', charged: [4999], complaints: [] };

const pack = JSON.parse(readFileSync('dist/integrity.json', 'utf8')) as IntegrityPack;

/** Names every directive. */
const STRICTEST =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'none'; img-src 'none'; font-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-src 'none'; object-src 'none'; worker-src 'none'; " +
  "require-trusted-types-for 'script'; trusted-types payment-widget";

const POLICIES: Readonly<Record<string, string>> = {
  'the policy from integrity.json': pack.content_security_policy,
  'the strictest policy': STRICTEST,
};

for (const [what, csp] of Object.entries(POLICIES)) {
  describe(`a page with ${what}`, () => {
    it('charges a card without a violation or console message', async () => {
      const reference = newOrder();
      assert.deepEqual(await pay(await open(SCRIPT + widget(reference), csp), reference), PAID);
    });

    it('ignores an injected <base> and charges a card', async () => {
      const reference = newOrder();
      const base = `<base href="${context.shop.url.replace('localhost', '127.0.0.1')}/elsewhere/" />`;
      const { complaints, ...payment } = await pay(await open(base + SCRIPT + widget(reference), csp), reference);
      assert.deepEqual(payment, { state: 'paid', charged: [4999] });
      assert.match(complaints.join('\n'), /violates base-uri: /);
    });

    it('loads another language and charges a card', async () => {
      const reference = newOrder();
      const visit = await open(SCRIPT + widget(reference), csp, 'de');
      await visit.page.getByText('Kartennummer').waitFor();
      assert.deepEqual(await pay(visit, reference), PAID);
    });

    it('shows the errors of a form', async () => {
      const { page, complaints } = await open(SCRIPT + widget(newOrder()), csp);
      await page.getByRole('button', { name: 'Pay €49.99' }).click();
      await page.getByRole('link', { name: 'Card number' }).click();
      await page.close();
      assert.deepEqual(complaints, []);
    });

    it('shows that the outcome of a payment is unknown', async () => {
      const reference = newOrder();
      const visit = await open(SCRIPT + widget(reference), csp);
      const { state, charged, complaints } = await pay(visit, reference, '4000000000000119');
      // Browser and element log every response with a status of 500 and above.
      const logged = /^(Failed to load resource|<payment-widget>: service_error)/;
      const ours = complaints.filter((line) => !logged.test(line));
      assert.deepEqual({ state, charged, ours }, { state: 'unknown', charged: [4999], ours: [] });
    });

    it('draws every field, card marks and configuration errors', async () => {
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
  });
}

describe('a policy with a nonce and strict-dynamic', () => {
  const csp = STRICTEST.replace("script-src 'self'", "script-src 'nonce-abc123' 'strict-dynamic'");
  const script = SCRIPT.replace('<script', '<script nonce="abc123"');

  for (const [what, lang] of [
    ['charges a card', 'en'],
    ['charges a card in another language', 'ar'],
  ] as const) {
    it(what, async () => {
      const reference = newOrder();
      const visit = await open(script + widget(reference), csp, lang);
      await visit.page.locator(`payment-widget .widget:not([lang])`).waitFor(); // a fallback to English has a lang attribute
      assert.deepEqual(await pay(visit, reference), PAID);
    });
  }
});

describe('a page with its own copy of Lit', () => {
  const csp = STRICTEST.replace('trusted-types payment-widget', 'trusted-types lit-html payment-widget');
  const lit = () =>
    context.shop.script(`import { html, render } from '/lit-html.js';
      render(html\`<p>\${'Drawn by the page'}</p>\`, document.body.appendChild(document.createElement('div')));`);

  for (const [what, before] of [
    ['before', true],
    ['after', false],
  ] as const) {
    it(`loaded ${what} the script: both render, and a card is charged`, async () => {
      const reference = newOrder();
      const own = `<script src="${lit()}" type="module"></script>`;
      const visit = await open(before ? own + SCRIPT + widget(reference) : SCRIPT + own + widget(reference), csp);
      await visit.page.getByText('Drawn by the page').waitFor();
      assert.deepEqual(await pay(visit, reference), PAID);
    });
  }
});

describe('a page that loads the script twice', () => {
  /** The integration check says so in the console. */
  const OWN_LINES = /several_scripts|^<payment-widget>: 1 finding about this page\.|^console\.groupEnd$/;
  const others = (complaints: readonly string[]) => complaints.filter((line) => !OWN_LINES.test(line));

  it('charges a card once', async () => {
    const reference = newOrder();
    const again = SCRIPT.replace('.js', '.js?again');
    const paid = await pay(await open(SCRIPT + again + widget(reference), STRICTEST), reference);
    assert.deepEqual({ ...paid, complaints: others(paid.complaints) }, PAID);
  });

  it('charges once if both copies load at the same time, and a form loads optional fields', async () => {
    const reference = newOrder();
    const again = SCRIPT.replace('.js"', '.js?version=1" async');
    const form = widget(
      reference,
      'proxy-url="/pay" fields="card-number card-expiry card-cvc cardholder-name country"',
    );
    const visit = await open(again + SCRIPT.replace('.js"', '.js?version=2" async') + form, STRICTEST);
    await visit.page.getByLabel('Country').selectOption({ label: 'Germany' });
    const paid = await pay(visit, reference);
    assert.deepEqual({ ...paid, complaints: others(paid.complaints) }, PAID);
  });
});

describe('an element in nested shadow roots', () => {
  for (const mode of ['open', 'closed'] as const) {
    it(`charges a card in the language of the page if the roots are ${mode}`, async () => {
      const reference = newOrder();
      const nest = context.shop.script(`const outer = document.querySelector('main').attachShadow({ mode: '${mode}' });
        const middle = outer.appendChild(document.createElement('section')).attachShadow({ mode: '${mode}' });
        const inner = middle.appendChild(document.createElement('div')).attachShadow({ mode: '${mode}' });
        inner.append(document.querySelector('payment-widget'));
        globalThis.inner = inner;`);
      const body = `${SCRIPT}<script src="${nest}" defer></script><main></main>${widget(reference)}`;
      const { page, complaints } = await open(body, STRICTEST, 'fr');
      const paid = page.evaluate(
        () =>
          new Promise((resolve) => {
            addEventListener('payment-success', ({ detail }) => {
              resolve(detail.reference);
            });
          }),
      );
      // Locators cannot pierce a closed root: focus the first field, and type.
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
      assert.equal(await paid, reference);
      await page.close();
      const charged = context.shop.charges(reference);
      assert.deepEqual([charged, complaints], [[4999], []]);
    });
  }
});
