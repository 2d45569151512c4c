import { describe, it } from 'node:test';
import { FUZZES } from '../../fuzz/fuzz.js';

/** A slice of `npm run test:fuzz`. A failure prints the seed and the path by which that repeats it. */
describe('a proxy among people who mean it no good keeps every promise', () => {
  for (const { name, run } of FUZZES) {
    it(`over 800 ${name}`, () => run({ cases: 800 }));
  }
});
