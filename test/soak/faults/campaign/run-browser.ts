import { chromium } from 'playwright-core';
import { chromiumArgs, findWholeChromium } from '../../../support/chromium.js';
import { forBrowser, playInBrowser, type BrowserStory } from './browser-order.js';
import type { OrderPlan } from './plan.js';
import { lazyDatabases } from './databases.js';
import { inLanes, quietly } from './run.js';
import { shortenTimes } from './short-times.js';

/** Orders at a time. */
const LANES = 6;

export interface BrowserViolation {
  readonly order: number;
  readonly story: BrowserStory;
}

/** Plays orders in a real Chromium with the built widget, until that number of payments. */
export async function runInBrowser(
  plans: Iterable<readonly [number: number, plan: OrderPlan]>,
  presses: number,
): Promise<{ stories: BrowserStory[]; violations: BrowserViolation[] }> {
  shortenTimes();
  const databases = lazyDatabases();
  const browser = await chromium.launch({ executablePath: await findWholeChromium(), args: chromiumArgs() });
  const stories: BrowserStory[] = [];
  const violations: BrowserViolation[] = [];
  const isEnough = () => stories.reduce((sum, story) => sum + story.presses, 0) >= presses;
  try {
    await quietly(() =>
      inLanes(LANES, plans, isEnough, async ([order, plan]) => {
        const story = await playInBrowser(browser, forBrowser(plan), databases);
        stories.push(story);
        if (story.problems.length > 0) violations.push({ order, story });
      }),
    );
  } finally {
    await browser.close();
    await databases.stop();
  }
  return { stories, violations };
}
