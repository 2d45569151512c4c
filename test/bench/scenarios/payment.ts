import type { SentFile } from '../server.js';
import { PAN } from './typing.js';
import { openPage, withTimeout, type Scenario } from './scenario.js';

export interface Payment {
  /** Time from the click until the request arrives, in ms. */
  readonly clickToRequest: number | undefined;
  /** Scripts and stylesheets loaded until the payment. */
  readonly files: readonly SentFile[];
}

/** Types a card and pays. Only loads forms whose fields are in cross-origin frames. */
const payment = (throttle: number): Scenario<Payment> => ({
  name: `payment at ${throttle}×`,
  appliesTo: ({ form }) => throttle === 1 || form !== undefined,
  async run(environment, contender) {
    const { form } = contender;
    environment.server.takeSentFiles();
    const sent = () => environment.server.takeSentFiles().filter(({ path }) => !path.endsWith('.html'));
    return openPage(environment, contender, { throttle, before: reportClick }, async ({ page, cdp, idle }) => {
      await idle();
      if (!form) return { clickToRequest: undefined, files: sent() };
      const typed = { [form.number]: PAN, [form.expiry]: '1230', [form.cvc]: '123', [form.name]: 'Ada Lovelace' };
      for (const [selector, text] of Object.entries(typed)) {
        await page.locator(selector).first().pressSequentially(text);
      }
      await idle(); // for files loaded while typing
      const clicked = new Promise<number>((resolve) => {
        cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
          if (name === 'benchClick') resolve(Number(payload));
        });
      });
      await cdp.send('Runtime.addBinding', { name: 'benchClick' });
      const arrived = environment.server.nextPayment();
      await page.locator(form.pay).first().click({ noWaitAfter: true });
      const { at } = await withTimeout(arrived, `a payment of ${contender.id}`);
      return { clickToRequest: at - (await withTimeout(clicked, 'the click')), files: sent() };
    });
  },
});

export const paymentAt1 = payment(1);
export const paymentAt4 = payment(4);

/** Runs in the page. Reports the time of the click after the page's own listeners have run. */
function reportClick(): void {
  addEventListener(
    'click',
    ({ timeStamp }) => {
      setTimeout(() => {
        const { benchClick } = globalThis as unknown as { benchClick?: (time: string) => void };
        benchClick?.(String(performance.timeOrigin + timeStamp));
      });
    },
    true,
  );
}
