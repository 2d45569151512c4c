import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withinLimits } from '../support/engines/within-limits.js';

const LIMITS = [{ engines: ['webkit'], test: 'touch > ', why: 'it has none' }] as const;
const WEBKIT = { engine: 'webkit', isWhole: true } as const;

describe('the limits of an engine', () => {
  it('excuse a test that fails as was foretold', () => {
    assert.deepEqual(withinLimits([{ name: 'touch > taps', passed: false }], LIMITS, WEBKIT), []);
  });

  it('excuse no other test', () => {
    const verdicts = [
      { name: 'touch > taps', passed: false },
      { name: 'types', passed: false },
    ];
    assert.deepEqual(withinLimits(verdicts, LIMITS, WEBKIT), [{ name: 'types', passed: false }]);
  });

  it('excuse nothing in another engine', () => {
    const verdicts = [{ name: 'touch > taps', passed: false }];
    assert.deepEqual(withinLimits(verdicts, LIMITS, { engine: 'firefox', isWhole: true }), verdicts);
  });

  it('make a failure of a test that passes all the same', () => {
    const [verdict] = withinLimits([{ name: 'touch > taps', passed: true }], LIMITS, WEBKIT);
    assert.equal(verdict?.passed, false);
  });

  it('make a failure of a line that no test matches', () => {
    const names = withinLimits([], LIMITS, WEBKIT).map(({ name }) => name);
    assert.deepEqual(names, ['touch >  (is in limits.ts, but there is no such test)']);
  });

  it('leave that be when only some tests ran', () => {
    assert.deepEqual(withinLimits([], LIMITS, { ...WEBKIT, isWhole: false }), []);
  });
});
