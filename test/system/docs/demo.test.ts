import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startDemo } from '../../../demo/demo.js';
import { createDocumentation } from '../../../demo/documentation.js';
import { DEMO_PAGES } from '../../support/demo.js';

/** Starts a demo whose documentation is in a folder, and requests a page. */
async function request(root: string, path: string) {
  const { listener } = createDocumentation(root);
  const demo = await startDemo({}, DEMO_PAGES, undefined, listener);
  const response = await fetch(demo.shopUrl + path);
  const [text, { status, headers }] = [await response.text(), response];
  await demo.close();
  return { status, text, policy: headers.get('Content-Security-Policy') ?? '' };
}

describe('the documentation in the demo', () => {
  it('is served with its strict policy', async () => {
    const { status, text, policy } = await request('.', '/docs/quick-start/');
    assert.equal(status, 200);
    assert.match(text, /<h1[^>]*>.*Quick start/);
    assert.match(policy, /default-src 'none'.*require-trusted-types-for 'script'/);
  });

  it('is linked from the shop', async () => {
    assert.match((await request('.', '/')).text, /href="\/docs\/"/);
  });

  it('is replaced by a page that reloads while it is being built', async () => {
    const root = mkdtempSync(join(tmpdir(), 'docs-'));
    const { status, text } = await request(root, '/docs/');
    rmSync(root, { recursive: true });
    assert.equal(status, 503);
    assert.match(text, /http-equiv="refresh".*being built/s);
  });
});
