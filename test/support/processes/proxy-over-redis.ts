import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { Redis } from 'ioredis';
import { listen } from '../../../src/node-server/listen.js';
import { createPaymentProxy } from '../../../src/proxy/index.js';
import { createRedisStore } from '../../../src/proxy/attempts/stores/redis.js';

/** A proxy with a Redis store. Its clock may be ahead. Prints its URL. */

const [baseUrl = '', port = '', ahead = '0'] = process.argv.slice(2);
const { now } = Date;
Date.now = () => now() + Number(ahead);
const store = createRedisStore(new Redis(Number(port)));
const anyAmount = { trustBrowserAmount: true, limits: { attemptsPerClient: false } } as const;
const proxy = createPaymentProxy({ baseUrl, store, apiKey: 'sk_test', mode: 'test', ...anyAmount });
const server = createServer(createRequestListener((request: Request) => proxy(request)));
console.log(`${await listen(server, 0)}/pay`);
