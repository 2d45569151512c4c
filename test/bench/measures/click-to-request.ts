import { measure } from '../measure.js';
import { paymentAt1, paymentAt4 } from '../scenarios/payment.js';

const how =
  'From the timestamp of the click event until the server has received the headers of the POST. Both run on one machine and share its clock. The card has been typed, and the network is idle.';

export const clickToRequest = measure({
  id: 'click-to-request',
  name: 'Click on Pay until the request arrives',
  unit: 'ms',
  goal: { times: 1.4 },
  how,
  scenario: paymentAt1,
  read: ({ clickToRequest }) => clickToRequest ?? NaN,
});

export const clickToRequestAt4 = measure({
  id: 'click-to-request-4x',
  name: 'Click on Pay until the request arrives, 4× CPU slowdown',
  unit: 'ms',
  goal: { times: 1.4 },
  how,
  scenario: paymentAt4,
  read: ({ clickToRequest }) => clickToRequest ?? NaN,
});
