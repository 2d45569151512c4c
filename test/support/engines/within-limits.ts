import type { Verdict } from '../runner.js';
import type { Engine } from './engine.js';
import type { Limit } from './limits.js';

/**
 * What is left of the verdicts when an engine's limits are known.
 * @param isWhole whether all tests ran, so that every limit has to match one
 */
export function withinLimits(
  verdicts: readonly Verdict[],
  limits: readonly Limit[],
  { engine, isWhole }: { engine: Engine; isWhole: boolean },
): Verdict[] {
  const known = limits.filter(({ engines }) => engines.includes(engine));
  const limitOf = ({ name }: Verdict) => known.find(({ test }) => name.startsWith(test));
  const kept = verdicts.flatMap((verdict) => {
    if (!limitOf(verdict)) return [verdict];
    return verdict.passed ? [{ name: `${verdict.name} (passes, whatever limits.ts says)`, passed: false }] : [];
  });
  const unused = known.filter(({ test }) => !verdicts.some(({ name }) => name.startsWith(test)));
  const gone = unused.map(({ test }) => ({
    name: `${test} (is in limits.ts, but there is no such test)`,
    passed: false,
  }));
  return isWhole ? [...kept, ...gone] : kept;
}
