import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { withDemo } from '../../support/demo.js';
import { visit, type EnginePage, type Visit } from '../../support/engines/visit.js';
import { until } from '../../support/until.js';

/** Records events of the widget. */
type RecordingPage = typeof globalThis & { heard: string[] };

const DECLINED = '4000000000000002';
const RESET_AFTER_CHARGE = '4000000000004178';

for (const engine of ['firefox', 'webkit'] as const) {
  describe(`paying by keyboard in ${engine}`, () => {
    const demo = withDemo();
    let visited: Visit;
    let page: EnginePage;

    before(async () => {
      visited = await visit(engine);
      page = visited.page;
    });

    after(() => visited.close());

    /** Opens the page with the script tag and a new order. @returns the order's reference */
    async function open(lang = 'en', dir = 'ltr'): Promise<string> {
      const response = await fetch(`${demo.shopUrl}/orders`, { method: 'POST' });
      const { reference, token } = (await response.json()) as { reference: string; token: string };
      await page.goto(`${demo.shopUrl}/script-tag/`);
      await page.evaluate(
        (settings) => {
          (globalThis as RecordingPage).heard = [];
          for (const type of ['submit', 'success', 'failure', 'unknown']) {
            document.addEventListener(`payment-${type}`, () => (globalThis as RecordingPage).heard.push(type));
          }
          Object.assign(document.documentElement, { lang: settings.lang, dir: settings.dir });
          const widget = document.querySelector('payment-widget');
          widget?.setAttribute('reference', settings.reference);
          widget?.setAttribute('order-token', settings.token);
        },
        { reference, token, lang, dir },
      );
      await until(() => page.evaluate(() => document.querySelector('payment-widget')?.state === 'ready'));
      return reference;
    }

    /** Types a card and presses Enter in the last field. */
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

    /** Waits until the widget shows a text. */
    async function read(text: string): Promise<void> {
      await until(() =>
        page.evaluate((wanted) => {
          const parts =
            document.querySelector('payment-widget')?.shadowRoot?.querySelectorAll<HTMLElement>('.widget') ?? [];
          return [...parts].some(({ innerText }) => innerText.includes(wanted));
        }, text),
      );
    }

    const heard = () => page.evaluate(() => (globalThis as RecordingPage).heard);
    const charges = (reference: string) =>
      demo.sandbox.ledger.entries(reference).map(({ amount, currency }) => [amount, currency]);

    it('charges once, dispatches events and clears the card', async () => {
      const reference = await open();
      await pay('4242424242424242');
      await read('You paid €49.99.');
      const values = await page.evaluate(() => {
        const root = document.querySelector('payment-widget')?.shadowRoot;
        return [...(root?.querySelectorAll('input') ?? [])].map(({ value }) => value).join('');
      });
      assert.deepEqual([charges(reference), await heard(), values], [[[4999, 'EUR']], ['submit', 'success'], '']);
    });

    it('charges nothing for a declined card, and once for another card', async () => {
      const reference = await open();
      await pay(DECLINED);
      await read('declined');
      const before = [charges(reference), await heard()];
      await pay('5555555555554444');
      await read('You paid €49.99.');
      assert.deepEqual([before, charges(reference)], [[[], ['submit', 'failure']], [[4999, 'EUR']]]);
    });

    it('charges once if the connection is reset after the charge', async () => {
      const reference = await open();
      await pay(RESET_AFTER_CHARGE);
      await read('You paid €49.99.');
      assert.deepEqual([charges(reference), await heard()], [[[4999, 'EUR']], ['submit', 'unknown', 'success']]);
    });

    it('charges once in Arabic, from right to left', async () => {
      const reference = await open('ar', 'rtl');
      await read('رقم البطاقة');
      await pay('4242424242424242');
      await read('تم الدفع بنجاح');
      assert.deepEqual(charges(reference), [[4999, 'EUR']]);
    });
  });
}
