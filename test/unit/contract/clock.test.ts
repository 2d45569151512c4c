import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { realClock, withinTime } from 'payment-widget/contract/clock';
import { FakeClock } from '../../support/fake-clock.js';

const MONTH = 30 * 24 * 60 * 60 * 1000;

describe('the real clock', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  /** Sleeps, and tells whether it still does. */
  function sleep(ms: number, signal?: AbortSignal) {
    const sleeper = { isAwake: false };
    void realClock.sleep(ms, signal).then(() => (sleeper.isAwake = true));
    return async (passed = 0) => {
      mock.timers.tick(passed);
      await setImmediate();
      return sleeper.isAwake;
    };
  }

  it('wakes a sleeper after its time', async () => {
    const isAwakeAfter = sleep(60);
    assert.deepEqual([await isAwakeAfter(59), await isAwakeAfter(1)], [false, true]);
  });

  it('does not sleep when it is already aborted', async () => {
    assert.equal(await sleep(MONTH, AbortSignal.abort())(), true);
  });

  it('does not treat a time that is too long for a timer as 0', () => {
    const { mock: timer } = mock.method(globalThis, 'setTimeout');
    void realClock.sleep(MONTH);
    timer.restore(); // before the mocked timers are reset
    assert.equal(timer.calls[0]?.arguments[1], 2 ** 31 - 1);
  });

  it('keeps the process running, unless in the background', () => {
    mock.timers.reset();
    const controller = new AbortController();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    void realClock.sleep(MONTH, controller.signal, true);
    assert.equal(timers(), before);
    void realClock.sleep(MONTH, controller.signal);
    assert.equal(timers(), before + 1);
    controller.abort();
  });
});

describe('withinTime', () => {
  const hang = () => new Promise<never>(() => undefined);

  it('throws a synchronous error, without an unhandled rejection', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    await assert.rejects(withinTime(10, new FakeClock(), broken), /broken/);
    await setImmediate(); // by then the test would have failed
  });

  it('aborts the signal after the time limit', async () => {
    const clock = new FakeClock();
    let signal: AbortSignal | undefined;
    const limited = withinTime(10_000, clock, (given) => {
      signal = given;
      return hang();
    });
    await clock.run(limited).catch(() => undefined);
    assert.equal(signal?.aborted, true);
  });
});
