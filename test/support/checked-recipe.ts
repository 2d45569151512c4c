import assert from 'node:assert/strict';
import type { FakeService } from 'payment-widget-testing/check-proxy/fake-service';
import { builtFile } from './built-file.js';
import { findingsAt, TOKEN_SECRET } from './checked-proxy.js';
import { API_KEY } from './node-proxy.js';
import type { Scope } from './scope.js';
import { temporaryFolder } from './temporary-folder.js';

/** The environment for recipes of `demo/proxies`. The store is deleted with its scope. */
export async function settingsOfRecipe(t: Scope, baseUrl: string) {
  const store = await temporaryFolder(t);
  return {
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_API_KEY: API_KEY,
    PAYMENTS_MODE: 'test',
    PAYMENTS_STORE: store,
    ORDER_TOKEN_SECRET: TOKEN_SECRET,
  };
}

/** Runs all checks against a recipe, with order tokens. */
export const checkRecipe = (url: URL, service: FakeService) =>
  findingsAt({ orderTokenSecret: TOKEN_SECRET, url, service });

/**
 * Checks that a server passes on page and files of the frame, with the headers of the proxy only.
 * @param get - default: `fetch`
 */
export async function assertFrame(
  proxyUrl: string,
  get: (url: string) => Promise<Pick<Response, 'status' | 'headers' | 'text'>> = fetch,
): Promise<void> {
  const page = await get(`${proxyUrl}/frame?lang=de`);
  const names = ['Content-Security-Policy', 'Cross-Origin-Embedder-Policy', 'X-Frame-Options'];
  const [policy = '', embedder, options] = names.map((name) => page.headers.get(name));
  assert.deepEqual([page.status, embedder, options], [200, 'require-corp', null]);
  assert.match(policy ?? '', /^default-src 'none'; [^,]*frame-ancestors https:\/\/shop\.example$/); // one policy
  const files = [...(await page.text()).matchAll(/href="(frame\/\w+\/[\w-]+\.js)"/g)].map(([, file = '']) => file);
  assert.equal(files.length, 2);
  for (const file of [...files, (files[0] ?? '').replace(/[\w-]+\.js$/, builtFile('locales/de.js').file)]) {
    const { status, headers } = await get(`${proxyUrl}/${file}`);
    const seen = [status, headers.get('Content-Type'), headers.get('Cache-Control')];
    assert.deepEqual(seen, [200, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'], file);
  }
}
