import type { Page } from 'playwright-core';
import { median } from '../statistics.js';
import { visitPage, type Visit } from './visit.js';

export const PAN = '4242424242424242';

export interface Typing {
  /** What the listeners of one key took, in µs: the middle one of the number. */
  readonly handlers: number;
  /** What the main thread worked for one key, drawing included, in ms of its processor. */
  readonly mainThread: number;
}

interface Clocked {
  benchKeys: number[];
}

/** Types a card number twice, the first time to warm up. */
const typing = (throttle: number): Visit<Typing> => ({
  name: `typing at ${throttle}×`,
  takes: ({ form }) => form !== undefined,
  run: (lab, contender) =>
    visitPage(lab, contender, { throttle, isIsolated: true, before: clockListeners }, async ({ page, metrics }) => {
      const { number = '' } = contender.form ?? {};
      await page.locator(number).first().click();
      await typeNumber(page);
      await page.waitForLoadState('networkidle'); // what a form loads when somebody comes to it
      await page.locator(number).first().focus(); // some go on to the next field by themselves
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Backspace');
      await page.evaluate(() => {
        (globalThis as unknown as Clocked).benchKeys = [];
      });
      const before = await metrics();
      await typeNumber(page);
      const after = await metrics();
      const keys = await page.evaluate(() => (globalThis as unknown as Clocked).benchKeys);
      const typed = (await page.locator(number).first().inputValue()).replace(/\D/g, '');
      if (typed !== PAN) throw new Error(`${contender.id} made ${typed} of the number.`);
      return {
        handlers: median(keys) * 1000,
        mainThread: ((after.TaskDuration - before.TaskDuration) * 1000) / PAN.length,
      };
    }),
});

export const typingAt1 = typing(1);
export const typingAt4 = typing(4);

/** Key by key, each when what the one before made is drawn. */
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

/**
 * Runs in the page. The window hears an event before and after everybody else, and what they put off to the end of
 * their task has run by then. For each key the times of all its events are added up.
 */
function clockListeners(): void {
  const clocked = globalThis as unknown as Clocked;
  clocked.benchKeys = [];
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
      // Behind the listeners that the page's scripts have added to the window.
      addEventListener(type, () => {
        sum += performance.now() - began;
        if (type === 'keyup') clocked.benchKeys.push(sum);
      });
    });
  }
}
