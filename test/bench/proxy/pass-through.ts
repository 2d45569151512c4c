import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../../src/node-server/listen.js';
import { KEEP_ALIVE } from './settings.js';

/** The smallest possible proxy: adds the API key and forwards the request. Prints its address. */

const [baseUrl = ''] = process.argv.slice(2);

const server = createServer((request, response) => {
  void text(request).then(async (body) => {
    const headers = {
      Authorization: 'Bearer sk_test',
      'Content-Type': 'application/json',
      'Idempotency-Key': String(request.headers['idempotency-key']),
    };
    const answer = await fetch(`${baseUrl}/v1/payments`, { method: 'POST', headers, body, redirect: 'manual' });
    const answered = await answer.text();
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answered);
  });
});
server.keepAliveTimeout = KEEP_ALIVE;
console.log(await listen(server, 0));
