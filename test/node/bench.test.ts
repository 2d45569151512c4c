import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { chart } from '../bench/chart.js';
import { WIDGET } from '../bench/contenders.js';
import { withTables } from '../bench/readme.js';
import type { Results } from '../bench/results.js';

/** What is told of the benchmark, against what it has measured; it is run by hand. */

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const results = JSON.parse(read('test/bench/results.json')) as Required<Results>;

/** By how much the script may differ from the one that was measured, before it has to be measured again. */
const TOLERANCE = 0.05;

describe('what npm run bench has measured', () => {
  it('is what the tables of the README say', async () => {
    const readme = read('README.md');
    assert.equal(await withTables(readme, results), readme);
  });

  it('is what the chart shows', () => {
    assert.equal(chart(results.element), read('test/bench/chart.svg'));
  });

  it('is of a script as large as the one that is built', () => {
    const measured = results.element.files[WIDGET.id]?.['payment-widget.js'] ?? 0;
    const built = brotliCompressSync(read('dist/payment-widget.js')).length;
    const differs = Math.abs(built / measured - 1);
    assert.ok(differs <= TOLERANCE, `${measured} bytes were measured and ${built} are built: npm run bench`);
  });
});
