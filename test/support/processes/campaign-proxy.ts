import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { listen } from '../../../demo/listen.js';
import { createPaymentProxy } from '../../../src/proxy/index.js';
import { shortenTimes } from '../../soak/faults/campaign/short-times.js';

/** A proxy to be killed: with shorter time-outs, on a given port, its clock ahead. Prints its URL. */

const [baseUrl = '', apiKey = '', storePath = '', port = '0', ahead = '0'] = process.argv.slice(2);
const { now } = Date;
Date.now = () => now() + Number(ahead);
shortenTimes({ upstream: 1500, total: 4000, patience: 1000 });
const logger = () => undefined; // it would log each fault
const anyAmount = { trustBrowserAmount: true, limits: { attemptsPerClient: false } } as const;
const proxy = createPaymentProxy({ baseUrl, storePath, apiKey, mode: 'test', logger, ...anyAmount });
const server = createServer(createRequestListener((request: Request) => proxy(request)));
console.log(await listen(server, Number(port)));

// Ends with a campaign that was killed. No event reports that.
const { ppid } = process;
setInterval(() => {
  if (process.ppid !== ppid) process.exit();
}, 1000);
