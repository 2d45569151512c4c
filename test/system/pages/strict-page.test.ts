import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { IntegrityPack } from '../../../tools/write-integrity.js';
import { pageWith, withShop } from '../../support/shop.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';

/** The built script on pages with a strict Content Security Policy. */

const context = withShop();
let orders = 0;

const widget = (attributes = '') =>
  `<payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="strict-${++orders}" ${attributes}></payment-widget>`;
const SCRIPT = '<script type="module" src="/payment-widget.js"></script>';

interface Visit {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Opens a page with a policy. */
async function open(body: string, csp: string, lang?: string, script?: string): Promise<Visit> {
  const { browser, shop } = context;
  const page = await browser.newPage();
  const complaints = await listenForComplaints(page);
  await page.goto(shop.url + shop.show({ html: pageWith(body, lang, script), csp }));
  return { page, complaints };
}

/** Pays the last order. @returns what was charged, and complaints except those expected */
async function pay({ page, complaints }: Visit, expected = /^$/) {
  await typeCard(page, '4242424242424242');
  await page.keyboard.press('Enter');
  await page.locator('payment-widget:state(paid)').waitFor();
  await page.close();
  return [context.shop.charges(`strict-${orders}`), complaints.filter((line) => !expected.test(line))];
}

const PAID = [[4999], []];

const pack = JSON.parse(readFileSync('dist/integrity.json', 'utf8')) as IntegrityPack;

/** Names every directive. */
const STRICTEST =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'none'; img-src 'none'; font-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-src 'none'; object-src 'none'; worker-src 'none'; " +
  "require-trusted-types-for 'script'; trusted-types payment-widget";

describe('a page with the strictest policy', () => {
  it('ignores an injected <base> and charges a card', async () => {
    const base = `<base href="${context.shop.url.replace('localhost', '127.0.0.1')}/elsewhere/" />`;
    const visit = await open(widget(), STRICTEST, 'en', base + SCRIPT);
    assert.deepEqual(await pay(visit, /base-uri|base URI/), PAID);
    assert.match(visit.complaints.join('\n'), /violates base-uri: /);
  });

  it('loads another language and charges a card', async () => {
    const visit = await open(widget(), STRICTEST, 'de');
    await visit.page.getByText('Kartennummer').waitFor();
    assert.deepEqual(await pay(visit), PAID);
  });

  it('draws every field, card marks, errors and configuration errors', async () => {
    const fields = 'amount card-number card-expiry card-cvc cardholder-name email phone country postal-code';
    const { page, complaints } = await open(widget(`fields="${fields}"`), STRICTEST);
    await page.getByLabel('Country').selectOption({ label: 'Germany' });
    await page.getByLabel('Card number').fill('5555 5555 5555 4444');
    await page.locator('payment-widget .mark').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('payment-widget [part=summary]').waitFor();
    await page.locator('payment-widget').evaluate((element) => {
      element.setAttribute('currency', 'euro');
    });
    await page.getByText('invalid_currency').waitFor();
    await page.close();
    const ours = complaints.filter((line) => !line.startsWith('<payment-widget>: invalid_currency'));
    assert.deepEqual(ours, []);
  });
});

it('a page with the policy from integrity.json charges a card', async () => {
  assert.deepEqual(await pay(await open(widget(), pack.content_security_policy)), PAID);
});

it('a page with a nonce and strict-dynamic charges a card in another language', async () => {
  const csp = STRICTEST.replace("script-src 'self'", "script-src 'nonce-abc123' 'strict-dynamic'");
  const visit = await open(widget(), csp, 'ar', SCRIPT.replace('<script', '<script nonce="abc123"'));
  await visit.page.locator(`payment-widget .widget:not([lang])`).waitFor(); // a fallback to English has a lang attribute
  assert.deepEqual(await pay(visit), PAID);
});

for (const order of ['before', 'after'] as const) {
  it(`a page with its own copy of Lit, loaded ${order} the script: both render, and a card is charged`, async () => {
    const csp = STRICTEST.replace('trusted-types payment-widget', 'trusted-types lit-html payment-widget');
    const lit = context.shop.script(`import { html, render } from '/lit-html.js';
      render(html\`<p>\${'Drawn by the page'}</p>\`, document.body.appendChild(document.createElement('div')));`);
    const own = `<script src="${lit}" type="module"></script>`;
    const visit = await open(widget(), csp, 'en', order === 'before' ? own + SCRIPT : SCRIPT + own);
    await visit.page.getByText('Drawn by the page').waitFor();
    assert.deepEqual(await pay(visit), PAID);
  });
}

it('a page that loads two copies at the same time, and a form that loads optional fields, charge once', async () => {
  const copies = ['1', '2'].map((version) => SCRIPT.replace('.js"', `.js?version=${version}" async`)).join('');
  const fields = 'fields="card-number card-expiry card-cvc cardholder-name country"';
  const visit = await open(widget(fields), STRICTEST, 'en', copies);
  await visit.page.getByLabel('Country').selectOption({ label: 'Germany' });
  // The integration check says so in the console.
  const own = /several_scripts|^<payment-widget>: 1 finding about this page\.|^console\.groupEnd$/;
  assert.deepEqual(await pay(visit, own), PAID);
});

it('an element in nested closed shadow roots charges a card in the language of the page', async () => {
  const nest = context.shop.script(`const outer = document.querySelector('main').attachShadow({ mode: 'closed' });
    const inner = outer.appendChild(document.createElement('section')).attachShadow({ mode: 'closed' });
    inner.append(document.querySelector('payment-widget'));
    globalThis.inner = inner;`);
  const body = `<script src="${nest}" defer></script><main></main>${widget()}`;
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
  assert.equal(await paid, `strict-${orders}`);
  await page.close();
  assert.deepEqual([context.shop.charges(`strict-${orders}`), complaints], [[4999], []]);
});
