import { FLOOR, FLOOR_AGAIN, WIDGET } from './contenders.js';
import type { MeasureResult, ProxyResults } from './results.js';
import { PROXIES } from './proxy/contenders.js';

/** The floor's value: the mean of both, which are the same form. */
export function floorOf({ values }: MeasureResult): number {
  const first = values[FLOOR.id]?.median ?? NaN;
  return (first + (values[FLOOR_AGAIN.id]?.median ?? first)) / 2;
}

/** How many times the floor's; `undefined` where the measure is of what should be nothing at all. */
export function timesFloor(measure: MeasureResult, id: string): number | undefined {
  const value = measure.values[id]?.median;
  if (value === undefined || isCount(measure)) return undefined;
  return id === FLOOR.id ? 1 : value / floorOf(measure);
}

/** What is left over has no floor to be held against: it should be nothing. */
export const isCount = ({ id }: MeasureResult): boolean => id.startsWith('leak-');

/** Whether our widget meets the goal; `undefined` where there is none. */
export function meetsGoal(measure: MeasureResult): boolean | undefined {
  const { goal, values } = measure;
  const value = values[WIDGET.id]?.median;
  if (!goal || value === undefined) return undefined;
  return 'times' in goal ? (timesFloor(measure, WIDGET.id) ?? Infinity) <= goal.times : value <= goal.atMost;
}

/** What part of the pass-through's requests a proxy gets through. */
export function partOfPassThrough({ proxies }: ProxyResults, id: string): number {
  const perSecond = (wanted: string) => proxies.find((proxy) => proxy.id === wanted)?.perSecond.median ?? NaN;
  const [first, again] = PROXIES;
  return (2 * perSecond(id)) / (perSecond(first?.id ?? '') + perSecond(again?.id ?? ''));
}
