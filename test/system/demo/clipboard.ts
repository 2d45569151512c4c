import type { Page } from 'playwright-core';

/** Gives a page a clipboard of its own: the browser's is shared by all test files. */
export async function replaceClipboard(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => {
      Object.assign(window, { copied: text });
      return Promise.resolve();
    };
  });
}

export const copiedText = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (window as { copied?: string }).copied);
