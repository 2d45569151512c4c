import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner';
import type { ChromeLauncher } from '@web/test-runner-chrome';

type Page = ReturnType<ChromeLauncher['getPage']>;
type Client = Awaited<ReturnType<Page['createCDPSession']>>;

const clients = new WeakMap<Page, Client>();

/** The server side of `cdp` in commands.ts. The runner has no command for the DevTools protocol. */
export const cdpPlugin: TestRunnerPlugin = {
  name: 'cdp',
  async executeCommand({ command, payload, session }) {
    if (command !== 'cdp') return undefined;
    const { method, params } = payload as { method: Parameters<Client['send']>[0]; params?: object };
    const browser = session.browser as BrowserLauncher & Pick<ChromeLauncher, 'getPage'>;
    const client = await clientOf(browser.getPage(session.id));
    return client.send(method, params).catch((error: unknown) => ({ error: String(error) })); // the runner would log it
  },
};

/** The session of a page; one for each test file. */
export async function clientOf(page: Page): Promise<Client> {
  const open = clients.get(page);
  if (open) return open;
  const client = await page.createCDPSession();
  clients.set(page, client);
  page.on('framenavigated', function closeAtEnd() {
    if (page.url() !== 'about:blank') return; // the runner ends a test file there and reuses the page
    page.off('framenavigated', closeAtEnd);
    clients.delete(page);
    void client.detach().catch(() => undefined); // the browser may already be closed
  });
  return client;
}
