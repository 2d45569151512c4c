import type { Measure } from '../measure.js';
import { bytes, bytesOfFrame, bytesOfPage, bytesUntilFrame, bytesUntilTypable, filesUntilPayment } from './bytes.js';
import { clickToRequest, clickToRequestAt4 } from './click-to-request.js';
import { evaluation, evaluationUntilFirstField } from './evaluation.js';
import {
  firstField,
  firstFieldAt4,
  firstFieldOnSlowNetwork,
  firstFrame,
  firstFrameAt4,
  firstFrameOnSlowNetwork,
} from './first-field.js';
import { heap } from './heap.js';
import { hundredInstances, hundredWorkingInstances, oneInstance } from './instances.js';
import { keyHandlers, keyHandlersAt4 } from './key-handlers.js';
import { keyWork, keyWorkAt4 } from './key-work.js';
import { leakedBytes, leakedListeners, leakedNodes } from './leak.js';
import { loadWork, loadWorkAt4 } from './load-work.js';

/** All measures of a form, in the order of the report. */
export const MEASURES: readonly Measure[] = [
  ...[bytesUntilTypable, bytes, bytesUntilFrame, bytesOfPage, bytesOfFrame, filesUntilPayment],
  ...[firstField, firstFieldAt4, firstFieldOnSlowNetwork, firstFrame, firstFrameAt4, firstFrameOnSlowNetwork],
  ...[loadWork, loadWorkAt4, evaluationUntilFirstField, evaluation],
  ...[keyHandlers, keyHandlersAt4, keyWork, keyWorkAt4, clickToRequest, clickToRequestAt4, heap],
  ...[oneInstance, hundredInstances, hundredWorkingInstances, leakedNodes, leakedListeners, leakedBytes],
];
