import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = process.cwd();

interface Row {
  readonly name: string;
  readonly passed: boolean;
  readonly size: number;
}

describe('the built files', () => {
  const args = [join(ROOT, 'node_modules/size-limit/bin.js'), '--config', 'tools/size-limit.js', '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  assert.ok(stdout, stderr);

  for (const { name, passed, size } of JSON.parse(stdout) as Row[]) {
    it(`stay within tools/size-limit.js: ${name}`, () => {
      assert.deepEqual([passed, size > 0], [true, true], `${size} bytes with brotli`);
    });
  }
});
