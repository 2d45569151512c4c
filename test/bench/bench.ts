import { parseArgs } from 'node:util';
import { buildContenders } from './build.js';
import { writeChart } from './chart.js';
import { CONTENDERS, FLOOR, FLOOR_AGAIN, WIDGET } from './contenders.js';
import { installContenders } from './install.js';
import { PROXIES } from './proxy/contenders.js';
import { writeReadme } from './readme.js';
import { elementResults, proxyResults, readResults, writeResults, type Results } from './results.js';
import { runRounds } from './rounds.js';
import { circumstancesText, consoleTable, elementTable, proxyTable } from './table.js';

/**
 * `npm run bench` measures our widget and our proxy beside others, prints both tables, and writes `results.json`, the
 * chart and the README's tables. `npm run bench -- element` or `-- proxy` does half of it.
 * `--rounds 2` takes two rounds, and `--only lit,moyasar` only these beside the floor and our widget: then it writes nothing.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, only: { type: 'string' } },
});
const [part] = positionals;
if (part !== undefined && part !== 'element' && part !== 'proxy') {
  throw new Error('There is no such part: say element, proxy, or nothing for both.');
}
const rounds = (usual: number): number => {
  const count = Number(values.rounds ?? usual);
  if (!Number.isInteger(count) || count < 1) throw new Error('--rounds is a whole number above 0.');
  return count;
};
const only = values.only?.split(',');
const isWhole = !only && values.rounds === undefined;
const say = (text: string) => process.stdout.write(`${text}\n`);

installContenders();
const results: Results = {
  ...readResults(),
  ...(part !== 'proxy' && { element: await measureElement(rounds(5)) }),
  ...(part !== 'element' && { proxy: await measureProxy(rounds(3)) }),
};
if (isWhole) {
  await writeResults(results);
  await writeReadme(results);
  if (results.element) writeChart(results.element);
  say('\nWritten: test/bench/results.json, test/bench/chart.svg, and the tables of the README.');
}

async function measureElement(rounds: number): Promise<NonNullable<Results['element']>> {
  const always = [FLOOR.id, FLOOR_AGAIN.id, WIDGET.id];
  const contenders = CONTENDERS.filter(({ id }) => !only || always.includes(id) || only.includes(id));
  await buildContenders();
  const measured = elementResults(await runRounds(contenders, rounds), contenders, rounds);
  say(`\n${consoleTable(elementTable(measured))}\n\n${circumstancesText(measured)}`);
  return measured;
}

async function measureProxy(rounds: number): Promise<NonNullable<Results['proxy']>> {
  const { runProxyRounds } = await import('./proxy/rounds.js'); // the load generator is there only now
  const measured = proxyResults(await runProxyRounds(rounds), PROXIES, rounds);
  say(`\n${consoleTable(proxyTable(measured))}\n\n${circumstancesText(measured)}`);
  return measured;
}
