import { measure } from '../measure.js';
import { loadAt1 } from '../visits/load.js';

export const heap = measure({
  id: 'heap',
  name: 'Memory after the load, V8 and Blink, above an empty page',
  unit: 'MB',
  goal: { times: 2 },
  aboveEmpty: true,
  how: 'Heaps of V8 and Blink in use after three garbage collections, once the page has become quiet, less those of a page with one text field and nothing else.',
  visit: loadAt1,
  read: ({ heap }) => heap / 1e6,
});
