import { measure } from '../measure.js';
import { payment } from '../scenarios/payment.js';

export const bytes = measure({
  id: 'bytes',
  name: 'Script and CSS transferred until payment',
  unit: 'kB',
  goal: { atMost: 20 },
  how: 'Response bodies, compressed with Brotli at the highest level, from an empty cache to the click on Pay. Includes lazily loaded files, excludes the HTML of the page.',
  scenario: payment,
  read: ({ files }) => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
});
