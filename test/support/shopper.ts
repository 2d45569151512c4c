import type { Page } from 'playwright-core';

/** Types a card into the form, key by key. */
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

/** The same in a form that may have come with the HTML of the page, where Enter does nothing before the script has loaded. */
export async function typeCardAndPay(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await page.locator('payment-widget:state(ready)').waitFor();
  await page.keyboard.press('Enter');
}

/** Collects console messages, uncaught errors and CSP violations of a page. Call it before the page is opened. */
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
