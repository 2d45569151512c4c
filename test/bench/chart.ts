import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASELINE_REPEATED, ISOLATED, LIT, WIDGET } from './contenders.js';
import { contenderOf, timesBaseline } from './comparison.js';
import type { ElementResults, MeasureResult } from './results.js';

/** The charted measures, with titles short enough for the chart. */
const PANELS: readonly (readonly [id: string, title: string])[] = [
  ['bytes', 'Bytes transferred'],
  ['first-field-4x', 'First focusable field, 4× CPU slowdown'],
  ['load-work-4x', 'CPU time of page load, 4× CPU slowdown'],
  ['key-handlers', 'Event listeners per key'],
  ['heap', 'Memory'],
  ['instances-100', 'Mounting 100 forms'],
];

const COLUMNS = 2;
const WIDTH = 900;
const LABELS = 150;
const BAR = 14;
const LINE = 21;
const TITLE = 46;
const GAP = 30;

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600; font-size: 14px }
  .value { paint-order: stroke; stroke: #fff; stroke-width: 5px } .bar { fill: #8c959f } .own { fill: #2747a6 } .goal { stroke: #bc4c00; stroke-width: 2 } .note { fill: #57606a }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .value { stroke: #0d1117 } .bar { fill: #6e7681 } .own { fill: #6f95ff } .goal { stroke: #f0883e } .note { fill: #9198a1 }
  }
`;

/** A bar chart of all contenders relative to the baseline. Supports light and dark color schemes. */
export function chart({ measures, contenders }: ElementResults): string {
  const shown = contenders.filter(({ id }) => id !== BASELINE_REPEATED.id);
  const panels = PANELS.flatMap(([id, title]) => {
    const measure = measures.find((candidate) => candidate.id === id);
    return measure ? [{ measure, title }] : [];
  });
  const height = TITLE + shown.length * LINE;
  const width = (WIDTH - GAP * (COLUMNS - 1)) / COLUMNS;
  const rows = Math.ceil(panels.length / COLUMNS);
  const groups = panels.map(({ measure, title }, index) => {
    const [x, y] = [(index % COLUMNS) * (width + GAP), Math.floor(index / COLUMNS) * (height + GAP)];
    return `<g transform="translate(${x} ${y})">${panel(measure, title, shown, width)}</g>`;
  });
  const totalHeight = rows * (height + GAP);
  const note = `<text class="note" y="${totalHeight}">Relative to the plain form; lower is better. The line marks the goal. No bar: not measured.</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 ${WIDTH + 20} ${totalHeight + 25}" role="img" aria-label="Cost of payment forms relative to a plain form">
<style>${STYLE}</style>
${groups.join('\n')}
${note}
</svg>
`;
}

function panel(measure: MeasureResult, title: string, shown: ElementResults['contenders'], width: number): string {
  const times = shown.map(({ id }) => timesBaseline(measure, id));
  const goal = goalOf(measure);
  const largest = Math.max(goal ?? 1, ...times.map((value) => value ?? 0));
  const room = width - LABELS - 50;
  const rows = shown.map(({ id, name }, row) => {
    const y = TITLE - 10 + row * LINE;
    const value = times[row];
    const label = `<text x="${LABELS - 8}" y="${y + 11}" text-anchor="end">${plain(name)}</text>`;
    if (value === undefined) return label;
    const length = Math.max((value / largest) * room, 1).toFixed(1);
    return `${label}<rect class="${id === WIDGET.id || id === ISOLATED.id ? 'own' : 'bar'}" x="${LABELS}" y="${y}" width="${length}" height="${BAR}" rx="2"/><text class="value" x="${(LABELS + Number(length) + 6).toFixed(1)}" y="${y + 11}">${value >= 10 ? value.toFixed(0) : value.toFixed(1)}×</text>`;
  });
  const x = goal === undefined ? 0 : LABELS + (goal / largest) * room;
  const line = `<line class="goal" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${TITLE - 14}" y2="${TITLE - 14 + shown.length * LINE}"/>`;
  return `<text class="title" y="14">${title}</text>${goal === undefined ? '' : line}${rows.join('')}`;
}

/** The goal relative to the baseline. Converts absolute goals. */
function goalOf(measure: MeasureResult): number | undefined {
  const { goal } = measure;
  if (!goal || contenderOf(goal) !== WIDGET.id) return undefined;
  if ('times' in goal) return goal.times;
  if ('timesLit' in goal) return goal.timesLit * (timesBaseline(measure, LIT.id) ?? NaN) || undefined;
  const [value, times] = [measure.values[WIDGET.id]?.median, timesBaseline(measure, WIDGET.id)];
  return value && times ? (goal.atMost / value) * times : undefined;
}

const plain = (text: string): string => text.replaceAll('`', '').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function writeChart(results: ElementResults): void {
  writeFileSync(join(import.meta.dirname, '../../docs/benchmarks.svg'), chart(results));
}
