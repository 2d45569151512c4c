import type { ChromeLauncher } from '@web/test-runner-chrome';
import type { Commands } from '../commands.js';
import { together } from './together.js';

type Page = ReturnType<ChromeLauncher['getPage']>;

/** Puppeteer's connection, missing in its types. */
interface Connection {
  send(method: string, params: object): Promise<{ readonly result: unknown }>;
}

interface Evaluation {
  readonly exceptionDetails?: { readonly text: string };
}

/** Commands by WebDriver BiDi and by scripts in the browser window, which can do what WebDriver cannot. */
export const firefoxCommands = (page: Page): Commands => ({
  async emulateMedia(features) {
    const of = (name: string) => JSON.stringify(features[name] ?? 'none');
    await runInWindow(
      page,
      `Object.assign(gBrowser.selectedBrowser.browsingContext.top, {
        prefersColorSchemeOverride: ${of('prefers-color-scheme')},
        prefersReducedMotionOverride: ${of('prefers-reduced-motion')},
        forcedColorsOverride: ${of('forced-colors')},
      });
      Services.prefs.setIntPref('ui.useAccessibilityTheme', ${features['prefers-contrast'] === 'more' ? 1 : 0});`,
    );
  },
  undo: () => together(page, 'Control', 'z'),
  redo: () => together(page, 'Control', 'Shift', 'z'),
  async compose(text) {
    await runInWindow(
      page,
      `const method = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
      method.beginInputTransactionForTests(window);
      method.setPendingCompositionString(${JSON.stringify(text)});
      method.appendClauseToPendingComposition(${text.length}, method.ATTR_RAW_CLAUSE);
      method.setCaretInPendingComposition(${text.length});
      method.flushPendingComposition();
      window.inputMethodOfTheTest = method; // a collected input method would commit`,
    );
  },
  commit: (text) => runInWindow(page, `window.inputMethodOfTheTest.commitCompositionWith(${JSON.stringify(text)});`),
  touch: ({ x, y }) => page.touchscreen.tap(x, y),
  async multiClick({ x, y, count }) {
    if (count === 1) await page.mouse.move(x, y); // resets the click count
    await page.mouse.down();
    await page.mouse.up();
  },
  hold: (key) => page.keyboard.down(key),
});

/** Runs code in the window of the browser that contains the page. */
async function runInWindow(page: Page, code: string): Promise<void> {
  const { connection } = page.browser() as unknown as { readonly connection: Connection };
  const tree = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const [window] = (tree.result as { contexts: { context: string }[] }).contexts;
  const { result } = await connection.send('script.evaluate', {
    expression: `{\n${code}\n}`,
    target: { context: window?.context },
    awaitPromise: false,
  });
  const { exceptionDetails } = result as Evaluation;
  if (exceptionDetails) throw new Error(exceptionDetails.text);
}
