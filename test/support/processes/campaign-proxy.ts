import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { listen } from '../../../demo/listen.js';
import { createPaymentProxy } from '../../../src/proxy/proxy.js';
import { shortenTimes } from '../../faults/campaign/short-times.js';

/** A merchant's server for somebody who kills it: less patient, at a wanted port, its clock ahead. Says where it is. */

const [baseUrl = '', apiKey = '', storePath = '', port = '0', ahead = '0'] = process.argv.slice(2);
const { now } = Date;
Date.now = () => now() + Number(ahead);
console.error = () => undefined; // that something goes wrong is no news here
shortenTimes({ upstream: 1500, total: 4000, patience: 1000 });
const proxy = createPaymentProxy({ baseUrl, storePath, apiKey, mode: 'test', trustBrowserAmount: true });
const server = createServer(createRequestListener((request: Request) => proxy(request)));
console.log(await listen(server, Number(port)));

// A campaign that is broken off cannot end it.
const { ppid } = process;
setInterval(() => {
  if (process.ppid !== ppid) process.exit();
}, 1000);
