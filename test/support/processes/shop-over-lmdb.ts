import { createServer } from 'node:http';
import { listen } from '../../../src/node-server/listen.js';
import { createPaymentProxy } from '../../../src/proxy/index.js';
import { createShop } from '../../soak/faults/shop.js';

/** A shop (see `shop.ts`) with the default store. Its clock may be ahead. Prints its URL when it listens. */

const [port = '0', baseUrl = '', apiKey = '', storePath = '', ahead = '0'] = process.argv.slice(2);
const { now } = Date;
Date.now = () => now() + Number(ahead);
const anyAmount = { trustBrowserAmount: true, limits: { attemptsPerClient: false } } as const;
const proxy = createPaymentProxy({ baseUrl, storePath, apiKey, mode: 'test', ...anyAmount });
console.log(await listen(createServer(createShop(proxy)), Number(port)));
