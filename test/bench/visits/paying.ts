import type { SentFile } from '../server.js';
import { PAN } from './typing.js';
import { inTime, visitPage, type Visit } from './visit.js';

export interface Paying {
  /** From the click to the arrival of the request, in ms. */
  readonly clickToRequest: number | undefined;
  /** Scripts and styles that were loaded until then. */
  readonly files: readonly SentFile[];
}

/** Types a card and pays; of what has no fields of its own, only loads it. */
export const paying: Visit<Paying> = {
  name: 'paying',
  takes: ({ id }) => id !== 'empty',
  async run(lab, contender) {
    const { form } = contender;
    lab.server.takeSent();
    const sent = () => lab.server.takeSent().filter(({ path }) => !path.endsWith('.html'));
    return visitPage(lab, contender, { before: clockClick }, async ({ page, cdp }) => {
      await page.waitForLoadState('networkidle');
      if (!form) return { clickToRequest: undefined, files: sent() };
      const typed = { [form.number]: PAN, [form.expiry]: '1230', [form.cvc]: '123', [form.name]: 'Ada Lovelace' };
      for (const [selector, text] of Object.entries(typed)) {
        await page.locator(selector).first().pressSequentially(text);
      }
      await page.waitForLoadState('networkidle');
      const clicked = new Promise<number>((resolve) => {
        cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
          if (name === 'benchClick') resolve(Number(payload));
        });
      });
      await cdp.send('Runtime.addBinding', { name: 'benchClick' });
      const arrived = lab.server.nextPayment();
      await page.locator(form.pay).first().click({ noWaitAfter: true });
      const { at } = await inTime(arrived, `a payment of ${contender.id}`);
      return { clickToRequest: at - (await inTime(clicked, 'the click')), files: sent() };
    });
  },
};

/** Runs in the page. It tells when the button was clicked, but not before the page has done what it does then. */
function clockClick(): void {
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
