import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { close, listen } from '../../../src/node-server/listen.js';
import { findScenario } from '../../../src/sandbox/scenarios.js';
import { launchChromium } from '../../support/browser.js';
import { findWholeChromium } from '../../support/chromium.js';
import { withDemo, type DemoContext } from '../../support/demo.js';
import { visit, type Visit } from '../../support/engines/visit.js';
import { typeCard } from '../../support/shopper.js';
import { until } from '../../support/until.js';

const CARD = findScenario('bank_confirmed')?.card ?? '';
const BANK_TITLE = 'Confirm the payment with your bank';

const createOrder = async ({ shopUrl }: DemoContext) => {
  const response = await fetch(`${shopUrl}/orders`, { method: 'POST' });
  return ((await response.json()) as { reference: string }).reference;
};

/** The payment was sent once at most, and charged as often as expected. */
function assertCharges({ sandbox }: DemoContext, reference: string, charges: number): void {
  assert.equal(sandbox.ledger.entries(reference).length, charges);
  const sent = sandbox.log.entries().filter((entry) => JSON.stringify(entry).includes(reference));
  assert.equal(sent.length, 1);
}

for (const engine of ['firefox', 'webkit'] as const) {
  describe(`the page of the bank in ${engine}`, () => {
    const context = withDemo();
    let visited: Visit;
    let reference: string;

    before(async () => {
      visited = await visit(engine);
    });
    after(() => visited.close());
    beforeEach(async () => {
      reference = await createOrder(context);
    });

    /** Waits for a condition in the page, also while another one loads. */
    const wait = (condition: () => unknown) =>
      until(() =>
        visited.page.evaluate(condition).then(
          (met) => met === true,
          () => false,
        ),
      );

    async function goToBank(): Promise<void> {
      const { page } = visited;
      await page.goto(`${context.shopUrl}/?order=${reference}`);
      await wait(() => document.querySelector('payment-widget')?.state === 'ready');
      await page.evaluate(() => {
        document.querySelector('payment-widget')?.focus();
      });
      for (const text of [CARD, '1230', '123']) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.type('Ada Lovelace');
      await page.keyboard.press('Enter');
      await wait(() => location.pathname === '/challenge' && document.querySelector('button') !== null);
    }

    const press = (answer: string) =>
      visited.page.evaluate((value) => {
        document.querySelector<HTMLElement>(`button[value="${value}"]`)?.click();
      }, answer);

    it('is shown, and leads back to the paid order', async () => {
      await goToBank();
      await press('confirm');
      await wait(() => document.querySelector('payment-widget')?.state === 'paid');
      assertCharges(context, reference, 1);
    });

    it('is offered again after Back', async () => {
      await goToBank();
      await visited.page.evaluate(() => {
        history.back();
      });
      await wait(
        () =>
          document.querySelector('payment-widget')?.shadowRoot?.querySelector('[part="action-button"]') instanceof
          HTMLElement,
      );
      await visited.page.evaluate(() => {
        document
          .querySelector('payment-widget')
          ?.shadowRoot?.querySelector<HTMLElement>('[part="action-button"]')
          ?.click();
      });
      await wait(() => location.pathname === '/challenge' && document.querySelector('button') !== null);
      await press('confirm');
      await wait(() => document.querySelector('payment-widget')?.state === 'paid');
      assertCharges(context, reference, 1);
    });
  });
}

