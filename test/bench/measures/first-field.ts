import { measure } from '../measure.js';
import { loadAt1, loadAt4 } from '../visits/load.js';

const how =
  'From the start of the navigation to the first frame in which the field for the card number is drawn and can have the focus; of forms in frames, to the first of these frames.';

export const firstField = measure({
  id: 'first-field',
  name: 'Navigation to first focusable field',
  unit: 'ms',
  how,
  visit: loadAt1,
  read: ({ firstField }) => firstField,
});

export const firstFieldAt4 = measure({
  id: 'first-field-4x',
  name: 'Navigation to first focusable field, 4× slower processor',
  unit: 'ms',
  goal: { times: 1.15 },
  how,
  visit: loadAt4,
  read: ({ firstField }) => firstField,
});
