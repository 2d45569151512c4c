import type { Ways } from '../../src/check-proxy/hints.js';

/** How this page is given what checks lack: by inputs of these names. */
export const INPUTS: Ways = {
  standIn:
    'Switch on “With a stand-in of the service”, and start the proxy with the address that stands there as that of the service.',
  origin: 'Name one under “More”.',
  orders: 'Or name the reference, amount and currency of orders that it knows under “More”.',
  apiKey: 'With a stand-in it is known.',
  live: 'Check the one with the Test key; or switch on “It holds a Live key” under “More”, and nothing is sent that anybody could charge.',
};
