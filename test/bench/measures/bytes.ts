import { measure } from '../measure.js';
import { paying } from '../visits/paying.js';

export const bytes = measure({
  id: 'bytes',
  name: 'Script and style over the wire, until a card is paid',
  unit: 'kB',
  goal: { atMost: 20 },
  how: 'Bodies that the server sent, compressed with brotli at its best, from the first visit to the click on Pay; what a form loads later on counts, the markup of the page does not.',
  visit: paying,
  read: ({ files }) => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
});
