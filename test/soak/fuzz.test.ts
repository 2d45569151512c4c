import { describe, it } from 'node:test';
import { times } from './effort.js';
import { FUZZES } from './fuzz/fuzz.js';
import { createMemoryCheck } from './fuzz/memory.js';

const CASES = times(800);

describe('the proxy keeps its promises and needs constant memory', () => {
  for (const { name, run } of FUZZES) {
    it(`with ${CASES} random ${name}`, () => run({ cases: CASES, onCase: createMemoryCheck(CASES) }));
  }
});
