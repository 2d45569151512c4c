import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { installPackages } from '../test/support/install-packages.js';
import { buildContenders } from './build.js';
import { CONTENDERS } from './contenders.js';
import { conditionsText } from './format.js';
import { MEASURES, type Measure } from './measures.js';
import { runProxyRounds } from './proxy/rounds.js';
import { runProcessorRounds } from './proxy/processor-time.js';
import {
  elementResults,
  processorResults,
  proxyResults,
  readResults,
  writeResults,
  type ProcessorResults,
  type Results,
} from './results.js';
import { runRounds } from './rounds.js';
import { processorTable, processorText, proxyTable, proxyText } from './proxy/table.js';
import { consoleTable, elementTable } from './table.js';

/**
 * `npm run bench` compares the widget and the proxy with alternatives, prints the tables, and updates `results.json`
 * and the page on benchmarks. `npm run bench -- element`, `-- proxy` or `-- processor` runs one part only. `--rounds 2`
 * sets the number of rounds, `--measures first-field-4x,bytes` selects rows of the element's table; with one of these,
 * nothing is written.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    measures: { type: 'string' },
  },
});
const PARTS = ['element', 'proxy', 'processor'] as const;
const [part] = positionals;
if (part !== undefined && !PARTS.some((name) => name === part)) {
  throw new Error(`Unknown part "${part}". Expected ${PARTS.join(', ')}, or no argument for all.`);
}
const isWanted = (name: (typeof PARTS)[number]) => part === undefined || part === name;
const roundsOr = (fallback: number): number => {
  const rounds = Number(values.rounds ?? fallback);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds is "${values.rounds}". Expected a positive integer.`);
  return rounds;
};
const measures = selectMeasures();
const isFullRun = !values.rounds && !values.measures;
const print = (text: string) => process.stdout.write(`${text}\n`);

if (isWanted('element')) installPackages(import.meta.dirname);
const results: Results = {
  ...readResults(),
  ...(isWanted('element') && { element: await measureElement(roundsOr(10)) }),
  ...(isWanted('proxy') && { proxy: await measureProxy(roundsOr(3)) }),
  ...(isWanted('processor') && { processor: await measureProcessor(roundsOr(3)) }),
};
if (isFullRun) {
  await writeResults(results);
  print('\nUpdated bench/results.json.');
  execFileSync('npm', ['run', 'docs:reference'], { stdio: 'inherit', shell: process.platform === 'win32' });
}

function selectMeasures(): readonly Measure[] {
  const wanted = values.measures?.split(',');
  const unknown = wanted?.find((id) => !MEASURES.some((measure) => measure.id === id));
  if (unknown !== undefined) {
    const ids = MEASURES.map(({ id }) => id).join(', ');
    throw new Error(`--measures contains "${unknown}". Expected some of: ${ids}.`);
  }
  return MEASURES.filter(({ id }) => wanted?.includes(id) ?? true);
}

async function measureElement(rounds: number): Promise<NonNullable<Results['element']>> {
  await buildContenders();
  const measured = elementResults(await runRounds(CONTENDERS, measures, rounds), CONTENDERS, measures, rounds);
  print(`\n${consoleTable(elementTable(measured))}\n\n${conditionsText(measured)}`);
  return measured;
}

async function measureProxy(rounds: number): Promise<NonNullable<Results['proxy']>> {
  const measured = proxyResults(await runProxyRounds(rounds), rounds);
  print(`\n${consoleTable(proxyTable(measured))}\n\n${proxyText(measured)}`);
  return measured;
}

async function measureProcessor(rounds: number): Promise<ProcessorResults> {
  const measured = processorResults(await runProcessorRounds(rounds), rounds);
  print(`\n${consoleTable(processorTable(measured))}\n\n${processorText(measured)}`);
  return measured;
}
