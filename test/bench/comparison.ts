import { BASELINE, BASELINE_REPEATED, LIT, WIDGET } from './contenders.js';
import type { Goal } from './measure.js';
import type { MeasureResult } from './results.js';

/** The mean of both baseline measurements. */
export function baselineOf({ values }: MeasureResult): number {
  const first = values[BASELINE.id]?.median ?? NaN;
  return (first + (values[BASELINE_REPEATED.id]?.median ?? first)) / 2;
}

/** The value relative to the baseline. `undefined` if it is missing, or shown as an absolute value. */
export function timesBaseline(measure: MeasureResult, id: string): number | undefined {
  const value = measure.values[id]?.median;
  if (value === undefined || measure.isAbsolute) return undefined;
  return id === BASELINE.id ? 1 : value / baselineOf(measure);
}

/** The widget's value relative to that of the minimal Lit form. `undefined` if one is missing. */
export function timesLit({ values }: MeasureResult): number | undefined {
  const [value, ofLit] = [values[WIDGET.id]?.median, values[LIT.id]?.median];
  return value === undefined || ofLit === undefined ? undefined : value / ofLit;
}

/** The id of the contender that has a goal. */
export const contenderOf = (goal: Goal): string => ('contender' in goal && goal.contender) || WIDGET.id;

/** Whether a contender meets its goal. `undefined` without a goal or a value. */
export function meetsGoal(measure: MeasureResult, id = WIDGET.id): boolean | undefined {
  const { goal, values } = measure;
  const value = values[id]?.median;
  if (!goal || value === undefined || id !== contenderOf(goal)) return undefined;
  if ('times' in goal) return value / baselineOf(measure) <= goal.times;
  if ('timesLit' in goal) return (timesLit(measure) ?? Infinity) <= goal.timesLit;
  return value <= goal.atMost;
}
