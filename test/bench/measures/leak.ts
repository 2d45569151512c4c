import { measure } from '../measure.js';
import { leak } from '../scenarios/leak.js';

const how =
  'Mounts 200 forms to warm up, each until it is rendered and works, and unmounts them, then 200 more. The increase per form, after all timers have ended, resource timings are cleared and garbage is collected. Measured in one round.';

export const leakedNodes = measure({
  id: 'leak-nodes',
  name: 'Leaked DOM nodes per unmounted form',
  unit: '',
  isAbsolute: true,
  goal: { atMost: 0 },
  how,
  scenario: leak,
  read: ({ nodes }) => nodes,
});

export const leakedListeners = measure({
  id: 'leak-listeners',
  name: 'Leaked listeners per unmounted form',
  unit: '',
  isAbsolute: true,
  goal: { atMost: 0 },
  how,
  scenario: leak,
  read: ({ listeners }) => listeners,
});

export const leakedBytes = measure({
  id: 'leak-bytes',
  name: 'Leaked memory per unmounted form',
  unit: 'B',
  isAbsolute: true,
  goal: { atMost: 100 },
  how,
  scenario: leak,
  read: ({ bytes }) => bytes,
});
