import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findChromium } from '../../support/chromium.js';
import { OwnScope } from '../../support/scope.js';
import { installExample, type Example } from './install-example.js';

describe('the example for Vitest', () => {
  const scope = new OwnScope();
  let example: Example;
  let env: Record<string, string>;

  before(async () => {
    [example, env] = await Promise.all([
      installExample(scope, 'vitest'),
      findChromium().then((path) => ({ CHROMIUM: path })),
    ]);
  });
  after(() => scope.end());

  it('passes in jsdom and in a browser', async () => {
    const output = await example.run(['vitest', 'run'], env);
    assert.match(output, /Tests +9 passed \(9\)/);
    assert.doesNotMatch(output, /close timed out/);
  });

  it('has types without errors', async () => {
    assert.equal(await example.run(['tsc']), '');
  });

  it('fails if the page shows the receipt again after a reload', async () => {
    const path = join(example.folder, 'src/checkout.ts');
    const code = await readFile(path, 'utf8');
    await writeFile(path, code.replace('if (!detail.restored) ', ''));
    await assert.rejects(
      example.run(['vitest', 'run', '--project', 'unit']),
      /FAIL.+does not show the receipt again after a reload/s,
    );
    await writeFile(path, code);
  });
});
