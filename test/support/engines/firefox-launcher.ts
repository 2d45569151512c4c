import { ChromeLauncher } from '@web/test-runner-chrome';
import { firefoxOptions } from './firefox.js';

/** The test runner's launcher, with a new tab for each file: a reused tab has no keyboard focus in Firefox. */
export class FirefoxLauncher extends ChromeLauncher {
  override readonly name = 'Firefox';

  static async create(): Promise<FirefoxLauncher> {
    return new FirefoxLauncher(
      await firefoxOptions(),
      ({ browser }) => Promise.resolve(browser.defaultBrowserContext()),
      async ({ context }) => {
        const page = await context.newPage();
        page.setDefaultTimeout(0);
        return page;
      },
      undefined,
      1,
    );
  }

  override async stopSession(sessionId: string): ReturnType<ChromeLauncher['stopSession']> {
    const page = this.getPage(sessionId);
    const result = await super.stopSession(sessionId);
    (this as unknown as { inactivePages: unknown[] }).inactivePages.length = 0;
    await page.close();
    return result;
  }
}
