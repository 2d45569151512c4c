import { measure } from '../measure.js';
import { loadAt1, loadAt4, slowLoad } from '../scenarios/page-load.js';

const how =
  'From the start of the navigation to the first animation frame in which the card number field is rendered and focusable. For forms in iframes, until the first iframe is rendered.';

export const firstField = measure({
  id: 'first-field',
  name: 'Navigation to first focusable field',
  unit: 'ms',
  how,
  scenario: loadAt1,
  read: ({ firstField }) => firstField.time,
});

export const firstFieldAt4 = measure({
  id: 'first-field-4x',
  name: 'Navigation to first focusable field, 4× CPU slowdown',
  unit: 'ms',
  goal: { timesLit: 1.05 },
  how,
  scenario: loadAt4,
  read: ({ firstField }) => firstField.time,
});

export const firstFieldOnSlowNetwork = measure({
  id: 'first-field-slow',
  name: 'Navigation to first focusable field, 150 ms round trip, 1.6 Mbit/s',
  unit: 'ms',
  goal: { times: 1.2 },
  how: `${how} Chromium delays each request by 150 ms and limits the throughput.`,
  scenario: slowLoad,
  read: ({ firstField }) => firstField.time,
});
