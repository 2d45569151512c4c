import { measure } from '../measure.js';
import { loadAt1, loadAt4 } from '../scenarios/page-load.js';

const how =
  'Main-thread CPU time from the navigation until the form works and the network has been idle for 0.5 s, minus that of a page with a single text field.';

export const loadWork = measure({
  id: 'load-work',
  name: 'Main-thread CPU time of page load, minus empty page',
  unit: 'ms',
  subtractEmptyPage: true,
  how,
  scenario: loadAt1,
  read: ({ mainThread }) => mainThread,
});

export const loadWorkAt4 = measure({
  id: 'load-work-4x',
  name: 'Main-thread CPU time of page load, minus empty page, 4× CPU slowdown',
  unit: 'ms',
  goal: { timesLit: 1.3 },
  subtractEmptyPage: true,
  how,
  scenario: loadAt4,
  read: ({ mainThread }) => mainThread,
});
