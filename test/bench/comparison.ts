import { BASELINE, BASELINE_REPEATED, WIDGET } from './contenders.js';
import type { MeasureResult } from './results.js';

/** The mean of both baseline measurements. */
export function baselineOf({ values }: MeasureResult): number {
  const first = values[BASELINE.id]?.median ?? NaN;
  return (first + (values[BASELINE_REPEATED.id]?.median ?? first)) / 2;
}

/** The value relative to the baseline. `undefined` if it is missing or a count. */
export function timesBaseline(measure: MeasureResult, id: string): number | undefined {
  const value = measure.values[id]?.median;
  if (value === undefined || isCount(measure)) return undefined;
  return id === BASELINE.id ? 1 : value / baselineOf(measure);
}

/** Leak counts are absolute, since the expected value is 0. */
export const isCount = ({ id }: MeasureResult): boolean => id.startsWith('leak-');

/** Whether the widget meets the goal. `undefined` without a goal or a value. */
export function meetsGoal(measure: MeasureResult): boolean | undefined {
  const { goal, values } = measure;
  const value = values[WIDGET.id]?.median;
  if (!goal || value === undefined) return undefined;
  return 'times' in goal ? (timesBaseline(measure, WIDGET.id) ?? Infinity) <= goal.times : value <= goal.atMost;
}
