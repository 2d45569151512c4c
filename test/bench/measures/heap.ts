import { measure } from '../measure.js';
import { loadAt1 } from '../visits/load.js';

export const heap = measure({
  id: 'heap',
  name: 'Memory after the load, V8 and Blink',
  unit: 'MB',
  goal: { times: 2 },
  how: 'Heaps of V8 and Blink in use after three garbage collections, once the page has become quiet; an empty page’s are in it.',
  visit: loadAt1,
  read: ({ heap }) => heap / 1e6,
});
