import { parseArgs } from 'node:util';
import { FUZZES } from './fuzz.js';

/**
 * `npm run test:fuzz` feeds the proxy 120,000 cases that mean no good. `npm run test:fuzz -- --cases 1000000` feeds it
 * more, and `--only requests --seed 1 --path 2:3` repeats the case that a failure has printed.
 */

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '120000' },
    seed: { type: 'string' },
    path: { type: 'string' },
    only: { type: 'string' },
  },
});
const seed = values.seed === undefined ? Date.now() & 0x7fffffff : Number(values.seed);
const fuzzes = FUZZES.filter(({ name }) => values.only === undefined || name.startsWith(values.only));
/** Requests are what comes from strangers. */
const SHARES = [5 / 6, 1 / 6];
/** How much more memory may be in use at the end than after the first tenth, in bytes. */
const MAX_GROWTH = 24 * 1024 * 1024;

for (const [index, { name, run }] of fuzzes.entries()) {
  const cases = values.path ? 1 : Math.ceil(Number(values.cases) * (fuzzes.length === 1 ? 1 : (SHARES[index] ?? 0)));
  await runOne(name, run, cases);
}

async function runOne(name: string, run: (typeof FUZZES)[number]['run'], cases: number): Promise<void> {
  console.log(`${cases} ${name}, seed ${seed}`);
  const start = performance.now();
  const step = Math.max(1, Math.floor(cases / 10));
  let done = 0;
  let first = 0;
  const onCase = () => {
    if (++done % step !== 0) return;
    const memory = memoryInUse();
    first ||= memory;
    const rate = Math.round((done / (performance.now() - start)) * 1000);
    console.log(`  ${done} done, ${rate} a second, ${Math.round(memory / 1024 / 1024)} MB in use`);
    if (memory - first > MAX_GROWTH) throw new Error('The memory in use grows with the number of cases.');
  };
  try {
    await run({
      cases,
      seed,
      path: values.path,
      onCase: values.path ? undefined : onCase,
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(
      `\nTo repeat it: npm run test:fuzz -- --only ${name.split(' ')[0] ?? ''} --seed … --path …, as printed above`,
    );
    process.exit(1);
  }
}

function memoryInUse(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
