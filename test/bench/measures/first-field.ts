import { measure } from '../measure.js';
import { loadAt1, loadAt4 } from '../scenarios/page-load.js';

const how =
  'From the start of the navigation to the first animation frame in which the card number field is rendered and focusable. For forms in iframes, until the first iframe is rendered.';

export const firstField = measure({
  id: 'first-field',
  name: 'Navigation to first focusable field',
  unit: 'ms',
  how,
  scenario: loadAt1,
  read: ({ firstField }) => firstField,
});

export const firstFieldAt4 = measure({
  id: 'first-field-4x',
  name: 'Navigation to first focusable field, 4× CPU slowdown',
  unit: 'ms',
  goal: { times: 1.15 },
  how,
  scenario: loadAt4,
  read: ({ firstField }) => firstField,
});
