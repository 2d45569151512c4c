import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { inMemory } from '../../../demo/data/folder.js';
import type { Report } from '../../../demo/qa/event-log/bug-report.js';
import { withDemo } from '../../support/demo.js';
import { samplePayment } from '../../support/sample-payment.js';
import { violationsIn } from './axe.js';
import { visitQa } from './log-visit.js';
import { newKey } from './recorded-shop.js';

const CONFIG = 'GET /qa/test/config';
const PAID = 'Pass: 1 charge, shopper told “paid”';

/** Sets the page's clock back, and delivers the server's time late. */
function disturbClocks(): void {
  const now = Date.now.bind(Date);
  Date.now = () => now() - 90_000;
  EventSource.prototype.addEventListener = function (this: EventSource, type: string, listen: unknown) {
    EventTarget.prototype.addEventListener.call(this, type, (event) => {
      setTimeout(listen as () => void, type === 'clock' ? 500 : 0, event);
    });
  };
}

describe('the event log of the QA page', () => {
  const data = inMemory();
  const context = withDemo({}, () => data);
  before(() => context.sandbox.settings.change({ ...context.sandbox.settings.current, webhookDelayMs: 2000 }));

  const visit = (t: TestContext, query?: string) => visitQa(t, context.browser, context.shopUrl, query);

  /** Sends a payment as the widget would. */
  function post(reference: string, key: string): Promise<Response> {
    return fetch(`${context.shopUrl}/qa/test/v1/payments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(samplePayment({ reference })),
    });
  }

  /** Adds entries to the log by requests like those of the widget before a payment. */
  async function requestConfig(reference: string, times: number): Promise<void> {
    const headers = { Referer: `${context.shopUrl}/qa/stage.html?reference=${reference}` };
    for (let time = 0; time < times; time++)
      await (await fetch(`${context.shopUrl}/qa/test/config`, { headers })).text();
  }

  describe('entries', () => {
    it('show events, states, requests and charges of a payment in order', async (t) => {
      const qa = await visit(t);
      await qa.entry(CONFIG);
      await qa.pay();
      await qa.verdict(PAID);
      await qa.entry('paid');
      await qa.exchange('POST /v1/payments');
      await qa.exchange('POST /qa/test/v1/payments');
      const expected = [
        'element payment-submit',
        'element busy',
        '→ proxy POST /qa/test/v1/payments',
        '→ service POST /v1/payments',
        'ledger Charged €49.99',
        '← service 200 OK',
        '← proxy 200 OK',
        'element payment-success',
        'element paid',
      ];
      const all = await qa.entries();
      const payment = all.slice(all.indexOf('element payment-submit'));
      assert.deepEqual(
        payment.filter((entry) => expected.includes(entry)),
        expected,
      );
    });

    it('have the order of causes although the page’s clock is wrong and the server’s is known late', async (t) => {
      const qa = await visitQa(t, context.browser, context.shopUrl, '', disturbClocks);
      await qa.exchange(CONFIG);
      await qa.pay();
      await qa.entry('payment-success');
      await qa.exchange('POST /qa/test/v1/payments');
      const expected = [
        '→ proxy GET /qa/test/config',
        '← proxy 200 OK',
        'element payment-ready',
        '→ proxy GET /qa/test/networks/42424242',
        '← proxy 200 OK',
        'element payment-submit',
        '→ proxy POST /qa/test/v1/payments',
        '→ service POST /v1/payments',
        'ledger Charged €49.99',
        '← service 200 OK',
        '← proxy 200 OK',
        'element payment-success',
      ];
      assert.deepEqual(
        (await qa.entries()).filter((entry) => expected.includes(entry)),
        expected,
      );
    });

    it('show a declined payment, compared with the scenario of its card', async (t) => {
      const qa = await visit(t);
      await qa.pay({ number: '4000000000000002' });
      await qa.verdict('Pass: 0 charges, shopper told “not charged”');
      await qa.exchange('POST /v1/payments');
      const all = await qa.entries();
      assert.ok(all.includes('← service 402 Payment Required') && all.includes('element payment-failure'));
      const expected = await qa.page.locator('.verdict-expected').textContent();
      assert.equal(expected, 'Matches “Declined”: not charged first, 0 charges in the end.');
      const report = await qa.copy('Copy report');
      assert.ok(report.includes(`**Reproduce:** <${context.shopUrl}/qa/?scenario=declined>`), report);
      assert.ok(report.includes('- Scenario: Declined (of the last payment, selected by the link)'), report);
    });

    it('show how an unknown outcome is settled, without a reload', async (t) => {
      const qa = await visit(t);
      await qa.pay({ number: '4000000000000119' });
      await qa.entry('payment-unknown');
      await qa.entry('Settled by the webhook');
      await qa.entry('Shop called: paid');
      await qa.verdict(PAID);
      const all = await qa.entries();
      assert.deepEqual(
        all.filter((entry) => /Settled by|payment-(unknown|success)/.test(entry)),
        ['element payment-unknown', 'proxy Settled by the webhook', 'element payment-success'],
      );
    });

    it('show a refused connection', async (t) => {
      const qa = await visit(t);
      await qa.pay({ number: '4000000000004152' });
      await qa.entry('No response: nothing listens at this address (ECONNREFUSED)');
      assert.ok((await qa.entries()).includes('→ service POST /v1/payments'));
    });

    it('mark a payment sent again with the same key, which does not reach the service again', async (t) => {
      const qa = await visit(t);
      const key = newKey();
      await post(qa.reference, key);
      await post(qa.reference, key);
      await qa.page.locator('.log-note', { hasText: 'repeated with the same key' }).waitFor();
      const posts = (await qa.entries()).filter((entry) => entry.endsWith('/v1/payments'));
      assert.deepEqual(
        posts.map((entry) => entry.split(' POST')[0]),
        ['→ proxy', '→ service', '→ proxy'],
      );
    });

    it('include those from before the page was loaded', async (t) => {
      const reference = 'order-of-yesterday';
      await post(reference, newKey());
      const qa = await visit(t, `?reference=${reference}`);
      await qa.entry('Charged €49.99');
      await qa.verdict('1 charge, no outcome on this page');
    });

    it('show uncaught errors, console warnings and CSP violations of the page, without card numbers', async (t) => {
      const qa = await visit(t, '?strict=on');
      await qa.frame.locator('body').evaluate((body) => {
        console.warn('careful with 4012888888881881');
        setTimeout(() => {
          throw new Error('boom');
        });
        body.append(Object.assign(new Image(), { src: 'https://elsewhere.invalid/pixel.png' }));
      });
      await qa.entry('Uncaught error');
      await qa.entry('CSP violation');
      const warning = qa.page.locator('.log-head', { hasText: 'Console warning' });
      assert.match((await warning.textContent()) ?? '', /careful with •••• 1881/);
    });

    it('start again with a new order', async (t) => {
      const qa = await visit(t);
      await qa.pay();
      await qa.verdict(PAID);
      await qa.page.getByRole('button', { name: 'New order' }).click();
      await qa.verdict('No payment yet');
    });

    it('are separated by order', async (t) => {
      const qa = await visit(t);
      await qa.page.getByRole('button', { name: 'New order' }).click();
      await qa.page.locator('.log-order').nth(1).waitFor();
      const headings = await qa.page.locator('h3.log-order').allTextContents();
      const order = await qa.page.locator('#order').textContent();
      assert.deepEqual(headings, [`Order ${qa.reference}`, `Order ${order}`]);
    });
  });

  describe('filters', () => {
    it('match the details of an entry, too', async (t) => {
      const qa = await visit(t);
      await qa.exchange(CONFIG);
      await qa.page.getByLabel('Filter by text').fill('ENCRYPTION_KEY');
      await qa.page.locator('.log-state', { hasText: 'hidden by the filter' }).waitFor();
      assert.deepEqual(await qa.entries(), ['← proxy 200 OK']);
    });

    it('hide a source of entries; “Clear” hides all so far but not the charges', async (t) => {
      const qa = await visit(t);
      await qa.pay();
      await qa.verdict(PAID);
      await qa.page.getByRole('button', { name: /^Proxy/ }).click();
      await qa.page.locator('.log-state', { hasText: 'hidden by the filter' }).waitFor();
      assert.deepEqual(
        (await qa.entries()).filter((entry) => entry.includes('proxy')),
        [],
      );
      await qa.page.getByRole('button', { name: 'Clear' }).click();
      await qa.page.locator('.log-title', { hasText: 'payment-submit' }).waitFor({ state: 'detached' });
      await qa.verdict(PAID);
    });
  });

  describe('the verdict', () => {
    it('compares amounts, and reports a second charge immediately', async (t) => {
      const qa = await visit(t, '?amount=1234');
      await qa.pay();
      await qa.verdict(PAID);
      const amounts = await qa.page.locator('.verdict-amounts').textContent();
      assert.equal(amounts, 'shown €12.34 = sent €12.34 = charged €12.34');

      const { ledger } = context.sandbox;
      const [charge] = ledger.entries(qa.reference);
      await data.sandbox.write([ledger.adding({ ...(charge ?? assert.fail()), id: 'pay_again' })]);
      await qa.verdict('Fail: 2 charges for one order. Please report this.');
    });

    it('is compared with the scenario “offline”', async (t) => {
      const qa = await visit(t);
      await qa.pay({ number: '4000000000004251' });
      const expected = await qa.page.locator('.verdict-expected').textContent();
      assert.equal(expected, 'Matches “Offline”: not charged first, 0 charges in the end.');
    });
  });

  describe('copies of the log', () => {
    const CANARY = { number: '378282246310005', expiry: '11/41', cvc: '9137' };
    const SECRETS = [
      /3782.?822463/,
      /(?<!\w)9137(?!\w)/,
      /\b11.{1,3}(20)?41\b/,
      /"exp_year":\s*\d/,
      /sandbox_(test|live)_\w{6}/,
    ];

    it('contain neither card data nor keys, and JSON can be parsed', async (t) => {
      const qa = await visit(t);
      await qa.pay(CANARY);
      await qa.verdict(PAID);
      const json = await qa.copy('Copy JSON');
      for (const text of [json, await qa.copy('Copy report')]) {
        const withoutTimes = text.replace(/\d\d:\d\d:\d\d([.,]\d+)?|"(at|duration|time)": ?[^,]*/g, '');
        const found = SECRETS.filter((secret) => secret.test(withoutTimes));
        assert.deepEqual([found, text.includes('•••• 0005')], [[], true]);
      }
      const { verdict, ledger, entries } = JSON.parse(json) as Pick<Report, 'verdict' | 'ledger' | 'entries'>;
      const hasSuccess = entries.some(({ title }) => title === 'payment-success');
      assert.deepEqual([verdict.judgement, ledger?.length, hasSuccess], ['pass', 1, true]);
    });

    it('can be a Markdown report with all entries, filtered ones included', async (t) => {
      const qa = await visit(t, '?amount=1234&lang=de');
      await qa.exchange(CONFIG);
      await qa.page.getByLabel('Filter by text').fill('nothing has this');
      const report = await qa.copy('Copy report');
      const parts = [
        '## payment-widget: No payment yet',
        `**Reproduce:** <${context.shopUrl}/qa/?amount=1234&lang=de>`,
        `- Order: ${qa.reference}`,
        '- Browser: Mozilla/5.0',
        '| Time | After | Source | Event | Duration |',
        '| → proxy | **GET /qa/test/config** |',
        'No charges for this order.',
        '<details><summary>',
      ];
      assert.deepEqual(
        parts.filter((part) => !report.includes(part)),
        [],
      );
    });

    it('are shown in a text field where the clipboard is not available', async (t) => {
      const qa = await visit(t);
      await qa.page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
      });
      await qa.page.getByRole('button', { name: 'Copy report' }).click();
      assert.match(await qa.page.getByRole('textbox', { name: 'Copy report' }).inputValue(), /^## payment-widget/);
    });
  });

  describe('the list of entries', () => {
    const isAtEnd = (log: Element) => log.scrollHeight - log.scrollTop - log.clientHeight < 24;

    it('is one tab stop; arrow keys move the focus, and Enter opens an entry', async (t) => {
      const qa = await visit(t);
      const heads = qa.page.locator('.log-head');
      const stops = await heads.evaluateAll((all) => all.filter((head) => (head as HTMLElement).tabIndex === 0).length);
      await heads.last().focus();
      await qa.page.keyboard.press('Home');
      await qa.page.keyboard.press('ArrowDown');
      await qa.page.keyboard.press('Enter');
      const open = await heads.nth(1).getAttribute('aria-expanded');
      const focused = await heads.nth(1).evaluate((head) => head === document.activeElement);
      assert.deepEqual([stops, open, focused], [1, 'true', true]);
    });

    it('scrolls with new entries until somebody scrolls up, and then offers a button', async (t) => {
      const qa = await visit(t);
      await requestConfig(qa.reference, 40);
      await qa.exchange(CONFIG, 41); // one of them is the page's own
      await qa.page.waitForFunction(() => {
        const log = document.querySelector('.log-scroll');
        return log && log.scrollHeight > log.clientHeight && log.scrollHeight - log.scrollTop - log.clientHeight < 24;
      });

      const log = qa.page.locator('.log-scroll');
      await log.evaluate((element) => {
        element.scrollTop = 0;
      });
      await qa.page.getByRole('button', { name: 'Jump to latest' }).waitFor();
      await requestConfig(qa.reference, 1);
      const button = qa.page.getByRole('button', { name: '2 new' });
      await button.waitFor();
      assert.equal(await log.evaluate(({ scrollTop }) => scrollTop), 0);
      await button.click();
      await button.waitFor({ state: 'detached' });
      assert.equal(await log.evaluate(isAtEnd), true);
    });
  });

  describe('accessibility', () => {
    it('passes axe with an open entry and the ledger, in light and dark colours', async (t) => {
      const qa = await visit(t);
      await qa.pay();
      await qa.verdict(PAID);
      await qa.page.locator('.ledger summary').click();
      await qa.page.locator('.log-head', { hasText: 'POST /v1/payments' }).first().click();
      for (const colorScheme of ['light', 'dark'] as const) {
        await qa.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }); // else colours fade
        await qa.page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        assert.deepEqual(await violationsIn(qa.page, { include: ['qa-event-log'] }), [], colorScheme);
      }
    });

    it('fits a phone', async (t) => {
      const qa = await visit(t);
      await qa.page.setViewportSize({ width: 320, height: 700 });
      await qa.page.locator('.areas label', { hasText: 'Log' }).click();
      await qa.page.locator('.log-head').last().click();
      const [width, available] = await qa.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.equal(width, available);
    });
  });
});
