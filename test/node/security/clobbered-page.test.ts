import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { chromium } from 'playwright-core';
import sirv from 'sirv';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';

/**
 * A browser lets an element with a name stand in for a property of the document (DOM clobbering), so that somebody who can
 * only put markup into a page, such as a comment with a picture, can change what a script finds there.
 */

const files = sirv(join(import.meta.dirname, '../../../dist'), { dev: true });

/** Starts a server for the time of a test. */
async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0);
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

describe('a page with an element that is called like a property of the document', () => {
  it('loads the languages from beside the script, and nothing from where that element leads', async (t) => {
    const asked: (string | undefined)[] = [];
    const elsewhere = await serve(t, (request, response) => {
      if (request.url !== '/picture/') asked.push(request.url);
      response.end();
    });
    const shop = await serve(t, (request, response) => {
      files(request, response, () => {
        if (request.url !== '/') response.writeHead(404).end();
        else
          response.setHeader('Content-Type', 'text/html').end(`<!doctype html><html lang="de">
            <img name="currentScript" src="${elsewhere}/picture/" />
            <script src="/payment-widget.js"></script>
            <payment-widget proxy-url="/pay" amount="4999" currency="EUR"></payment-widget></html>`);
      });
    });
    const browser = await chromium.launch({ executablePath: await findHeadlessChromium(), args: chromiumArgs() });
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(shop);
    await page.getByText('Kartennummer').waitFor(); // after a moment in English, where the machine is slow
    assert.deepEqual(asked, []);
  });
});
