/** Steps for Playwright. `page` shows your checkout page. */

const OUTCOMES = ['payment-success', 'payment-pending', 'payment-failure', 'payment-unknown'];

/** Fills in the form, presses Pay, and resolves with the first outcome. */
export async function pay(page, number = '4242 4242 4242 4242') {
  const form = page.locator('payment-widget');
  await form.getByRole('textbox', { name: 'Card number' }).fill(number);
  await form.getByRole('textbox', { name: 'Expiry date' }).fill('12/30');
  await form.getByRole('textbox', { name: 'Security code' }).fill('123');
  await form.getByRole('textbox', { name: 'Name on card' }).fill('Ada Lovelace');
  const [outcome] = await Promise.all([nextOutcome(page), form.getByRole('button', { name: 'Pay' }).click()]);
  return outcome;
}

/** Resolves with the next outcome event. Call it before the step that causes the event. */
export function nextOutcome(page) {
  return page.evaluate(
    (types) =>
      new Promise((resolve) => {
        const report = ({ type, detail }) => resolve({ type, code: detail.error?.code, reference: detail.reference });
        for (const type of types) document.addEventListener(type, report, { once: true });
      }),
    OUTCOMES,
  );
}
