import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { answer, startRecorder } from '../support/node-servers.js';
import { startLab } from './faults/scene.js';

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});

after(() => browser.close());

interface Paid {
  /** How often the server received the whole payment. */
  readonly charges: number;
  /** The result of the page's only `fetch`. */
  readonly result: string;
  /** For each copy of the request: whether its connection was used before. */
  readonly reused: readonly boolean[];
}

/**
 * Pays with one `fetch` of a page, whose connection is reset or closed when the server has the request.
 * With `Connection: close` the page has no connection to reuse.
 */
async function pay(
  t: TestContext,
  kind: 'reset' | 'close',
  connection: 'keep-alive' | 'close',
  credentials: RequestCredentials = 'same-origin',
): Promise<Paid> {
  const page = '<!doctype html><link rel="icon" href="data:,">'; // prevents a request for an icon
  const server = await startRecorder(t, answer(200, page, { 'Content-Type': 'text/html', Connection: connection }));
  const lab = await startLab(t, server.url);
  lab.always({ kind, at: 'after-answer' });
  const tab = await browser.newPage();
  t.after(() => tab.close());
  await tab.goto(lab.url);
  const result = await tab.evaluate((credentials) => {
    const init = { method: 'POST', body: '{"amount":4999}', headers: { 'Idempotency-Key': 'key' }, credentials };
    return fetch('/v1/payments', init).then(({ status }) => String(status), String);
  }, credentials);
  await Promise.all(lab.seen.map(({ done }) => done));
  const charges = server.requests.filter(({ body }) => body === '{"amount":4999}').length;
  return { charges, result, reused: lab.seen.map(({ reused }) => reused) };
}

/**
 * Why the proxy needs an idempotency key: Chromium itself resends a request when a reused connection breaks. Measured in
 * Chromium 156: two copies on a reused connection, one on a new connection, and the page sees a single error.
 */
describe('one fetch in Chromium whose connection breaks after the charge', () => {
  for (const kind of ['reset', 'close'] as const) {
    it(`charges more than once on a reused connection (${kind})`, async (t) => {
      const { charges, result, reused } = await pay(t, kind, 'keep-alive');
      assert.deepEqual(
        { first: reused[0], isChargedAgain: charges >= 2, result },
        { first: true, isChargedAgain: true, result: 'TypeError: Failed to fetch' },
      );
    });

    // Requests with and without credentials use separate connections.
    it(`charges once without credentials, when the page was loaded with them (${kind})`, async (t) => {
      const { charges, result } = await pay(t, kind, 'keep-alive', 'omit');
      assert.deepEqual({ charges, result }, { charges: 1, result: 'TypeError: Failed to fetch' });
    });

    it(`charges once on a new connection (${kind})`, async (t) => {
      const { charges, result } = await pay(t, kind, 'close');
      assert.deepEqual({ charges, result }, { charges: 1, result: 'TypeError: Failed to fetch' });
    });
  }
});
