import type { Page } from 'playwright-core';

/** Types a card into the form, by keys, as a shopper does. */
export async function typeCard(page: Page, number: string): Promise<void> {
  for (const [id, text] of [
    ['cc-number', number],
    ['cc-exp', '1230'],
    ['cc-csc', '123'],
    ['cc-name', 'Ada Lovelace'],
  ] as const) {
    await page.locator(`payment-widget #${id}`).pressSequentially(text);
  }
}

/** Everything that a page complains of: lines of the console, errors of scripts, and violations of its policy. */
export async function listenForComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`violates ${violatedDirective}: ${blockedURI}`);
    });
  });
  return complaints;
}
