import type { Frame, Page } from 'playwright-core';
import { median } from '../statistics.js';
import { openPage, type Scenario } from './scenario.js';

export const PAN = '4242424242424242';

export interface Typing {
  /** Median time in event listeners per key, in µs. */
  readonly handlers: number;
  /** Mean main-thread CPU time per key, in ms, including painting. */
  readonly mainThread: number;
}

interface KeyTimes {
  benchKeys: number[];
}

/** Types a card number twice. The first time is a warm-up. */
const typing = (throttle: number): Scenario<Typing> => ({
  name: `typing at ${throttle}×`,
  appliesTo: ({ form }) => form !== undefined,
  run: (environment, contender) =>
    openPage(
      environment,
      contender,
      { throttle, isIsolated: true, before: timeListeners },
      async ({ page, form, idle, metrics }) => {
        const { number = '' } = contender.form ?? {};
        await idle();
        await form.locator(number).first().click();
        await typeNumber(page, form);
        await idle(); // for files loaded on focus
        await form.locator(number).first().focus(); // some forms move the focus to the next field
        await page.keyboard.press('Control+A');
        await page.keyboard.press('Backspace');
        await form.evaluate(() => {
          (globalThis as unknown as KeyTimes).benchKeys = [];
        });
        const before = await metrics();
        await typeNumber(page, form);
        const after = await metrics();
        const keys = await form.evaluate(() => (globalThis as unknown as KeyTimes).benchKeys);
        const typed = (await form.locator(number).first().inputValue()).replace(/\D/g, '');
        if (typed !== PAN) throw new Error(`${contender.id} contains "${typed}". Expected the typed number, ${PAN}.`);
        return {
          handlers: median(keys) * 1000,
          mainThread: ((after.TaskDuration - before.TaskDuration) * 1000) / PAN.length,
        };
      },
    ),
});

export const typingAt1 = typing(1);
export const typingAt4 = typing(4);

/** Waits for a rendered frame after each key. */
async function typeNumber(page: Page, form: Frame): Promise<void> {
  for (const digit of PAN) {
    await page.keyboard.press(digit);
    await form.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => setTimeout(resolve));
        }),
    );
  }
}

/**
 * Runs in the page. Takes the time between the first listener, in the capture phase on window, and the last one, in the
 * bubble phase. Sums the times of all events of a key.
 */
function timeListeners(): void {
  const times = globalThis as unknown as KeyTimes;
  times.benchKeys = [];
  let began = 0;
  let sum = 0;
  for (const type of ['keydown', 'keypress', 'beforeinput', 'input', 'keyup']) {
    addEventListener(
      type,
      () => {
        if (type === 'keydown') sum = 0;
        began = performance.now();
      },
      true,
    );
    addEventListener('load', () => {
      // Added after load, so that it runs after the page's own listeners on window.
      addEventListener(type, () => {
        sum += performance.now() - began;
        if (type === 'keyup') times.benchKeys.push(sum);
      });
    });
  }
}