describe('Back from the bank to a page from the back/forward cache', () => {
  const context = withDemo();
  let inBrowser: Browser;
  let page: Page;
  let reference: string;

  before(async () => {
    const ignoreDefaultArgs = ['--disable-back-forward-cache']; // Playwright disables it
    inBrowser = await launchChromium({ executablePath: await findWholeChromium(), ignoreDefaultArgs });
  });
  after(() => inBrowser.close());
  beforeEach(async () => {
    reference = await createOrder(context);
    page = await inBrowser.newPage();
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) document.documentElement.dataset['persisted'] = '';
      });
    });
    // The demo serves its pages with no-store, which keeps them out of that cache.
    await page.route(
      ({ search }) => search.startsWith('?order='),
      async (route) => {
        const response = await route.fetch();
        const { 'cache-control': _, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      },
    );
    await page.goto(`${context.shopUrl}/?order=${reference}`);
    await typeCard(page, CARD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${context.demo.serviceUrl}/challenge`);
  });
  afterEach(() => page.close());

  it('offers the way to the bank, and no second payment', async () => {
    await page.goBack({ waitUntil: 'commit' }); // such a page fires no load event
    await page.locator('html[data-persisted]').waitFor();
    await page.locator('[part="result-title"]', { hasText: BANK_TITLE }).waitFor();
    assert.equal(await page.locator('[part~="pay-button"]').count(), 0);
    await page.locator('[part="action-button"]').click();
    await page.waitForURL(`${context.demo.serviceUrl}/challenge`);
    await page.locator('button[value="confirm"]').click();
    await page.getByText('Payment successful').waitFor();
    assertCharges(context, reference, 1);
  });

  it('shows what another window has confirmed meanwhile', async () => {
    const fields = await page.locator('input[name="challenge"]').inputValue();
    const answer = new URLSearchParams({ challenge: fields, answer: 'confirm' });
    await fetch(`${context.demo.serviceUrl}/challenge/answer`, { method: 'POST', body: answer, redirect: 'manual' });
    await page.goBack({ waitUntil: 'commit' }); // such a page fires no load event
    await page.locator('html[data-persisted]').waitFor();
    await page.getByText('Payment successful').waitFor();
    assertCharges(context, reference, 1);
  });
});

describe('a shop in a frame of another site', () => {
  const context = withDemo();
  let outer: Server;
  let outerUrl: string;
  let browser: BrowserContext;
  let page: Page;
  let shop: FrameLocator;
  let reference: string;

  before(async () => {
    outer = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://outer.invalid');
      const sandbox = searchParams.get('sandbox');
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>Outer</title><style>iframe { width: 600px; height: 1200px }</style>
        <iframe src="${context.shopUrl}/?order=${searchParams.get('order') ?? ''}" ${sandbox ? `sandbox="${sandbox}"` : ''}></iframe>`);
    });
    outerUrl = (await listen(outer, 0)).replace('localhost', '127.0.0.1'); // another site
  });
  after(() => close(outer));
  beforeEach(async () => {
    reference = await createOrder(context);
    browser = await context.browser.newContext();
    page = await browser.newPage();
    shop = page.frameLocator('iframe');
  });
  afterEach(() => browser.close());

  async function pay(sandbox = ''): Promise<void> {
    await page.goto(`${outerUrl}/?${new URLSearchParams({ order: reference, sandbox })}`);
    for (const [id, value] of [
      ['cc-number', CARD],
      ['cc-exp', '12/30'],
      ['cc-csc', '123'],
      ['cc-name', 'Ada Lovelace'],
    ] as const) {
      await shop.locator(`payment-widget #${id}`).fill(value);
    }
    await shop.locator('[part~="pay-button"]').click();
  }

  const confirmAtBank = async () => {
    await page.waitForURL(`${context.demo.serviceUrl}/challenge`);
    await page.locator('button[value="confirm"]').click();
    await page.locator('[part="result-title"]').waitFor();
  };

  it('leads the whole window to the bank, and back to the checkout', async () => {
    await pay();
    await confirmAtBank();
    await page.waitForURL(`${context.shopUrl}/?order=${reference}`);
  });

  it('shows the panel if the frame may not leave, and charges nothing', async () => {
    await pay('allow-scripts allow-same-origin allow-forms');
    await shop.locator('[part="result-title"]', { hasText: BANK_TITLE }).waitFor();
    await shop.locator('[part="action-button"]').click();
    assert.equal(new URL(page.url()).origin, outerUrl);
    assertCharges(context, reference, 0);
  });
});

describe('an action with GET', () => {
  const context = withDemo();
  let page: Page;
  let reference: string;

  beforeEach(async () => {
    reference = await createOrder(context);
    page = await context.browser.newPage();
    await page.route('**/pay/v1/payments', async (route) => {
      const response = await route.fetch();
      const { next_action: action, ...rest } = (await response.json()) as {
        next_action: { url: string; fields: Record<string, string> };
      };
      const url = `${action.url}?${new URLSearchParams(action.fields)}`;
      await route.fulfill({ response, json: { ...rest, next_action: { url, method: 'GET' } } });
    });
  });
  afterEach(() => page.close());

  it('leads to the bank, and back to the paid order', async () => {
    await page.goto(`${context.shopUrl}/?order=${reference}`);
    await typeCard(page, CARD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/challenge\?challenge=/);
    await page.locator('button[value="confirm"]').click();
    await page.getByText('Payment successful').waitFor();
    assertCharges(context, reference, 1);
  });
});
