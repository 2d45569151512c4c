import type { Browser, FrameLocator, Page } from 'playwright-core';
import type { Scope } from '../../support/scope.js';
import { copiedText, replaceClipboard } from './clipboard.js';

export const CARD = { number: '4242424242424242', expiry: '12/30', cvc: '123', name: 'Ada Lovelace' };

/** The QA page with its event log in view. */
export interface QaVisit {
  readonly page: Page;
  readonly frame: FrameLocator;
  readonly reference: string;
  /** Fills in a card and submits it with Enter. */
  pay(card?: Partial<typeof CARD>): Promise<void>;
  /** Waits for the verdict. */
  verdict(title: string): Promise<void>;
  /** Waits for an entry. */
  entry(title: string): Promise<void>;
  /** Waits until this many requests of that name are logged, each with its response. */
  exchange(request: string, count?: number): Promise<void>;
  /** Source and title of the visible entries, in order. */
  entries(): Promise<string[]>;
  /** Presses a copy button and returns the copied text. */
  copy(button: string): Promise<string>;
}

/** @param prepare - runs in the page and its frame before their scripts */
export async function visitQa(
  t: Scope,
  browser: Browser,
  shopUrl: string,
  query = '',
  prepare?: () => void,
): Promise<QaVisit> {
  const context = await browser.newContext({ viewport: { width: 1500, height: 900 } });
  if (prepare) await context.addInitScript(prepare);
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(`${shopUrl}/qa/${query}`);
  const frame = page.frameLocator('iframe');
  await page.locator('.log-title', { hasText: 'payment-ready' }).waitFor();

  return {
    page,
    frame,
    reference: new URL(page.url()).searchParams.get('reference') ?? '',
    async pay(card) {
      const { number, expiry, cvc, name } = { ...CARD, ...card };
      await frame.getByLabel('Card number').fill(number);
      await frame.getByLabel('Expiry date').fill(expiry);
      await frame.getByLabel('Security code').fill(cvc);
      await frame.getByLabel('Name on card').fill(name);
      await page.keyboard.press('Enter');
    },
    verdict: (title) => page.locator('.verdict-title', { hasText: title }).waitFor(),
    entry: (title) => page.locator('.log-title', { hasText: title }).first().waitFor(),
    exchange: (request, count = 1) =>
      page
        .locator('.log-head', { hasText: request }) // a response names it, too
        .nth(2 * count - 1)
        .waitFor({ state: 'attached' }),
    entries: () =>
      page
        .locator('.log-head')
        .evaluateAll((heads) =>
          heads.map((head) =>
            ['.log-source', '.log-title'].map((part) => head.querySelector(part)?.textContent).join(' '),
          ),
        ),
    async copy(button) {
      await replaceClipboard(page);
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByText(`${button}: copied`).waitFor();
      return (await copiedText(page)) ?? '';
    },
  };
}
