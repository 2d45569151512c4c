import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../../demo/listen.js';
import { createPaymentProxy, type PaymentProxy, type PaymentProxyOptions } from '../../../src/proxy/proxy.js';
import { shortenTimes } from '../../faults/campaign/short-times.js';
import { createShop } from '../../faults/shop.js';

/**
 * A merchant's server in a process of its own: the page, the built script, and under `/pay/{name}/` a proxy for each
 * name, with its default log and its default store. `/pay/bare/` is one of another make, which only adds the key.
 */

/** What differs between the proxies. */
export type ShopProxies = Readonly<
  Record<string, Pick<PaymentProxyOptions, 'apiKey' | 'mode' | 'encryptionKey' | 'baseUrl'>>
>;

const [folder = '', settings = '{}'] = process.argv.slice(2);
shortenTimes({ upstream: 13_000, store: 10_000 });

const proxies = new Map<string, PaymentProxy>();
const options = JSON.parse(settings) as ShopProxies;
for (const [name, own] of Object.entries(options)) {
  const proxy = createPaymentProxy({ ...own, trustBrowserAmount: true, storePath: join(folder, name) });
  await proxy(new Request(`http://shop.example/attempts/${'k'.repeat(43)}`)); // opens its store, which takes a moment
  proxies.set(name, proxy);
}

/** As an nginx with one more header. */
async function passOn(request: Request): Promise<Response> {
  const { baseUrl = '', apiKey = '' } = options['test'] ?? {};
  if (request.method !== 'POST') return new Response(null, { status: 404 });
  const headers = { Authorization: `Bearer ${String(apiKey)}`, 'Content-Type': 'application/json' };
  const body = await request.text();
  const answer = await fetch(`${baseUrl}/v1/payments`, { method: 'POST', headers, body, redirect: 'manual' });
  return new Response(answer.body, answer);
}

/** Says a text aloud, for a test of who hears it. */
async function say(request: Request): Promise<Response> {
  console.error(await request.text());
  await sleep(0);
  return new Response(null);
}

const shop = createShop((request) => {
  const [, , name = ''] = new URL(request.url).pathname.split('/');
  if (name === 'bare') return passOn(request);
  if (name === 'say') return say(request);
  return proxies.get(name)?.(request) ?? new Response(null, { status: 404 });
});
const server = createServer((request, response) => {
  if (request.url === '/favicon.ico') response.writeHead(204).end();
  else shop(request, response);
});
console.log(await listen(server, 0));
