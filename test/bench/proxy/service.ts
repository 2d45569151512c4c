import { createServer } from 'node:http';
import { listen } from '../../../src/node-server/listen.js';
import { KEEP_ALIVE, SERVICE_TIME } from './settings.js';

/** A fake payments service that accepts every payment after a fixed time. Prints its address. */

const PAID = JSON.stringify({ id: 'pay_1', status: 'succeeded', amount: 4999, currency: 'EUR' });
const HEADERS = { 'Content-Type': 'application/json', 'Content-Length': PAID.length };

const server = createServer((request, response) => {
  request.resume().on('end', () => setTimeout(() => response.writeHead(200, HEADERS).end(PAID), SERVICE_TIME));
});
server.keepAliveTimeout = KEEP_ALIVE;
console.log(await listen(server, 0));
