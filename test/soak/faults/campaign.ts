import { parseArgs } from 'node:util';
import { randomPlans } from './campaign/random-plan.js';
import { describeBrowserViolation, describeViolation } from './campaign/report.js';
import { runInBrowser } from './campaign/run-browser.js';
import { runCampaign } from './campaign/run.js';

/**
 * `npm run test:faults` makes thousands of payments with random faults, in Node and then in a real browser, and judges them
 * by the ledger. `-- --seed 123 --attempts 500 --browser 20` sets the seed and the numbers of payments; `--only 17` or
 * `--only browser-17` repeats a single order of that seed.
 */

const PROGRESS_EVERY = 10_000;
/** Only the first violations are printed. */
const SHOWN = 5;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    attempts: { type: 'string', default: '2000' },
    browser: { type: 'string', default: '100' },
    only: { type: 'string' },
  },
});
const seed = Number(values.seed);
const [, onlyBrowser, onlyNumber] = /^(browser-)?(\d+)$/.exec(values.only ?? '') ?? [];

const started = performance.now();
const seconds = () => Math.round((performance.now() - started) / 1000);

/** All orders, or the one selected by `--only`. */
function orders(count: number): (readonly [number, ReturnType<typeof randomPlans>[number]])[] {
  if (onlyNumber === undefined) return [...randomPlans(seed, count).entries()];
  return [...randomPlans(seed, Number(onlyNumber) + 1).entries()].slice(-1);
}

async function fromNode(attempts: number): Promise<number> {
  let shown = performance.now();
  let shownViolations = 0;
  const { tally, violations } = await runCampaign({
    plans: orders(attempts),
    attempts,
    onViolation(violation) {
      if (shownViolations++ < SHOWN) console.log(describeViolation(violation, seed));
    },
    onProgress({ attempts, charges }, violated) {
      if (performance.now() - shown < PROGRESS_EVERY) return;
      shown = performance.now();
      console.log(`${seconds()} s: ${attempts} attempts, ${charges} charges, ${violated} violations`);
    },
  });
  console.log(`\n${tally.toString()}`);
  console.log(`\nfrom Node: ${violations.length} violations in ${tally.attempts} attempts, after ${seconds()} s`);
  return violations.length;
}

async function fromBrowser(presses: number): Promise<number> {
  const { stories, violations } = await runInBrowser(orders(presses * 2), presses);
  const sum = (number: (story: (typeof stories)[number]) => number) =>
    stories.reduce((all, one) => all + number(one), 0);
  for (const violation of violations.slice(0, SHOWN)) console.log(describeBrowserViolation(violation, seed));
  const all = sum(({ presses }) => presses);
  const unknown = sum(({ heard }) => heard.filter(({ type }) => type === 'unknown').length);
  console.log(
    `\nin the browser: ${all} attempts for ${stories.length} orders, ${sum(({ charges }) => charges)} charges,`,
  );
  console.log(`${unknown} unknown outcomes, ${violations.length} violations, after ${seconds()} s`);
  return violations.length;
}

console.log(`seed ${seed}`);
let violations = 0;
if (!onlyBrowser) violations += await fromNode(Number(values.attempts));
if (values.only === undefined || onlyBrowser) violations += await fromBrowser(Number(values.browser));
console.log(`\nseed ${seed}: ${violations} violations`);
process.exitCode = violations === 0 ? 0 : 1;
