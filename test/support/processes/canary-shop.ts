import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '../../../src/node-server/listen.js';
import type { Clock } from '../../../src/contract/clock.js';
import { createPaymentProxy, type PaymentProxy, type PaymentProxyOptions } from '../../../src/proxy/index.js';
import { createShop } from '../../soak/faults/shop.js';
import { atPay } from '../at-pay.js';
import { patientClock } from '../patient-clock.js';

/**
 * A merchant's server in its own process: the checkout page, the built script, and a proxy for each name under
 * `/pay/{name}/{reference}/`, with the default log and store. `/pay/bare/` is not our proxy: it only adds the key.
 */

/** Options by the proxy's name. */
export type ShopProxies = Readonly<Record<string, Pick<PaymentProxyOptions, 'apiKey' | 'mode' | 'baseUrl'>>>;

const [folder = '', settings = '{}'] = process.argv.slice(2);

/** It takes a clock, which its type does not mention. */
const createProxy: (options: PaymentProxyOptions, clock?: Clock) => PaymentProxy = createPaymentProxy;

/** A proxy that tries again and again gives up at once. */
function createHastyClock(): Clock {
  let skipped = 0;
  return {
    ...patientClock,
    now: () => Date.now() + skipped,
    sleep(ms, signal) {
      if (signal) return patientClock.sleep(ms, signal);
      skipped += ms;
      return Promise.resolve();
    },
  };
}

const anyAmount = { trustBrowserAmount: true, limits: { attemptsPerClient: false } } as const;
const proxies = new Map<string, PaymentProxy>();
const options = JSON.parse(settings) as ShopProxies;
for (const [name, own] of Object.entries(options)) {
  const clock = name === 'unreachable' ? createHastyClock() : patientClock;
  const proxy = createProxy({ ...own, ...anyAmount, storePath: join(folder, name) }, clock);
  const headers = { 'Idempotency-Key': 'k'.repeat(43) };
  await proxy(new Request('http://shop.example/pay/attempts', { headers })); // opens its store
  proxies.set(name, proxy);
}

/** Like nginx with `proxy_set_header Authorization`. */
async function forward(request: Request): Promise<Response> {
  const { baseUrl = '', apiKey = '' } = options['test'] ?? {};
  if (request.method !== 'POST') return new Response(null, { status: 404 });
  const headers = { Authorization: `Bearer ${String(apiKey)}`, 'Content-Type': 'application/json' };
  const body = await request.text();
  const answer = await fetch(`${baseUrl}/v1/payments`, { method: 'POST', headers, body, redirect: 'manual' });
  return new Response(answer.body, answer);
}

/** Logs a text, to test the search of the log. */
async function log(request: Request): Promise<Response> {
  console.error(await request.text());
  return new Response(null);
}

const shop = createShop((request) => {
  const [, , name = '', reference = ''] = new URL(request.url).pathname.split('/');
  if (name === 'bare') return forward(request);
  if (name === 'log') return log(request);
  return proxies.get(name)?.(atPay(request, `/pay/${name}/${reference}`)) ?? new Response(null, { status: 404 });
});
const server = createServer((request, response) => {
  if (request.url === '/favicon.ico') response.writeHead(204).end();
  else shop(request, response);
});
console.log(await listen(server, 0));
