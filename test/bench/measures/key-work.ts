import { measure } from '../measure.js';
import { typingAt1, typingAt4 } from '../visits/typing.js';

const how =
  'Processor time of the main thread for each digit of a card number, the browser’s own work, layout and drawing included.';

export const keyWork = measure({
  id: 'key-work',
  name: 'Typing a card number: main thread, each key',
  unit: 'ms',
  how,
  visit: typingAt1,
  read: ({ mainThread }) => mainThread,
});

export const keyWorkAt4 = measure({
  id: 'key-work-4x',
  name: 'Typing a card number: main thread, each key, 4× slower processor',
  unit: 'ms',
  goal: { times: 1.1 },
  how,
  visit: typingAt4,
  read: ({ mainThread }) => mainThread,
});
