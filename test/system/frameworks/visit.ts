import type { Browser, Locator, Page } from 'playwright-core';
import type { Scope } from '../../support/scope.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';
import { startShop, type Pages } from './shop.js';

/** The part of a payment that tests read. */
interface SentPayment {
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A shopper at a checkout with a shop and sandbox of its own. */
export interface Visit {
  readonly page: Page;
  readonly widget: Locator;
  /** All console messages. */
  readonly complaints: readonly string[];
  /** Warnings and errors of the page, without Lit's notice about development builds. */
  readonly warnings: readonly string[];
  /** Payments that the page sent. */
  readonly sent: readonly SentPayment[];
  /** Types a whole card. */
  readonly typeCard: () => Promise<void>;
  /** Values of the fields. */
  readonly typed: () => Promise<string[]>;
  /** Presses a button of the page or form by keyboard. */
  readonly press: (name: string) => Promise<void>;
  /** Waits for the outcome that the page shows. */
  readonly outcome: () => Promise<string | null>;
  /** Charged amounts. */
  readonly charged: () => readonly number[];
}

export async function visit(t: Scope, browser: Browser, pages: Pages): Promise<Visit> {
  const { url, sandbox } = await startShop(t, pages);
  const page = await browser.newPage();
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
