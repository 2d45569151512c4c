import type { Page } from 'playwright-core';
import { expectCall, openPage, withTimeout, type Scenario } from '../page.js';
import type { SentFile } from '../server.js';

const PAN = '4242424242424242';

export interface Typing {
  /** Means per key. */
  readonly mainThreadMs: number;
  readonly recalculations: number;
}

export const typingAt4: Scenario<Typing> = {
  name: 'typing at 4×',
  run: (environment, contender) =>
    openPage(
      environment,
      contender,
      { throttle: 4, isIsolated: true },
      async ({ page, idle, cpuMs, recalculations }) => {
        const number = page.locator(contender.form.number).first();
        await idle();
        await number.click();
        await idle(); // for files loaded on focus
        const before = [await cpuMs(), await recalculations()] as const;
        await typeNumber(page);
        const after = [await cpuMs(), await recalculations()] as const;
        const typed = (await number.inputValue()).replace(/\D/g, '');
        if (typed !== PAN) throw new Error(`${contender.id} contains "${typed}". Expected the typed number, ${PAN}.`);
        return {
          mainThreadMs: (after[0] - before[0]) / PAN.length,
          recalculations: (after[1] - before[1]) / PAN.length,
        };
      },
    ),
};

async function typeNumber(page: Page): Promise<void> {
  for (const digit of PAN) {
    await page.keyboard.press(digit);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => setTimeout(resolve));
        }),
    );
  }
}

export interface Payment {
  readonly clickToRequestMs: number;
  readonly files: readonly SentFile[];
}

export const paymentAt4: Scenario<Payment> = {
  name: 'payment at 4×',
  async run(environment, contender) {
    const { number, expiry, cvc, name, pay } = contender.form;
    const { server } = environment;
    server.takeSentFiles();
    return openPage(environment, contender, { throttle: 4, before: reportClick }, async ({ page, cdp, idle }) => {
      await idle();
      const typed = { [number]: PAN, [expiry]: '1230', [cvc]: '123', [name]: 'Ada Lovelace' };
      for (const [selector, text] of Object.entries(typed)) {
        await page.locator(selector).first().pressSequentially(text);
      }
      await idle(); // for files loaded while typing
      const { payload: clicked } = await expectCall(cdp, 'benchClick');
      const arrived = server.nextPayment();
      await page.locator(pay).first().click({ noWaitAfter: true });
      const arrivedAt = await withTimeout(arrived, `a payment of ${contender.id}`);
      const clickedAt = Number(await withTimeout(clicked, 'the click'));
      const files = server.takeSentFiles().filter(({ path }) => !path.endsWith('.html'));
      return { clickToRequestMs: arrivedAt - clickedAt, files };
    });
  },
};

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
