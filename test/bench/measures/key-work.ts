import { measure } from '../measure.js';
import { typingAt1, typingAt4 } from '../scenarios/typing.js';

const how = 'Main-thread CPU time per digit of a card number, including layout and painting.';

export const keyWork = measure({
  id: 'key-work',
  name: 'Typing: main-thread CPU time per key',
  unit: 'ms',
  how,
  scenario: typingAt1,
  read: ({ mainThread }) => mainThread,
});

export const keyWorkAt4 = measure({
  id: 'key-work-4x',
  name: 'Typing: main-thread CPU time per key, 4× CPU slowdown',
  unit: 'ms',
  goal: { times: 1.1 },
  how,
  scenario: typingAt4,
  read: ({ mainThread }) => mainThread,
});
