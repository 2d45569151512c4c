import { FLOOR, FLOOR_AGAIN, WIDGET } from './contenders.js';
import { floorOf, isCount, meetsGoal, partOfPassThrough, timesFloor } from './judge.js';
import type { Circumstances, ElementResults, MeasureResult, ProxyResults, Results } from './results.js';

/** A table as text: the first row is its head. */
export type Table = readonly (readonly string[])[];

const number = (value: number): string =>
  value === 0 || Math.abs(value) < 0.05
    ? '0'
    : new Intl.NumberFormat('en', { maximumSignificantDigits: value >= 100 ? 3 : 2 }).format(value);

const NOT_MEASURED = '–';

const mark = (isMet: boolean | undefined): string => (isMet === undefined ? '' : isMet ? ' ✓' : ' ✗');

/** One row a measure: the floor as it is, the others as so many times the floor. */
export function elementTable({ contenders, measures }: ElementResults): Table {
  const others = contenders.filter(({ id }) => id !== FLOOR.id && id !== WIDGET.id && id !== FLOOR_AGAIN.id);
  const again = contenders.filter(({ id }) => id === FLOOR_AGAIN.id);
  return [
    ['', 'Goal', ...[WIDGET, FLOOR, ...others, ...again].map(({ name }) => name)],
    ...measures.map((measure) => [
      measure.name,
      goalText(measure),
      cell(measure, WIDGET.id) + mark(meetsGoal(measure)),
      isCount(measure) ? cell(measure, FLOOR.id) : `${number(floorOf(measure))} ${measure.unit}`.trim(),
      ...others.map(({ id }) => cell(measure, id)),
      ...again.map(({ id }) => againCell(measure, id)),
    ]),
  ];
}

function goalText({ goal, unit }: MeasureResult): string {
  if (!goal) return '';
  return 'times' in goal ? `≤ ${goal.times}×` : `≤ ${goal.atMost} ${unit}`.trim();
}

function cell(measure: MeasureResult, id: string): string {
  const value = measure.values[id]?.median;
  if (value === undefined) return NOT_MEASURED;
  const times = timesFloor(measure, id);
  if (times === undefined) return `${number(value)} ${measure.unit}`.trim();
  return measure.unit === 'kB' ? `${number(value)} kB (${number(times)}×)` : `${number(times)}×`;
}

/** Against the first, so that the chance in both is seen. */
function againCell({ values }: MeasureResult, id: string): string {
  const [first, again] = [values[FLOOR.id]?.median, values[id]?.median];
  if (first === undefined || again === undefined) return NOT_MEASURED;
  return first === again ? '1×' : `${number(again / first)}×`;
}

/** One row a proxy. */
export function proxyTable(results: ProxyResults): Table {
  const [floor] = results.proxies;
  return [
    ['', 'Requests a second', 'of the pass-through’s', 'Goal', 'p50', 'added', 'p99', 'added'],
    ...results.proxies.map(({ id, name, goal, perSecond, p50, p99 }) => {
      const part = partOfPassThrough(results, id);
      const added = (time: number, less = 0) => (id === floor?.id ? '' : `${number(time - less)} ms`);
      return [
        name,
        number(perSecond.median),
        number(part) + mark(goal === undefined ? undefined : part >= goal),
        goal === undefined ? '' : `≥ ${goal}`,
        ...[`${number(p50)} ms`, added(p50, floor?.p50), `${number(p99)} ms`, added(p99, floor?.p99)],
      ];
    }),
  ];
}

/** What is told below a table. */
export function circumstancesText({ date, rounds, machine, versions }: Circumstances): string {
  const list = Object.entries(versions).map(([name, version]) =>
    name === 'Browser' ? version : `${/^[A-Z]/.test(name) ? name : `\`${name}\``} ${version}`,
  );
  return `Medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, ${date}, on ${machine}; ${list.join(', ')}.`;
}

const markdown = (table: Table): string => {
  const [head = [], ...rows] = table;
  return [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
};

/** The part of the README that is never written by hand. */
export function readmePart({ element, proxy }: Results): string {
  const parts: string[] = [];
  if (element) {
    parts.push(
      markdown(elementTable(element)),
      circumstancesText(element),
      ...element.contenders.flatMap(({ name, limits }) => (limits ? `${name}: ${limits}` : [])),
    );
  }
  if (proxy) {
    parts.push(
      markdown(proxyTable(proxy)),
      circumstancesText(proxy),
      ...proxy.leftOut.map((name) => `${name}: not measured, since its program is not installed there.`),
    );
  }
  return parts.join('\n\n');
}

/** For the terminal. */
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
