import results from '../../test/bench/results.json' with { type: 'json' };
import { reportTables } from '../../test/bench/report.js';
import type { Results } from '../../test/bench/results.js';

export const benchmarkBlocks = {
  /** The results of the last full run of `npm run bench`. */
  benchmark: () => reportTables(results as unknown as Results),
};
