import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser } from 'playwright-core';
import { inMemory } from '../../../demo/data/folder.js';
import { startDemo, type Demo } from '../../../demo/demo.js';
import type { Report } from '../../../demo/qa/event-log/bug-report.js';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';
import { DEMO_PAGES } from '../../support/demo-pages.js';
import { samplePayment } from '../../support/sample-payment.js';
import { visitQa } from './log-visit.js';
import { newKey } from './recorded-shop.js';

let browser: Browser;
let demo: Demo;
const data = inMemory();

before(async () => {
  const executablePath = await findHeadlessChromium();
  [browser, demo] = await Promise.all([
    chromium.launch({ executablePath, args: chromiumArgs() }),
    startDemo({}, DEMO_PAGES, data),
  ]);
  const { settings } = demo.sandbox ?? assert.fail();
  await settings.change({ ...settings.current, webhookDelayMs: 500 });
});

after(async () => {
  await browser.close();
  await demo.close();
});

const visit = (t: Parameters<typeof visitQa>[0], query?: string) => visitQa(t, browser, demo.shopUrl, query);

/** Sends a payment as the widget would, from outside. */
function post(reference: string, key: string): Promise<Response> {
  return fetch(`${demo.shopUrl}/qa/test/v1/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(samplePayment({ reference })),
  });
}

/** What a page asks before it pays, so that the log has more entries. */
async function ask(reference: string, times: number): Promise<void> {
  const headers = { Referer: `${demo.shopUrl}/qa/stage.html?reference=${reference}` };
  for (let time = 0; time < times; time++) await (await fetch(`${demo.shopUrl}/qa/test/config`, { headers })).text();
}

const CONFIG = 'GET /qa/test/config';

describe('the event log', () => {
  it('has the events of the element, its states, each request on both ways and the charge, in the order in which they happened', async (t) => {
    const qa = await visit(t);
    await qa.pay();
    await qa.verdict('1 charge, told paid: right');
    await qa.entry('paid');
    await qa.exchange('POST /v1/payments');
    await qa.exchange('POST /qa/test/v1/payments');
    const told = [
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
    const from = all.indexOf('element payment-submit');
    assert.deepEqual(
      all.slice(from).filter((entry) => told.includes(entry)),
      told,
    );
  });

  it('has what the page asks of the proxy before it pays', async (t) => {
    const qa = await visit(t);
    await qa.entry('GET /qa/test/config');
  });

  it('has a refusal, and that nothing was charged', async (t) => {
    const qa = await visit(t);
    await qa.pay({ number: '4000000000000002' });
    await qa.verdict('0 charges, told not charged: right');
    await qa.exchange('POST /v1/payments');
    const all = await qa.entries();
    assert.ok(all.includes('← service 402 Payment Required') && all.includes('element payment-failure'));
  });

  it('shows how an unknown outcome is settled, without a reload', async (t) => {
    const qa = await visit(t);
    await qa.pay({ number: '4000000000000119' });
    await qa.entry('payment-unknown');
    await qa.entry('Settled by the webhook');
    await qa.verdict('1 charge, told paid: right');
    const all = await qa.entries();
    assert.deepEqual(
      all.filter((entry) => /Settled|payment-(unknown|success)/.test(entry)),
      ['element payment-unknown', 'proxy Settled by the webhook', 'element payment-success'],
    );
  });

  it('has a connection that could not be made', async (t) => {
    const qa = await visit(t);
    await qa.pay({ number: '4000000000004152' });
    await qa.entry('No answer: nothing listens there (ECONNREFUSED)');
    assert.ok((await qa.entries()).includes('→ service POST /v1/payments'));
  });

  it('marks a payment that was sent again with the same key', async (t) => {
    const qa = await visit(t);
    const key = newKey();
    await post(qa.reference, key);
    await post(qa.reference, key);
    await qa.page.locator('.log-note', { hasText: 'again with the same key' }).waitFor();
    const posts = (await qa.entries()).filter((entry) => entry.endsWith('/v1/payments'));
    assert.deepEqual(
      posts.map((entry) => entry.split(' POST')[0]),
      ['→ proxy', '→ service', '→ proxy'],
    );
  });

  it('has what was before the page was loaded', async (t) => {
    const reference = 'order-of-yesterday';
    await post(reference, newKey());
    const qa = await visit(t, `?reference=${reference}`);
    await qa.entry('Charged €49.99');
    await qa.verdict('1 charge; this page has told the shopper nothing');
  });

  it('has errors that nobody caught and warnings of the merchant’s page, without a card in them', async (t) => {
    const qa = await visit(t);
    await qa.frame.locator('body').evaluate(() => {
      console.warn('careful with 4012888888881881');
      setTimeout(() => {
        throw new Error('boom');
      });
    });
    await qa.entry('Uncaught error');
    const warning = qa.page.locator('.log-head', { hasText: 'Console warning' });
    assert.match((await warning.textContent()) ?? '', /careful with •••• 1881/);
  });

  it('has what the policy of a strict page has kept from happening', async (t) => {
    const qa = await visit(t, '?strict=on');
    await qa.frame.locator('body').evaluate((body) => {
      body.append(Object.assign(new Image(), { src: 'https://elsewhere.invalid/pixel.png' }));
    });
    await qa.entry('CSP violation');
  });

  it('goes on with another order', async (t) => {
    const qa = await visit(t);
    await qa.pay();
    await qa.verdict('1 charge, told paid: right');
    await qa.page.getByRole('button', { name: 'New order' }).click();
    await qa.verdict('Nothing paid yet, nothing charged');
  });
});

describe('the filter of the event log', () => {
  it('hides a kind', async (t) => {
    const qa = await visit(t);
    await qa.page.getByRole('button', { name: /^Proxy/ }).click();
    await qa.page.locator('.log-state', { hasText: 'hidden by the filter' }).waitFor();
    assert.deepEqual(
      (await qa.entries()).filter((entry) => entry.includes('proxy')),
      [],
    );
  });

  it('leaves what has a text, be it in its details', async (t) => {
    const qa = await visit(t);
    await qa.exchange(CONFIG);
    await qa.page.getByLabel('Filter by text').fill('ENCRYPTION_KEY');
    await qa.page.locator('.log-state', { hasText: 'hidden by the filter' }).waitFor();
    assert.deepEqual(await qa.entries(), ['← proxy 200 OK']);
  });

  it('clears what was so far, but not what was charged', async (t) => {
    const qa = await visit(t);
    await qa.pay();
    await qa.verdict('1 charge, told paid: right');
    await qa.page.getByRole('button', { name: 'Clear' }).click();
    await qa.page.locator('.log-title', { hasText: 'payment-submit' }).waitFor({ state: 'detached' });
    await qa.verdict('1 charge, told paid: right');
  });
});

describe('the verdict', () => {
  it('says that a card was charged twice, as soon as it was', async (t) => {
    const qa = await visit(t);
    await qa.pay();
    await qa.verdict('1 charge, told paid: right');
    const { ledger } = demo.sandbox ?? assert.fail();
    const [charge] = ledger.entries(qa.reference);
    await data.sandbox.write([ledger.adding({ ...(charge ?? assert.fail()), id: 'pay_again' })]);
    await qa.verdict('2 charges: charged twice, report this');
  });

  it('compares the amounts', async (t) => {
    const qa = await visit(t, '?amount=1234');
    await qa.pay();
    await qa.verdict('1 charge, told paid: right');
    const amounts = await qa.page.locator('.verdict-amounts').textContent();
    assert.equal(amounts, 'shown €12.34 = sent €12.34 = charged €12.34');
  });

  it('compares with what the card stands for', async (t) => {
    const qa = await visit(t);
    await qa.pay({ number: '4000000000000002' });
    const expected = await qa.page.locator('.verdict-expected').textContent();
    assert.equal(expected, 'As “Declined” should end: told not charged first, 0 charges in the end.');
  });

  it('compares with what the card stands for that takes the network away', async (t) => {
    const qa = await visit(t);
    await qa.pay({ number: '4000000000004251' });
    const expected = await qa.page.locator('.verdict-expected').textContent();
    assert.equal(expected, 'As “Offline” should end: told not charged first, 0 charges in the end.');
  });
});

describe('what is copied from the event log', () => {
  const CANARY = { number: '378282246310005', expiry: '11/41', cvc: '9137' };
  const SECRETS = [
    /3782.?822463/,
    /(?<!\w)9137(?!\w)/,
    /\b11.{1,3}(20)?41\b/,
    /"exp_year":\s*\d/,
    /sandbox_(test|live)_\w{6}/,
  ];

  for (const button of ['Copy report', 'Copy JSON']) {
    it(`has no card and no key in it: ${button}`, async (t) => {
      const qa = await visit(t);
      await qa.pay(CANARY);
      await qa.verdict('1 charge, told paid: right');
      const text = await qa.copy(button);
      const found = SECRETS.filter((secret) =>
        secret.test(text.replace(/\d\d:\d\d:\d\d([.,]\d+)?|"(at|duration|time)": ?[^,]*/g, '')),
      );
      assert.deepEqual([found, text.includes('•••• 0005')], [[], true]);
    });
  }

  it('is a report in Markdown: what to report, how to get there, what happened and what was charged', async (t) => {
    const qa = await visit(t, '?amount=1234&lang=de');
    await qa.frame.locator('body').waitFor();
    await qa.page.getByLabel('Filter by text').fill('nothing has this');
    const report = await qa.copy('Copy report');
    const parts = [
      '## payment-widget: Nothing paid yet, nothing charged',
      `**Reproduce:** <${demo.shopUrl}/qa/?amount=1234&lang=de>`,
      `- Order: ${qa.reference}`,
      '- Browser: Mozilla/5.0',
      '| Time | After | Who | What | Duration |',
      '| → proxy | **GET /qa/test/config** |',
      'Empty: nothing was charged for this order.',
      '<details><summary>',
    ];
    assert.deepEqual(
      parts.filter((part) => !report.includes(part)),
      [],
    );
  });

  it('is a report whose link brings back the scenario of a card, too', async (t) => {
    const qa = await visit(t);
    await qa.pay({ number: '4000000000000002' });
    await qa.verdict('0 charges, told not charged: right');
    const report = await qa.copy('Copy report');
    const parts = [
      `**Reproduce:** <${demo.shopUrl}/qa/?scenario=declined>`,
      '- Scenario: Declined, of the last payment; the link sets it by the switch',
    ];
    assert.deepEqual(
      parts.filter((part) => !report.includes(part)),
      [],
    );
  });

  it('is JSON that can be read by a program', async (t) => {
    const qa = await visit(t);
    await qa.pay();
    await qa.verdict('1 charge, told paid: right');
    const { verdict, ledger, entries } = JSON.parse(await qa.copy('Copy JSON')) as Pick<
      Report,
      'verdict' | 'ledger' | 'entries'
    >;
    const isTold = entries.some(({ title }) => title === 'payment-success');
    assert.deepEqual([verdict.judgement, ledger?.length, isTold], ['right', 1, true]);
  });

  it('is shown to be copied by hand where a page may not copy', async (t) => {
    const qa = await visit(t);
    await qa.page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
    });
    await qa.page.getByRole('button', { name: 'Copy report' }).click();
    assert.match(await qa.page.getByRole('textbox', { name: 'Copy report' }).inputValue(), /^## payment-widget/);
  });
});

describe('the list of the event log', () => {
  it('is one stop for Tab; arrows lead on, and Enter opens an entry', async (t) => {
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

  const atEnd = (log: Element) => log.scrollHeight - log.scrollTop - log.clientHeight < 24;

  it('follows the end, with hundreds of entries', async (t) => {
    const qa = await visit(t);
    await ask(qa.reference, 150);
    await qa.page.locator('.log-head').nth(305).waitFor({ state: 'attached' });
    await qa.page.waitForFunction(() => {
      const log = document.querySelector('.log-scroll');
      return log && log.scrollHeight > log.clientHeight && log.scrollHeight - log.scrollTop - log.clientHeight < 24;
    });
  });

  it('stays where somebody has scrolled to, and offers the way to what is new', async (t) => {
    const qa = await visit(t);
    await ask(qa.reference, 20);
    await qa.exchange(CONFIG, 21); // with the page's own; what is told of one is heard a little later
    const log = qa.page.locator('.log-scroll');
    await log.evaluate((element) => {
      element.scrollTop = 0;
    });
    await qa.page.getByRole('button', { name: 'To the newest' }).waitFor();
    await ask(qa.reference, 1);
    const button = qa.page.getByRole('button', { name: '2 new' });
    await button.waitFor();
    const before = await log.evaluate(({ scrollTop }) => scrollTop);
    await button.click();
    await button.waitFor({ state: 'detached' });
    assert.deepEqual([before, await log.evaluate(atEnd)], [0, true]);
  });
});

describe('the event log, looked at by axe', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no fault, ${colorScheme}, with an open entry and the ledger`, async (t) => {
      const qa = await visit(t);
      await qa.page.emulateMedia({ colorScheme });
      await qa.pay();
      await qa.verdict('1 charge, told paid: right');
      await qa.page.locator('.ledger summary').click();
      await qa.page.locator('.log-head', { hasText: 'POST /v1/payments' }).first().click();
      await qa.page.evaluate(axe);
      const results = await qa.page.evaluate(() =>
        (window as unknown as { axe: { run(where: object): Promise<AxeResults> } }).axe.run({
          include: ['qa-event-log'],
        }),
      );
      assert.deepEqual(
        results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))]),
        [],
      );
    });
  }

  it('has room on a phone: nothing is wider than it', async (t) => {
    const qa = await visit(t);
    await qa.page.setViewportSize({ width: 320, height: 700 });
    await qa.page.locator('.areas label', { hasText: 'Log' }).click();
    await qa.page.locator('.log-head').last().click();
    const [width, room] = await qa.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.equal(width, room);
  });
});
