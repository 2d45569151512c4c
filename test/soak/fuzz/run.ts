import { parseArgs } from 'node:util';
import { FUZZES } from './fuzz.js';
import { createMemoryCheck } from './memory.js';

/**
 * `node --import tsx test/soak/fuzz/run.ts` sends 120,000 random requests and responses to the proxy, and checks that its memory does not grow.
 * `node --import tsx test/soak/fuzz/run.ts --cases 1000000` sends more. `--only requests --seed 1 --path 2:3` repeats a failed case.
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
/** More requests than responses, since anybody can send them. */
const SHARES = [5 / 6, 1 / 6];

for (const [index, { name, run }] of fuzzes.entries()) {
  const cases = values.path ? 1 : Math.ceil(Number(values.cases) * (fuzzes.length === 1 ? 1 : (SHARES[index] ?? 0)));
  await runOne(name, run, cases);
}

async function runOne(name: string, run: (typeof FUZZES)[number]['run'], cases: number): Promise<void> {
  console.log(`${cases} ${name}, seed ${seed}`);
  const start = performance.now();
  const onCase = createMemoryCheck(cases, (done, heap) => {
    const rate = Math.round((done / (performance.now() - start)) * 1000);
    console.log(`  ${done} done, ${rate} per second, heap ${Math.round(heap / 1024 / 1024)} MB`);
  });
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
      `\nTo repeat it: node --import tsx test/soak/fuzz/run.ts --only ${name.split(' ')[0] ?? ''} --seed … --path …, as printed above`,
    );
    process.exit(1);
  }
}
