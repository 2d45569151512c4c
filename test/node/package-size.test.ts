import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { hasEntry } from '../../build/changelog.js';

const ROOT = join(import.meta.dirname, '../..');

interface Row {
  readonly name: string;
  readonly passed: boolean;
  readonly size: number;
}

describe('the built files', () => {
  const args = [join(ROOT, 'node_modules/size-limit/bin.js'), '--config', 'build/size-limit.js', '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  assert.ok(stdout, stderr);

  for (const { name, passed, size } of JSON.parse(stdout) as Row[]) {
    it(`are no larger than they may be (build/size-limit.js): ${name}`, () => {
      assert.deepEqual([passed, size > 0], [true, true], `${size} bytes with brotli`);
    });
  }
});

describe('an entry of the changelog', () => {
  const changelog = '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- A thing.\n';

  it('is there for a version that has something in it', () => {
    assert.equal(hasEntry(changelog, '0.2.0'), true);
  });

  it('is missing for a version that has none', () => {
    assert.equal(hasEntry(changelog, '0.3.0'), false);
  });

  it('is missing where nothing is written under it', () => {
    assert.equal(hasEntry(changelog, 'Unreleased'), false);
  });
});
