import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { serve } from 'payment-widget-proxy/command/http-server';

describe('the server at a socket', () => {
  it('does not delete a file in its place', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'socket-'));
    t.after(() => {
      rmSync(folder, { recursive: true });
    });
    const path = join(folder, 'payments.env');
    writeFileSync(path, 'PAYMENTS_MODE=test');
    await assert.rejects(
      serve(() => undefined, { path }),
      { code: 'EADDRINUSE' },
    );
    assert.equal(readFileSync(path, 'utf8'), 'PAYMENTS_MODE=test');
  });
});
