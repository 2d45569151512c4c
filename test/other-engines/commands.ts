import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner';
import type { ChromeLauncher } from '@web/test-runner-chrome';
import type { Commands } from '../support/commands.js';

type Page = ReturnType<ChromeLauncher['getPage']>;

type AnyCommands = Readonly<Record<string, (argument: unknown) => Promise<void>>>;

/** The server side of `command` in commands.ts: input that @web/test-runner-commands does not offer. */
export function commandsPlugin(commandsOf: (page: never) => Commands): TestRunnerPlugin {
  return {
    name: 'commands',
    async executeCommand({ command, payload, session }) {
      const browser = session.browser as BrowserLauncher & { getPage(id: string): never };
      const commands = commandsOf(browser.getPage(session.id)) as unknown as AnyCommands;
      if (!(command in commands)) return undefined;
      await commands[command]?.((payload as { argument: unknown }).argument);
      return true;
    },
  };
}

/** Puppeteer's connection, missing in its types. */
interface Connection {
  send(method: string, params: object): Promise<{ readonly result: unknown }>;
}

interface Evaluation {
  readonly exceptionDetails?: { readonly text: string };
}

/** Commands by WebDriver BiDi and by scripts in the browser window, which can do what WebDriver cannot. */
export const firefoxCommands = (page: Page): Commands => ({
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

/** Commands by WebDriver, which has keys and a mouse only. */
export const webkitCommands = (): Commands => ({
  compose: () => cannot('compose with an input method'),
  commit: () => cannot('commit what an input method has composed'),
});

function cannot(what: string): Promise<never> {
  return Promise.reject(new Error(`WebKit’s driver cannot ${what}.`));
}
