import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner';
import type { Commands } from '../commands.js';

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
