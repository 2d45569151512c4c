import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startDemo, type Demo } from '../../demo/demo.js';
import type { PaymentWidget } from '../../src/index.js';
import { DEMO_PAGES } from '../support/demo-pages.js';
import { engine } from '../support/engines/engine.js';
import { visit, type EnginePage, type Visit } from '../support/engines/visit.js';
import { until } from '../support/until.js';

/** What the page has noted of the widget's events. */
type Noting = typeof globalThis & { heard: string[] };

const DECLINED = '4000000000000002';
const RESET_AFTER_CHARGE = '4000000000004178';

let demo: Demo;
let visited: Visit;
let page: EnginePage;

before(async () => {
  [demo, visited] = await Promise.all([startDemo({}, DEMO_PAGES), visit(engine)]);
  page = visited.page;
});

after(async () => {
  await visited.close();
  await demo.close();
});

/** The shop's page with the classic script, with an order of its own, in the language that it is given. */
async function open(lang = 'en', dir = 'ltr'): Promise<string> {
  const response = await fetch(`${demo.shopUrl}/orders`, { method: 'POST' });
  const { reference } = (await response.json()) as { reference: string };
  await page.goto(`${demo.shopUrl}/script-tag/`);
  await page.evaluate(
    (settings) => {
      (globalThis as Noting).heard = [];
      for (const type of ['submit', 'success', 'failure', 'unknown']) {
        document.addEventListener(`payment-${type}`, () => (globalThis as Noting).heard.push(type));
      }
      Object.assign(document.documentElement, { lang: settings.lang, dir: settings.dir });
      document.querySelector('payment-widget')?.setAttribute('reference', settings.reference);
    },
    { reference, lang, dir },
  );
  await until(() => page.evaluate(() => document.querySelector('payment-widget')?.state === 'ready'));
  return reference;
}

/** Types a card with the keyboard alone, field after field, and presses Enter in the last one. */
async function pay(card: string): Promise<void> {
  await page.evaluate(() => {
    document.querySelector('payment-widget')?.focus();
  });
  for (const text of [card, '1230', '123']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Enter');
}

/** Waits until the shopper can read it. */
async function read(text: string): Promise<void> {
  await until(() =>
    page.evaluate((wanted) => {
      const parts =
        document.querySelector('payment-widget')?.shadowRoot?.querySelectorAll<HTMLElement>('.widget') ?? [];
      return [...parts].some(({ innerText }) => innerText.includes(wanted));
    }, text),
  );
}

const heard = () => page.evaluate(() => (globalThis as Noting).heard);
const charges = (reference: string) =>
  (demo.sandbox?.ledger.entries(reference) ?? []).map(({ amount, currency }) => [amount, currency]);

describe(`a payment with the keyboard alone, in ${engine}`, () => {
  let reference: string;

  describe('with a card that is good', () => {
    before(async () => {
      reference = await open();
      await pay('4242424242424242');
      await read('You paid €49.99.');
    });

    it('is charged exactly once', () => {
      assert.deepEqual(charges(reference), [[4999, 'EUR']]);
    });

    it('is told to the page', async () => {
      assert.deepEqual(await heard(), ['submit', 'success']);
    });

    it('leaves no card in the page', async () => {
      const values = () =>
        page.evaluate(() => {
          const widget = document.querySelector('payment-widget') as PaymentWidget;
          return [...(widget.shadowRoot?.querySelectorAll('input') ?? [])].map(({ value }) => value).join('');
        });
      assert.equal(await values(), '');
    });
  });

  describe('with a card that is declined', () => {
    before(async () => {
      reference = await open();
      await pay(DECLINED);
      await read('declined');
    });

    it('is not charged', () => {
      assert.deepEqual(charges(reference), []);
    });

    it('is told to the page', async () => {
      assert.deepEqual(await heard(), ['submit', 'failure']);
    });

    it('can be paid with another one, once', async () => {
      await pay('5555555555554444');
      await read('You paid €49.99.');
      assert.deepEqual(charges(reference), [[4999, 'EUR']]);
    });
  });

  describe('whose connection is reset after the charge', () => {
    before(async () => {
      reference = await open();
      await pay(RESET_AFTER_CHARGE);
      await read('You paid €49.99.');
    });

    it('is told to the page: unknown first, then paid', async () => {
      assert.deepEqual(await heard(), ['submit', 'unknown', 'success']);
    });

    it('is charged exactly once', () => {
      assert.deepEqual(charges(reference), [[4999, 'EUR']]);
    });
  });

  it('is the same from right to left, in Arabic', async () => {
    reference = await open('ar', 'rtl');
    await read('رقم البطاقة');
    await pay('4242424242424242');
    await read('تم الدفع بنجاح');
    assert.deepEqual(charges(reference), [[4999, 'EUR']]);
  });
});
