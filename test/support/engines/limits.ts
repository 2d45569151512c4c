import type { Engine } from './engine.js';

/**
 * Tests that cannot be had in an engine, and why. They run all the same: one that passes, and a line that no test
 * matches, are reported as failures. Everything else has to pass in every engine.
 */
export interface Limit {
  readonly engines: readonly Engine[];
  /** What the test's whole name begins with: suites and test, with " > " in between. */
  readonly test: string;
  readonly why: string;
}

const COUNTERS = 'counts nodes, listeners and memory by Chromium’s DevTools protocol';
const FORCED = 'WebKit has no forced colours';
const MEDIA = 'nothing can change WebKitGTK’s media features while it runs';
const INPUT_METHOD = 'WebDriver has no input methods';

export const LIMITS: readonly Limit[] = [
  { engines: ['firefox', 'webkit'], test: '200 elements that come and go > leave no node', why: COUNTERS },
  { engines: ['webkit'], test: 'axe > light, in forced colours > ', why: FORCED },
  { engines: ['webkit'], test: 'axe > dark, in forced colours > ', why: FORCED },
  { engines: ['webkit'], test: 'what is wrong > is shown in forced colours', why: FORCED },
  { engines: ['webkit'], test: 'axe > dark > ', why: MEDIA },
  { engines: ['webkit'], test: 'reduced motion > makes everything keep still', why: MEDIA },
  { engines: ['webkit'], test: 'the look > has stronger lines', why: MEDIA },
  {
    engines: ['webkit'],
    test: 'errors of <payment-widget> > come after a touch',
    why: 'WebKitGTK’s driver makes a mouse of a finger',
  },
  {
    engines: ['webkit'],
    test: 'one payment at a time > makes one payment of an Enter key that is held down',
    why: 'WebKitGTK’s driver does not repeat a key that is down',
  },
  { engines: ['webkit'], test: 'typing into <payment-widget> > keeps its hands off', why: INPUT_METHOD },
  { engines: ['webkit'], test: 'typing into <payment-widget> > groups what an input method', why: INPUT_METHOD },
];
