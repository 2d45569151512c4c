import { measure } from '../measure.js';
import { typingAt1, typingAt4 } from '../scenarios/typing.js';

const how =
  'Time between the first and the last listener on window, summed over all events of one key and including microtasks. Median of the 16 digits of a card number.';

export const keyHandlers = measure({
  id: 'key-handlers',
  name: 'Typing: event listeners per key, median',
  unit: 'µs',
  goal: { times: 3 },
  how,
  scenario: typingAt1,
  read: ({ handlers }) => handlers,
});

export const keyHandlersAt4 = measure({
  id: 'key-handlers-4x',
  name: 'Typing: event listeners per key, median, 4× CPU slowdown',
  unit: 'µs',
  goal: { times: 3 },
  how,
  scenario: typingAt4,
  read: ({ handlers }) => handlers,
});
