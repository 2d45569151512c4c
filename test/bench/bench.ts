import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { installPackages } from '../../tools/install-packages.js';
import { buildContenders } from './build.js';
import { writeChart } from './chart.js';
import type { Contender } from './contender.js';
import { CONTENDERS, BASELINE, BASELINE_REPEATED, LIT, WIDGET } from './contenders.js';
import { MEASURES } from './measures/index.js';
import { runLong, runProxyRounds } from './proxy/rounds.js';
import { elementResults, longRunResults, proxyResults, readResults, writeResults, type Results } from './results.js';
import { runRounds } from './rounds.js';
import { longRunText, proxyTable, proxyText } from './proxy/table.js';
import { conditionsText, consoleTable, elementTable } from './table.js';

/**
 * `npm run bench` compares the widget and the proxy with alternatives, prints both tables, and updates `results.json`,
 * the chart and the page on benchmarks. `npm run bench -- element` or `-- proxy` runs one part only.
 * `--rounds 2` sets the number of rounds. `--only moyasar` selects contenders; the baseline, the widget and the Lit form
 * always run. `--measures first-field-4x,bytes` selects rows of the element's table. With one of these, nothing is
 * written. `-- proxy --minutes 5` pays for five minutes without a pause instead, and counts the errors.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    only: { type: 'string' },
    measures: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const [part] = positionals;
if (part !== undefined && part !== 'element' && part !== 'proxy') {
  throw new Error(`Unknown part "${part}". Expected element, proxy, or no argument for both.`);
}
if (values.minutes !== undefined && part !== 'proxy') throw new Error('--minutes is an option of the part proxy.');
const numberOf = (option: 'rounds' | 'minutes', fallback: number): number => {
  const number = Number(values[option] ?? fallback);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${option} is "${values[option]}". Expected a positive integer.`);
  return number;
};
const only = select('only', CONTENDERS);
const measures = select('measures', MEASURES);
const isFullRun = !values.rounds && !values.only && !values.measures;
const print = (text: string) => process.stdout.write(`${text}\n`);

if (part !== 'proxy') installPackages(import.meta.dirname);
const results: Results = {
  ...readResults(),
  ...(part !== 'proxy' && { element: await measureElement(numberOf('rounds', 5)) }),
  ...(part !== 'element' &&
    (values.minutes === undefined
      ? { proxy: await measureProxy(numberOf('rounds', 3)) }
      : { proxyMinutes: await measureMinutes(numberOf('minutes', 5)) })),
};
if (isFullRun) {
  await writeResults(results);
  if (results.element) writeChart(results.element);
  print('\nUpdated test/bench/results.json and docs/benchmarks.svg.');
  execFileSync('npm', ['run', 'docs:reference'], { stdio: 'inherit', shell: process.platform === 'win32' });
}

/** The items that an option lists by their ids. Without the option, all. */
function select<Item extends { readonly id: string }>(
  option: 'only' | 'measures',
  items: readonly Item[],
): readonly Item[] {
  const wanted = values[option]?.split(',');
  const unknown = wanted?.find((id) => !items.some((item) => item.id === id));
  if (unknown !== undefined) {
    throw new Error(`--${option} contains "${unknown}". Expected some of: ${items.map(({ id }) => id).join(', ')}.`);
  }
  return items.filter(({ id }) => wanted?.includes(id) ?? true);
}

async function measureElement(rounds: number): Promise<NonNullable<Results['element']>> {
  const always: readonly Contender[] = [BASELINE, BASELINE_REPEATED, WIDGET, LIT];
  const contenders = CONTENDERS.filter((contender) => always.includes(contender) || only.includes(contender));
  await buildContenders();
  const measured = elementResults(await runRounds(contenders, measures, rounds), contenders, measures, rounds);
  print(`\n${consoleTable(elementTable(measured))}\n\n${conditionsText(measured)}`);
  return measured;
}

async function measureProxy(rounds: number): Promise<NonNullable<Results['proxy']>> {
  const measured = proxyResults(await runProxyRounds(rounds), rounds);
  print(`\n${consoleTable(proxyTable(measured))}\n\n${proxyText(measured)}`);
  return measured;
}

async function measureMinutes(minutes: number): Promise<NonNullable<Results['proxyMinutes']>> {
  const measured = longRunResults(await runLong(minutes), minutes);
  print(`\n${longRunText(measured)}`);
  return measured;
}
