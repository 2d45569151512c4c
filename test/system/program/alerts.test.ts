import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { promisify } from 'node:util';
import { needProgram } from '../../support/debian-package.js';
import { scrape } from '../../support/metrics.js';
import { programSettings, startProgram } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const RULES = resolve('docs/examples/program/alerts.yml');
const run = promisify(execFile);

describe('the alerts in the documentation', () => {
  before(() => needProgram('promtool', 'prometheus', '"brew install prometheus"'));

  it('fire when something is wrong, and only then', async (t) => {
    const file = join(await temporaryFolder(t), 'tests.yml');
    const tests = await readFile('test/system/program/alerts.yml', 'utf8');
    await writeFile(file, tests.replace('RULES', RULES));
    await run('promtool', ['test', 'rules', file]);
  });

  it('are found by the settings of Prometheus', async () => {
    await run('promtool', ['check', 'config', '--syntax-only', 'docs/examples/program/prometheus.yml']);
  });

  it('use metrics that the program has', async (t) => {
    const program = await startProgram(t, await programSettings(t, 'http://127.0.0.1:9'));
    const names = Object.keys(await scrape(program)).map((name) => name.replace(/\{.*/, ''));
    const used = (await readFile(RULES, 'utf8')).match(/\b(payments|process)_\w+/g) ?? [];
    const missing = used.filter((name) => !names.includes(name));
    assert.deepEqual([used.length > 10, missing], [true, []]);
  });
});
