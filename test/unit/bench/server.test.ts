import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ISOLATED } from '../../bench/contenders.js';
import { startBenchServer, type BenchServer } from '../../bench/server.js';

describe('the server of the benchmark', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  let server: BenchServer;
  const frame = () => fetch(`${server.paymentOrigin}/pay/frame`);

  before(async () => {
    mkdirSync(join(folder, ISOLATED.id));
    writeFileSync(join(folder, ISOLATED.id, 'page.html'), '<payment-widget proxy-url="{payment-origin}/pay">');
    writeFileSync(join(folder, ISOLATED.id, 'frame.js'), 'let form;');
    server = await startBenchServer(folder);
  });

  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('serves the frame of isolated mode from an origin of its own', async () => {
    const page = await fetch(`${server.url}/${ISOLATED.id}/page.html`);
    assert.notEqual(server.paymentOrigin, server.url);
    assert.equal(await page.text(), `<payment-widget proxy-url="${server.paymentOrigin}/pay">`);
  });

  it('lets a cross-origin isolated page load the frame', async () => {
    const { headers } = await frame();
    assert.equal(headers.get('Cross-Origin-Embedder-Policy'), 'require-corp');
    assert.equal(headers.get('Cross-Origin-Resource-Policy'), 'cross-origin');
    assert.match(headers.get('Content-Security-Policy') ?? '', new RegExp(`frame-ancestors ${server.url}$`));
  });

  it('counts the compressed files of the frame apart from those of the page', async () => {
    server.takeSentFiles();
    const src = /src="([^"]+)"/.exec(await (await frame()).text())?.[1] ?? '';
    const script = await fetch(new URL(src, `${server.paymentOrigin}/pay/frame`));
    await fetch(`${server.url}/${ISOLATED.id}/frame.js`);
    assert.equal(script.headers.get('Content-Encoding'), 'br');
    assert.deepEqual(
      server.takeSentFiles().map(({ path, isInFrame }) => [path, isInFrame]),
      [
        ['frame.html', true],
        ['frame/frame.js', true],
        [`/${ISOLATED.id}/frame.js`, false],
      ],
    );
  });
});
