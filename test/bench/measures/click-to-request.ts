import { measure } from '../measure.js';
import { paying } from '../visits/paying.js';

export const clickToRequest = measure({
  id: 'click-to-request',
  name: 'Click on Pay to the request at the server',
  unit: 'ms',
  goal: { times: 1.2 },
  how: 'From the time stamp of the click to when the server has the head of the POST, by the clock of the one machine that both run on.',
  visit: paying,
  read: ({ clickToRequest }) => clickToRequest ?? NaN,
});
