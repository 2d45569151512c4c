import { measure } from '../measure.js';
import { leaking } from '../visits/leaking.js';

const how =
  'After 200 forms that were mounted, drawn and taken away again, 200 more; what there is more of then, when all timers have ended, the browser’s list of what was loaded is empty, and after garbage collections, for each. Counted in one round.';

export const leakedNodes = measure({
  id: 'leak-nodes',
  name: 'Left of a form that was taken away: nodes',
  unit: '',
  goal: { atMost: 0 },
  how,
  visit: leaking,
  read: ({ nodes }) => nodes,
});

export const leakedListeners = measure({
  id: 'leak-listeners',
  name: 'Left of a form that was taken away: listeners',
  unit: '',
  goal: { atMost: 0 },
  how,
  visit: leaking,
  read: ({ listeners }) => listeners,
});

export const leakedBytes = measure({
  id: 'leak-bytes',
  name: 'Left of a form that was taken away: bytes',
  unit: 'B',
  goal: { atMost: 60 },
  how,
  visit: leaking,
  read: ({ bytes }) => bytes,
});
