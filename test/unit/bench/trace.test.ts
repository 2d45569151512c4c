import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Trace } from '../../bench/scenarios/trace.js';

const MARK = 'bench-first-field';
const FRAME_MARK = 'bench-first-frame';
const PAGE = 'http://localhost';

const event = (name: string, ts: number, dur: number, more: { readonly tid?: number; readonly url?: string } = {}) => {
  const { tid = 1, url } = more;
  return { name, ph: 'X', pid: 1, tid, ts, dur, tdur: dur, args: { data: { ...(url !== undefined && { url }) } } };
};
const mark = (ts: number) => ({ ...event(MARK, ts, 0), ph: 'I' });

describe('a trace of the benchmark', () => {
  it('counts microtasks, in which Lit draws', () => {
    const trace = new Trace(
      [event('v8.evaluateModule', 0, 2000), event('RunMicrotasks', 3000, 5000), mark(9000)],
      MARK,
    );
    assert.equal(trace.scriptTime([PAGE]), 7);
  });

  it('counts nested events once', () => {
    const trace = new Trace([event('EvaluateScript', 0, 4000), event('RunMicrotasks', 1000, 3000), mark(9000)], MARK);
    assert.equal(trace.scriptTime([PAGE]), 4);
  });

  it('counts callbacks of the page, and not those of the benchmark', () => {
    const ours = event('FunctionCall', 0, 1000, { url: '' });
    const theirs = event('FunctionCall', 2000, 3000, { url: `${PAGE}/widget/payment-widget.js` });
    assert.equal(new Trace([ours, theirs, mark(9000)], MARK).scriptTime([PAGE]), 3);
  });

  it('leaves out other threads', () => {
    const trace = new Trace([event('EvaluateScript', 0, 1000, { tid: 2 }), mark(9000)], MARK);
    assert.equal(trace.scriptTime([PAGE]), 0);
  });

  it('adds what a frame with a thread of its own did', () => {
    const inFrame = { ...mark(9000), name: FRAME_MARK, pid: 2 };
    const events = [event('EvaluateScript', 0, 4000), { ...event('EvaluateScript', 1000, 3000), pid: 2 }, mark(9000)];
    assert.equal(new Trace([...events, inFrame], MARK, FRAME_MARK).scriptTime([PAGE]), 7);
  });

  it('counts a thread once if page and frame share it', () => {
    const inFrame = { ...mark(9000), name: FRAME_MARK };
    const events = [event('EvaluateScript', 0, 4000), mark(9000), inFrame];
    assert.equal(new Trace(events, MARK, FRAME_MARK).scriptTime([PAGE]), 4);
  });

  it('counts the task of the last mark, and nothing after it', () => {
    const task = (ts: number) => event('ThreadControllerImpl::RunTask', ts, 1000);
    const trace = new Trace([task(0), task(2000), mark(2500), task(4000)], MARK);
    assert.equal(trace.taskTime({ until: MARK }), 2);
  });
});
