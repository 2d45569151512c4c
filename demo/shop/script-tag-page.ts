import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Orders } from './orders.js';

/** Where the server inserts the token. */
const PLACEHOLDER = '{order-token}';

/** Serves the script-tag page with an order token, as a server that renders its checkout page would. */
export function createScriptTagPage(pages: string, orders: Orders, policy: string) {
  const render = async () => {
    const { token } = await orders.payable(orders.first);
    return (await readFile(join(pages, 'script-tag/index.html'), 'utf8')).replace(PLACEHOLDER, token);
  };
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store', // the token expires
  };
  return (_request: IncomingMessage, response: ServerResponse): void => {
    render().then(
      (page) => response.writeHead(200, headers).end(page),
      () => response.writeHead(404).end(), // the pages are not built
    );
  };
}
