import type { SentFile } from '../server.js';
import { expectCall } from './frame-session.js';
import { PAN } from './typing.js';
import { openPage, withTimeout, type Scenario } from './scenario.js';

export interface Payment {
  /** Time from the click until the request arrives, in ms. */
  readonly clickToRequest: number | undefined;
  /** Scripts and stylesheets loaded until the payment, and the document in the frame. */
  readonly files: readonly SentFile[];
  /** Whether the fields are in frames. */
  readonly hasFrames: boolean;
}

/** Types a card and pays. Only loads forms whose fields are in frames of a vendor. */
const payment = (throttle: number): Scenario<Payment> => ({
  name: `payment at ${throttle}×`,
  appliesTo: ({ form }) => throttle === 1 || form !== undefined,
  async run(environment, contender) {
    const { form: fields } = contender;
    const hasFrames = contender.frame !== undefined;
    environment.server.takeSentFiles();
    const sent = () =>
      environment.server.takeSentFiles().filter(({ path, isInFrame }) => isInFrame || !path.endsWith('.html'));
    return openPage(environment, contender, { throttle, before: reportClick }, async ({ form, formSession, idle }) => {
      await idle();
      if (!fields) return { clickToRequest: undefined, files: sent(), hasFrames };
      const { number, expiry, cvc, name, pay } = fields;
      const typed = { [number]: PAN, [expiry]: '1230', [cvc]: '123', [name]: 'Ada Lovelace' };
      for (const [selector, text] of Object.entries(typed)) {
        await form.locator(selector).first().pressSequentially(text);
      }
      await idle(); // for files loaded while typing
      const { payload: clicked } = await expectCall(formSession, 'benchClick');
      const arrived = environment.server.nextPayment();
      await form.locator(pay).first().click({ noWaitAfter: true });
      const { at } = await withTimeout(arrived, `a payment of ${contender.id}`);
      const clickedAt = Number(await withTimeout(clicked, 'the click'));
      return { clickToRequest: at - clickedAt, files: sent(), hasFrames };
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
