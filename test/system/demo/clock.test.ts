import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { preciseNow } from '../../../demo/qa/clock.js';
import { until } from '../../support/until.js';

describe('the clock of the event log', () => {
  it('does not run backwards when the process is paused between readings', (t) => {
    const { now } = Date;
    const before = preciseNow();
    t.mock.method(Date, 'now', () => {
      const wall = now();
      for (const end = performance.now() + 40; performance.now() < end;);
      return wall;
    });
    assert.ok(preciseNow() - before >= 40);
  });

  it('follows the clock of the computer after it was set', async (t) => {
    const { now } = Date;
    t.mock.method(Date, 'now', () => now() + 3_600_000);
    await until(() => Math.abs(preciseNow() - Date.now()) < 1000); // not at once if the process was paused
  });
});
