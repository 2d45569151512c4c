import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { meetsGoal } from '../../bench/comparison.js';
import { BASELINE, BASELINE_REPEATED, ISOLATED, LIT, WIDGET } from '../../bench/contenders.js';
import type { Goal } from '../../bench/measure.js';
import type { MeasureResult } from '../../bench/results.js';

const summary = (median: number) => ({ median, low: median, high: median });

/** Whether a widget that takes `value` meets the goal beside plain forms of 90 and 110 ms and a Lit form of 200 ms. */
function meets(goal: Goal, value: number): boolean | undefined {
  const medians = { [WIDGET.id]: value, [BASELINE.id]: 90, [BASELINE_REPEATED.id]: 110, [LIT.id]: 200 };
  const values = Object.fromEntries(Object.entries(medians).map(([id, median]) => [id, summary(median)]));
  return meetsGoal({ id: 'row', name: 'Row', unit: 'ms', how: '', goal, values });
}

describe('a goal of the benchmark', () => {
  it('can be relative to the mean of both plain forms', () => {
    assert.deepEqual([meets({ times: 1.4 }, 140), meets({ times: 1.4 }, 141)], [true, false]);
  });

  it('can be relative to the minimal Lit form', () => {
    assert.deepEqual([meets({ timesLit: 1.3 }, 260), meets({ timesLit: 1.3 }, 261)], [true, false]);
  });

  it('can be absolute', () => {
    assert.deepEqual([meets({ atMost: 12 }, 12), meets({ atMost: 12 }, 12.1)], [true, false]);
  });

  it('can be that of isolated mode', () => {
    const values = { [WIDGET.id]: summary(4), [ISOLATED.id]: summary(6) };
    const goal: Goal = { atMost: 5, contender: ISOLATED.id };
    const row: MeasureResult = { id: 'row', name: 'Row', unit: 'kB', how: '', goal, values };
    assert.deepEqual([meetsGoal(row, WIDGET.id), meetsGoal(row, ISOLATED.id)], [undefined, false]);
  });
});
