import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { Redis } from 'ioredis';
import { listen } from '../../../demo/listen.js';
import { createPaymentProxy } from '../../../src/proxy/index.js';
import { createRedisStore } from '../../../src/proxy/attempts/stores/redis.js';
import { shortenTimes } from '../../soak/faults/campaign/short-times.js';

/** A proxy with a Redis store, to be killed: with shorter time-outs, on a given port. Prints its URL. */

const [baseUrl = '', redisPort = '', port = '0'] = process.argv.slice(2);
shortenTimes({ upstream: 1500, total: 6000, patience: 1500, store: 1500, finish: 1000 });
const client = new Redis(Number(redisPort), { retryStrategy: () => 50, maxRetriesPerRequest: 4 });
client.on('error', () => undefined); // each command reports it
const proxy = createPaymentProxy({
  baseUrl,
  store: createRedisStore(client),
  apiKey: 'sk_test',
  mode: 'test',
  trustBrowserAmount: true,
  limits: { attemptsPerClient: false, requestsPerMinute: false, attemptsPerReference: false },
  logger: () => undefined, // it would log each fault
});
const server = createServer(createRequestListener((request: Request) => proxy(request)));
console.log(await listen(server, Number(port)));

// Ends with a campaign that was killed. No event reports that.
const { ppid } = process;
setInterval(() => {
  if (process.ppid !== ppid) process.exit();
}, 1000);
