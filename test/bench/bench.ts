import { parseArgs } from 'node:util';
import { buildContenders } from './build.js';
import { writeChart } from './chart.js';
import { CONTENDERS, BASELINE, BASELINE_REPEATED, WIDGET } from './contenders.js';
import { installContenders } from './install.js';
import { PROXIES } from './proxy/contenders.js';
import { writeReadme } from './readme.js';
import { elementResults, proxyResults, readResults, writeResults, type Results } from './results.js';
import { runRounds } from './rounds.js';
import { conditionsText, consoleTable, elementTable, proxyTable } from './table.js';

/**
 * `npm run bench` compares the widget and the proxy with alternatives, prints both tables, and updates `results.json`,
 * the chart and the README tables. `npm run bench -- element` or `-- proxy` runs one part only.
 * `--rounds 2` sets the number of rounds. `--only lit,moyasar` selects contenders; the baseline and the widget always
 * run. With either option, nothing is written.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, only: { type: 'string' } },
});
const [part] = positionals;
if (part !== undefined && part !== 'element' && part !== 'proxy') {
  throw new Error(`Unknown part "${part}". Expected element, proxy, or no argument for both.`);
}
const roundCount = (fallback: number): number => {
  const count = Number(values.rounds ?? fallback);
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`--rounds is "${values.rounds}". Expected a positive integer.`);
  return count;
};
const only = values.only?.split(',');
const isFullRun = !only && values.rounds === undefined;
const print = (text: string) => process.stdout.write(`${text}\n`);

installContenders();
const results: Results = {
  ...readResults(),
  ...(part !== 'proxy' && { element: await measureElement(roundCount(5)) }),
  ...(part !== 'element' && { proxy: await measureProxy(roundCount(3)) }),
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
  const { runProxyRounds } = await import('./proxy/rounds.js'); // imports autocannon, which is not installed before
  const measured = proxyResults(await runProxyRounds(rounds), PROXIES, rounds);
  print(`\n${consoleTable(proxyTable(measured))}\n\n${conditionsText(measured)}`);
  return measured;
}
