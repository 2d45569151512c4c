import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Serves a page in which it replaces placeholders, such as `{order-token}`.
 * @param values - returns the value of each placeholder, safe in an attribute
 */
export function createRenderedPage(file: string, policy: string, values: () => Promise<Record<string, string>>) {
  const render = async () => {
    const [page, replaced] = await Promise.all([readFile(file, 'utf8'), values()]);
    return Object.entries(replaced).reduce((text, [name, value]) => text.replace(`{${name}}`, value), page);
  };
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
  };
  return (_request: IncomingMessage, response: ServerResponse): void => {
    render().then(
      (page) => response.writeHead(200, headers).end(page),
      () => response.writeHead(404).end(), // the pages are not built
    );
  };
}
