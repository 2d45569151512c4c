import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import type { ConsoleMessage } from 'playwright-core';
import { withShop } from '../../support/shop.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';

/** Pages whose markup or libraries replace what the platform has. */

const context = withShop();

/** Pays on a page. @returns the formatted number, charges and complaints */
async function pay(reference: string, before: string) {
  let complaints: string[] = [];
  const page = await context.open(
    `${before}<payment-widget proxy-url="pay" amount="4999" currency="EUR" reference="${reference}"></payment-widget>`,
    { prepare: async (page) => (complaints = await listenForComplaints(page)) },
  );
  await typeCard(page, '4242424242424242');
  const number = await page.locator('payment-widget #cc-number').inputValue();
  await page.keyboard.press('Enter');
  await page.locator('payment-widget:state(paid)').waitFor();
  await page.close();
  return [number, context.shop.charges(reference), complaints];
}

const PAID = ['4242 4242 4242 4242', [4999], []];

const NAMES = ['URL', 'baseURI', 'documentURI', 'location', 'currentScript', 'defaultView', 'cookie', 'title'];

it('named elements do not change where the form sends a payment', async () => {
  const form = (name: string) => `<form name="${name}" id="${name}" action="https://elsewhere.example/"></form>`;
  const frames = '<iframe name="fetch"></iframe><iframe name="sessionStorage"></iframe>';
  assert.deepEqual(await pay('clobbered', NAMES.map(form).join('') + frames), PAID);
});

/** Adds members to `Object.prototype`. */
const pollute = (members: object) =>
  `for (const [name, value] of Object.entries(${JSON.stringify(members)}))
    Object.defineProperty(Object.prototype, name, { value, writable: true });`;

/** Options of `fetch`, which it takes from `Object.prototype` too. */
const FETCH_OPTIONS = {
  method: 'DELETE',
  headers: { 'Idempotency-Key': 'polluted' },
  body: 'polluted',
  mode: 'no-cors',
  credentials: 'polluted',
  cache: 'polluted',
  redirect: 'error',
  referrer: 'https://elsewhere.example/',
  referrerPolicy: 'polluted',
  integrity: 'sha256-polluted',
  keepalive: true,
  priority: 'polluted',
  duplex: 'polluted',
  window: 'polluted',
};

const installed = (path: string) => readFileSync(`node_modules/${path}`, 'utf8');

/** What old libraries do to a page. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'options of fetch on Object.prototype': pollute(FETCH_OPTIONS),
  'MooTools, without its DOM': installed('mootools/lib/mootools-core-1.5.2-server.js'),
  Sugar: `${installed('sugar/dist/sugar.js')}\nSugar.extend();`,
  'members as of Prototype.js': `
    Array.from = (list) => (list && 'toArray' in Object(list) ? list.toArray() : [].slice.call(list || []));
    Array.prototype.toArray = function () { return this.slice(0); };
    String.prototype.toArray = function () { return this.split(''); };
    Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
    Array.prototype.toJSON = function () { return '[' + this.map((value) => JSON.stringify(value)).join(', ') + ']'; };
    Object.values = (object) => { const list = []; for (const name in object) list.push(object[name]); return list; };
    Element.prototype.remove = function () { this.parentNode.removeChild(this); return this; };
    Element.prototype.select = function (selector) { return this.querySelectorAll(selector); };
    delete Array.prototype.entries;`,
};

for (const [name, script] of Object.entries(SCRIPTS)) {
  it(`a page with ${name} can pay`, async () => {
    const src = context.shop.script(script); // before the element: modules run later
    assert.deepEqual(await pay(name, `<script src="${src}"></script>`), PAID);
  });
}

it('a page that adds signal to Object.prototype reads in the console why there is no form', async () => {
  let error: Promise<ConsoleMessage> | undefined;
  const script = context.shop.script(pollute({ signal: 'polluted' }));
  const page = await context.open(
    `<script src="${script}"></script><payment-widget proxy-url="/pay" amount="4999" currency="EUR"></payment-widget>`,
    { prepare: (page) => void (error = page.waitForEvent('console', (line) => line.type() === 'error')) },
  );
  assert.match((await error)?.text() ?? '', /form_failed[^]*signal/);
  await page.close();
});
