import { measure } from '../measure.js';
import { loadAt1 } from '../scenarios/page-load.js';

export const heap = measure({
  id: 'heap',
  name: 'Memory after page load, V8 and Blink, minus empty page',
  unit: 'MB',
  goal: { times: 2.5 },
  subtractEmptyPage: true,
  how: 'Used heap of V8 and Blink after three garbage collections, once the form works and the network is idle, minus that of a page with a single text field.',
  scenario: loadAt1,
  read: ({ heap }) => heap / 1e6,
});
