import { measure } from '../measure.js';
import { typingAt1, typingAt4 } from '../visits/typing.js';

const how =
  'For each digit of a card number, the time that the listeners of all its events take, microtasks included, between the first and the last listener of the window; the median of 16 keys.';

export const keyHandlers = measure({
  id: 'key-handlers',
  name: 'Typing a card number: handlers of a key, p50',
  unit: 'µs',
  goal: { times: 1.5 },
  how,
  visit: typingAt1,
  read: ({ handlers }) => handlers,
});

export const keyHandlersAt4 = measure({
  id: 'key-handlers-4x',
  name: 'Typing a card number: handlers of a key, p50, 4× slower processor',
  unit: 'µs',
  goal: { times: 1.5 },
  how,
  visit: typingAt4,
  read: ({ handlers }) => handlers,
});
