import type { Browser, Locator, Page } from 'playwright-core';
import type { Scope } from '../support/scope.js';
import { listenForComplaints, typeCard } from '../support/shopper.js';
import { startShop, type Pages } from './shop.js';

/** What is looked at of the body of a payment. */
interface SentPayment {
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A shopper at a checkout, whose shop and payments service nobody else uses. */
export interface Visit {
  readonly page: Page;
  readonly widget: Locator;
  /** Everything that the console of the browser says. */
  readonly complaints: readonly string[];
  /** Warnings and errors of the page, but for what Lit says of every build that is for development. */
  readonly warnings: readonly string[];
  /** The payments that the page has sent. */
  readonly sent: readonly SentPayment[];
  /** Types a whole card. */
  readonly typeCard: () => Promise<void>;
  /** What is in the fields. */
  readonly typed: () => Promise<string[]>;
  /** Presses a button by the keyboard, of the page or of the form. */
  readonly press: (name: string) => Promise<void>;
  /** What the page says of the outcome, once it says anything. */
  readonly outcome: () => Promise<string | null>;
  /** The amounts that the service has charged. */
  readonly charged: () => readonly number[];
}

export async function visit(t: Scope, browser: Browser, pages: Pages): Promise<Visit> {
  const { url, sandbox } = await startShop(t, pages);
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000); // in development a page is built when it is opened
  const widget = page.locator('payment-widget');
  const complaints = await listenForComplaints(page);
  t.after(() => page.close());
  const warnings: string[] = [];
  page.on('pageerror', ({ message }) => warnings.push(message));
  page.on('console', (message) => {
    const isOfLit = message.text().startsWith('Lit is in dev mode.');
    if (/error|warning/.test(message.type()) && !isOfLit) warnings.push(message.text());
  });
  const sent: SentPayment[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/pay/v1/payments')) sent.push(request.postDataJSON() as SentPayment);
  });
  await page.goto(url);
  await widget.getByLabel('Card number').waitFor();
  return {
    page,
    widget,
    complaints,
    warnings,
    sent,
    typeCard: () => typeCard(page, '4242424242424242'),
    typed: () => widget.locator('input').evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value)),
    press: (name) => page.getByRole('button', { name, exact: true }).press('Enter'),
    outcome: async () => {
      const line = page.locator('p[role=status]').filter({ hasText: /\S/ });
      await line.waitFor();
      return line.textContent();
    },
    charged: () => sandbox.ledger.entries().map(({ amount }) => amount),
  };
}
