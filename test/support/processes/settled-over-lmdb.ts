import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { listen } from '../../../demo/listen.js';
import { createPaymentProxy } from 'payment-widget-proxy';

/**
 * A proxy with its default store. Writes each settled payment to a file, and then accepts it, or waits for ever with `hang`. Its
 * clock may be ahead. Prints its URL.
 */

const [baseUrl = '', storePath = '', file = '', does = 'accept', ahead = '0'] = process.argv.slice(2);
const { now } = Date;
Date.now = () => now() + Number(ahead);
const anyAmount = { trustBrowserAmount: true, limits: { attemptsPerClient: false } } as const;
const proxy = createPaymentProxy({
  baseUrl,
  storePath,
  apiKey: 'sk_test',
  mode: 'test',
  ...anyAmount,
  onSettled: async ({ reference = '', outcome }) => {
    appendFileSync(file, `${reference} ${outcome}\n`);
    if (does === 'hang') await new Promise(() => undefined);
  },
});
const server = createServer(createRequestListener((request: Request) => proxy(request)));
console.log(`${await listen(server, 0)}/pay`);
