import { measure } from '../measure.js';
import { loadAt1, loadAt4 } from '../visits/load.js';

const how =
  'Processor time of the main thread from the navigation until the network has been quiet for half a second, less that of a page with one text field and nothing else.';

export const loadWork = measure({
  id: 'load-work',
  name: 'Main-thread CPU of the load, above an empty page',
  unit: 'ms',
  aboveEmpty: true,
  how,
  visit: loadAt1,
  read: ({ mainThread }) => mainThread,
});

export const loadWorkAt4 = measure({
  id: 'load-work-4x',
  name: 'Main-thread CPU of the load, above an empty page, 4× slower processor',
  unit: 'ms',
  goal: { times: 1.5 },
  aboveEmpty: true,
  how,
  visit: loadAt4,
  read: ({ mainThread }) => mainThread,
});
