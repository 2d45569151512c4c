import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner';
import type { ChromeLauncher } from '@web/test-runner-chrome';

type Page = ReturnType<ChromeLauncher['getPage']>;
type Client = Awaited<ReturnType<Page['createCDPSession']>>;

const clients = new WeakMap<Page, Client>();

/**
 * Chromium's DevTools protocol, for what is about Chromium only:
 * `executeServerCommand('cdp', { method: 'Memory.getDOMCounters', params: {} })`. Other commands are in commands.ts.
 * What it emulates lasts until the end of the test file.
 */
export const cdpPlugin: TestRunnerPlugin = {
  name: 'cdp',
  async executeCommand({ command, payload, session }) {
    if (command !== 'cdp') return undefined;
    const { method, params } = payload as { method: Parameters<Client['send']>[0]; params?: object };
    const browser = session.browser as BrowserLauncher & Pick<ChromeLauncher, 'getPage'>;
    const client = await clientOf(browser.getPage(session.id));
    return client.send(method, params);
  },
};

/** The protocol's connection to a page, kept for its test file. */
export async function clientOf(page: Page): Promise<Client> {
  const open = clients.get(page);
  if (open) return open;
  const client = await page.createCDPSession();
  clients.set(page, client);
  page.on('framenavigated', function closeAtEnd() {
    if (page.url() !== 'about:blank') return; // where the test runner leaves a page, to use it again for the next file
    page.off('framenavigated', closeAtEnd);
    clients.delete(page);
    void client.detach().catch(() => undefined); // the browser may be gone: a run that has passed must not fail by that
  });
  return client;
}
