import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { realClock, withinTime } from '../../../src/contract/clock.js';

const MONTH = 30 * 24 * 60 * 60 * 1000;

// Timers of the platform are the subject here, so these tests take real time.
describe('the real clock', () => {
  it('wakes sleepers in the order of their times', async () => {
    const awake: string[] = [];
    const sleep = async (ms: number) => {
      await realClock.sleep(ms);
      awake.push(`${ms} ms`);
    };
    await Promise.all([sleep(60), sleep(5), sleep(30)]);
    assert.deepEqual(awake, ['5 ms', '30 ms', '60 ms']);
  });

  it('wakes a sleeper when it is aborted', async () => {
    const sleeper = new AbortController();
    const sleep = realClock.sleep(MONTH, sleeper.signal);
    sleeper.abort();
    await sleep;
  });

  it('does not sleep when it is already aborted', async () => {
    await realClock.sleep(MONTH, AbortSignal.abort());
  });

  it('does not treat a time that is too long for a timer as 0', async () => {
    const sleeper = new AbortController();
    let awake = false;
    const sleep = realClock.sleep(MONTH, sleeper.signal).then(() => {
      awake = true;
    });
    await realClock.sleep(30);
    const awakeTooEarly = awake;
    sleeper.abort();
    await sleep;
    assert.equal(awakeTooEarly, false);
  });
});

describe('withinTime', () => {
  const hang = () => new Promise<never>(() => undefined);

  it('returns a result within the time', async () => {
    assert.equal(await withinTime(1000, realClock, () => Promise.resolve('in time')), 'in time');
  });

  it('throws an error within the time', async () => {
    await assert.rejects(
      withinTime(1000, realClock, () => Promise.reject(new Error('broken'))),
      /broken/,
    );
  });

  it('throws a synchronous error, without an unhandled rejection', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    await assert.rejects(withinTime(10, realClock, broken), /broken/);
    await setImmediate(); // by then the test would have failed
  });

  it('throws a TimeoutError after the time limit', async () => {
    await assert.rejects(withinTime(10, realClock, hang), { name: 'TimeoutError' });
  });

  it('aborts the signal after the time limit', async () => {
    let signal: AbortSignal | undefined;
    await withinTime(10, realClock, (given) => {
      signal = given;
      return hang();
    }).catch(() => undefined);
    assert.equal(signal?.aborted, true);
  });
});
