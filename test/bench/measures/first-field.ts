import { measure } from '../measure.js';
import { loadAt1, loadAt4, slowLoad, type Load } from '../scenarios/page-load.js';

const how =
  'From the start of the navigation to the first animation frame in which the card number field is rendered and focusable. For forms in iframes of a vendor, until the first iframe is rendered.';

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

const untilFrame = {
  unit: 'ms',
  isAbsolute: true,
  how: 'From the start of the navigation to the first animation frame in which the first iframe with fields is rendered.',
  read: ({ firstField }: Load) => firstField.frame?.time ?? NaN,
} as const;

export const firstFrame = measure({
  ...untilFrame,
  id: 'first-frame',
  name: 'Navigation to the first frame with fields',
  scenario: loadAt1,
});

export const firstFrameAt4 = measure({
  ...untilFrame,
  id: 'first-frame-4x',
  name: 'Navigation to the first frame with fields, 4× CPU slowdown',
  scenario: loadAt4,
});

export const firstFrameOnSlowNetwork = measure({
  ...untilFrame,
  id: 'first-frame-slow',
  name: 'Navigation to the first frame with fields, 150 ms round trip, 1.6 Mbit/s',
  scenario: slowLoad,
});
