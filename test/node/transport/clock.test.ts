import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { realClock, withinTime } from '../../../src/transport/clock.js';

const MONTH = 30 * 24 * 60 * 60 * 1000;

describe('the real clock', () => {
  it('sleeps for as long as it is told', async () => {
    const awake: string[] = [];
    const sleep = async (ms: number) => {
      await realClock.sleep(ms);
      awake.push(`${ms} ms`);
    };
    await Promise.all([sleep(60), sleep(5), sleep(30)]);
    assert.deepEqual(awake, ['5 ms', '30 ms', '60 ms']);
  });

  it('sleeps no longer than the signal lets it', async () => {
    const sleeper = new AbortController();
    const sleep = realClock.sleep(MONTH, sleeper.signal);
    sleeper.abort();
    await sleep;
  });

  it('does not fall asleep when the signal has fired already', async () => {
    await realClock.sleep(MONTH, AbortSignal.abort());
  });

  it('does not take a time that is too long for a timer for none', async () => {
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

describe('a time limit', () => {
  const hang = () => new Promise<never>(() => undefined);

  it('gives what comes in time', async () => {
    assert.equal(await withinTime(1000, realClock, () => Promise.resolve('in time')), 'in time');
  });

  it('throws what is thrown in time', async () => {
    await assert.rejects(
      withinTime(1000, realClock, () => Promise.reject(new Error('broken'))),
      /broken/,
    );
  });

  it('throws what is thrown at once, and nothing unhandled behind it', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    await assert.rejects(withinTime(10, realClock, broken), /broken/);
    await setImmediate(); // by then the test would have failed
  });

  it('does not wait for what does not end', async () => {
    await assert.rejects(withinTime(10, realClock, hang), { name: 'TimeoutError' });
  });

  it('tells what it runs that the time is up', async () => {
    let signal: AbortSignal | undefined;
    await withinTime(10, realClock, (given) => {
      signal = given;
      return hang();
    }).catch(() => undefined);
    assert.equal(signal?.aborted, true);
  });
});
