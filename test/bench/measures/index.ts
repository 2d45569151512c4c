import type { Measure } from '../measure.js';
import { bytes } from './bytes.js';
import { clickToRequest } from './click-to-request.js';
import { evaluation } from './evaluation.js';
import { firstField, firstFieldAt4 } from './first-field.js';
import { heap } from './heap.js';
import { hundredInstances, oneInstance, tenInstances } from './instances.js';
import { keyHandlers, keyHandlersAt4 } from './key-handlers.js';
import { keyWork, keyWorkAt4 } from './key-work.js';
import { leakedBytes, leakedListeners, leakedNodes } from './leak.js';
import { loadWork, loadWorkAt4 } from './load-work.js';

/** All measures of a form, in the order of the report. */
export const MEASURES: readonly Measure[] = [
  ...[bytes, evaluation, firstField, firstFieldAt4, loadWork, loadWorkAt4],
  ...[keyHandlers, keyHandlersAt4, keyWork, keyWorkAt4, clickToRequest, heap],
  ...[oneInstance, tenInstances, hundredInstances, leakedNodes, leakedListeners, leakedBytes],
];
