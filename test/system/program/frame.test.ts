import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Frame } from 'playwright-core';
import { openBrowser } from '../../support/browser.js';
import { startServer } from '../../support/node-servers.js';
import { programSettings, startProgram } from '../../support/program.js';

/** The host of the pages is `localhost`, that of the program `127.0.0.1`: another site. */
describe('the frame of isolated mode, from the program', () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  /** Starts a page with the frame, and opens it. */
  async function openPage(t: TestContext, { headers = {}, isListed = true } = {}) {
    let proxyUrl = '';
    const origin = await startServer(t, (_request, response) => {
      const html = `<!doctype html><iframe src="${proxyUrl}/frame"></iframe>`;
      response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end(html);
    });
    const FRAME_ANCESTORS = isListed ? `https://shop.example,${origin}` : 'https://shop.example';
    ({ proxyUrl } = await startProgram(t, {
      ...(await programSettings(t, 'http://localhost:1')),
      FRAME_ANCESTORS,
    }));
    const page = await browser.newPage();
    t.after(() => page.close());
    const loaded = new Map<string, number>();
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/.test(message.text())) violations.push(message.text());
    });
    page.on('response', (response) => {
      loaded.set(response.url().replace(/^.*\/frame\/\w+\//, ''), response.status());
    });
    await page.goto(origin, { waitUntil: 'networkidle' });
    return { frame: page.frames()[1] as Frame, loaded, violations };
  }

  for (const [what, headers] of [
    ['a listed origin', {}],
    ['a listed origin with Cross-Origin-Embedder-Policy', { 'Cross-Origin-Embedder-Policy': 'require-corp' }],
  ] as const) {
    it(`shows in a page of ${what}`, async (t) => {
      const { frame, loaded, violations } = await openPage(t, { headers });
      assert.equal(await frame.evaluate(() => window.originAgentCluster), true);
      assert.deepEqual([loaded.get('payment-widget.js'), loaded.get('behaviour.js'), violations], [200, 200, []]);
    });
  }

  it('does not show in a page of another origin', async (t) => {
    const { frame, loaded, violations } = await openPage(t, { isListed: false });
    assert.equal(frame.url(), 'chrome-error://chromewebdata/');
    assert.deepEqual([loaded.get('payment-widget.js'), violations.length > 0], [undefined, true]);
  });
});
