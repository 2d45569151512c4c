import { BASELINE, BASELINE_REPEATED, LIT, WIDGET } from './contenders.js';
import { conditionsText, mark, number, type Table } from './format.js';
import { processorTable, processorText, proxyTable, proxyText } from './proxy/table.js';
import type { ElementResults, MeasureResult, Results } from './results.js';

const NOT_MEASURED = '–';

export function reportTables({ element, proxy, processor }: Results): string {
  return [
    ...(element ? [markdown(withoutGoals(elementTable(element))), conditionsText(element)] : []),
    ...(proxy ? [markdown(withoutGoals(proxyTable(proxy))), proxyText(proxy)] : []),
    ...(processor ? [markdown(withoutGoals(processorTable(processor))), processorText(processor)] : []),
  ].join('\n\n');
}

/** Goals and the noise are for contributors. */
function withoutGoals([head = [], ...rows]: Table): Table {
  const isShown = (_: string, column: number) => !['Goal', BASELINE_REPEATED.name].includes(head[column] ?? '');
  return [head, ...rows].map((row) => row.filter(isShown).map((text) => text.replace(/ \(\S+ Lit\)| [✓✗]$/g, '')));
}

export function elementTable({ contenders, measures }: ElementResults): Table {
  const others = contenders.filter(({ id }) => id !== BASELINE.id && id !== WIDGET.id && id !== BASELINE_REPEATED.id);
  const repeated = contenders.filter(({ id }) => id === BASELINE_REPEATED.id);
  return [
    ['', 'Goal', ...[WIDGET, BASELINE, ...others, ...repeated].map(({ name }) => name)],
    ...measures.map((measure) => [
      measure.name,
      goalText(measure),
      cell(measure, WIDGET.id) + litText(measure) + mark(meetsGoal(measure)),
      BASELINE.id in measure.values ? `${number(baselineOf(measure))} ${measure.unit}`.trim() : NOT_MEASURED,
      ...others.map(({ id }) => cell(measure, id)),
      ...repeated.map(({ id }) => repeatedCell(measure, id)),
    ]),
  ];
}

function baselineOf({ values }: MeasureResult): number {
  const first = values[BASELINE.id] ?? NaN;
  return (first + (values[BASELINE_REPEATED.id] ?? first)) / 2;
}

function timesBaseline(measure: MeasureResult, id: string): number | undefined {
  const value = measure.values[id];
  if (value === undefined || measure.isAbsolute) return undefined;
  return id === BASELINE.id ? 1 : value / baselineOf(measure);
}

function timesLit({ values }: MeasureResult): number | undefined {
  const [value, ofLit] = [values[WIDGET.id], values[LIT.id]];
  return value === undefined || ofLit === undefined ? undefined : value / ofLit;
}

function meetsGoal(measure: MeasureResult): boolean | undefined {
  const { goal, values } = measure;
  const value = values[WIDGET.id];
  if (!goal || value === undefined) return undefined;
  if ('times' in goal) return value / baselineOf(measure) <= goal.times;
  if ('timesLit' in goal) return (timesLit(measure) ?? Infinity) <= goal.timesLit;
  return value <= goal.atMost;
}

function goalText({ goal, unit }: MeasureResult): string {
  if (!goal) return '';
  if ('times' in goal) return `≤ ${goal.times}×`;
  return 'timesLit' in goal ? `≤ ${goal.timesLit}× Lit` : `≤ ${goal.atMost} ${unit}`.trim();
}

/** Where the goal is relative to the Lit form, so is this addition. */
function litText(measure: MeasureResult): string {
  const { goal } = measure;
  const times = timesLit(measure);
  return goal && 'timesLit' in goal && times !== undefined ? ` (${number(times)}× Lit)` : '';
}

function cell(measure: MeasureResult, id: string): string {
  const value = measure.values[id];
  if (value === undefined) return NOT_MEASURED;
  const times = timesBaseline(measure, id);
  if (times === undefined) return `${number(value)} ${measure.unit}`.trim();
  return measure.unit === 'kB' ? `${number(value)} kB (${number(times)}×)` : `${number(times)}×`;
}

/** Relative to the first baseline measurement, to show the noise. */
function repeatedCell(measure: MeasureResult, id: string): string {
  const { values, isAbsolute } = measure;
  if (isAbsolute) return cell(measure, id);
  const [first, repeated] = [values[BASELINE.id], values[id]];
  if (first === undefined || repeated === undefined) return NOT_MEASURED;
  return first === repeated ? '1×' : `${number(repeated / first)}×`;
}

const markdown = (table: Table): string => {
  const [head = [], ...rows] = table;
  return [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
};

export function consoleTable(table: Table): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table
    .map((row) =>
      row
        .map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
