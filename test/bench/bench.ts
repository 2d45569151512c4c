import { parseArgs } from 'node:util';
import { buildContenders } from './build.js';
import { writeChart } from './chart.js';
import { CONTENDERS, BASELINE, BASELINE_REPEATED, WIDGET } from './contenders.js';
import { installContenders } from './install.js';
import { runLong, runProxyRounds } from './proxy/rounds.js';
import { writeReadme } from './readme.js';
import { elementResults, longRunResults, proxyResults, readResults, writeResults, type Results } from './results.js';
import { runRounds } from './rounds.js';
import { longRunText, proxyTable, proxyText } from './proxy/table.js';
import { conditionsText, consoleTable, elementTable } from './table.js';

/**
 * `npm run bench` compares the widget and the proxy with alternatives, prints both tables, and updates `results.json`,
 * the chart and the README tables. `npm run bench -- element` or `-- proxy` runs one part only.
 * `--rounds 2` sets the number of rounds. `--only lit,moyasar` selects contenders; the baseline and the widget always
 * run. With either option, nothing is written. `-- proxy --minutes 5` pays for five minutes without a pause instead, and
 * counts the errors.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, only: { type: 'string' }, minutes: { type: 'string' } },
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
const only = values.only?.split(',');
const isFullRun = !only && values.rounds === undefined;
const print = (text: string) => process.stdout.write(`${text}\n`);

if (part !== 'proxy') installContenders();
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
  await writeReadme(results);
  if (results.element) writeChart(results.element);
  print('\nUpdated test/bench/results.json, test/bench/chart.svg and the README tables.');
}

async function measureElement(rounds: number): Promise<NonNullable<Results['element']>> {
  const always = [BASELINE.id, BASELINE_REPEATED.id, WIDGET.id];
  const contenders = CONTENDERS.filter(({ id }) => !only || always.includes(id) || only.includes(id));
  await buildContenders();
  const measured = elementResults(await runRounds(contenders, rounds), contenders, rounds);
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
