import { measure } from '../measure.js';
import { payment } from '../scenarios/payment.js';

export const clickToRequest = measure({
  id: 'click-to-request',
  name: 'Click on Pay until the request arrives',
  unit: 'ms',
  goal: { times: 1.2 },
  how: 'From the timestamp of the click event until the server has received the headers of the POST. Both run on one machine and share its clock.',
  scenario: payment,
  read: ({ clickToRequest }) => clickToRequest ?? NaN,
});
