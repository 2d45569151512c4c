import { measure } from '../measure.js';
import { slowLoad } from '../scenarios/page-load.js';
import { paymentAt1 } from '../scenarios/payment.js';

const bodies = 'Bodies of scripts and stylesheets, compressed with Brotli at the highest level, from an empty cache';

export const bytesUntilTypable = measure({
  id: 'bytes-typable',
  name: 'Script and CSS transferred until the form can be typed into',
  unit: 'kB',
  goal: { atMost: 12 },
  isAbsolute: true,
  how: `${bodies} until the first field is focusable. Counts the files received by then on the slow network. Excludes the HTML of the page, which contains the plain form.`,
  scenario: slowLoad,
  read: ({ firstField }) => firstField.bytes / 1000,
});

export const bytes = measure({
  id: 'bytes',
  name: 'Script and CSS transferred until payment',
  unit: 'kB',
  goal: { atMost: 27 },
  how: `${bodies} to the click on Pay. Includes lazily loaded files, excludes the HTML of the page.`,
  scenario: paymentAt1,
  read: ({ files }) => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
});
