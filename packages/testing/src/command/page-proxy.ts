import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isLoopback } from 'payment-widget/contract';
import { createListener } from 'payment-widget-proxy/internal';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { createPaymentProxy, type PaymentProxy } from 'payment-widget-proxy';
import { readChallenge } from '../sandbox/challenges.js';
import type { PaymentEvent } from '../sandbox/webhooks.js';
import type { RunningSandbox } from '../sandbox.js';

/** An outcome arrives after its response, as a webhook would, and again until the attempt has ended. */
const EVENT_DELAY_MS = 2000;
const EVENT_TRIES = 40;

export type PageProxy = ReturnType<typeof createPageProxy>;

/** Trusts the amount of the page, and learns outcomes from the sandbox. Use a sandbox before the first request. */
export function createPageProxy(path: string) {
  const store = createMemoryStore();
  const proxies = new Map<string, PaymentProxy>();
  let sandbox: RunningSandbox | undefined;

  /** One proxy for the pages of each origin. The origin of any other page is refused. */
  function proxyFor(origin: string): PaymentProxy {
    const known = URL.canParse(origin) && isThisMachine(new URL(origin)) ? origin : '';
    const { baseUrl = '', apiKey = '' } = sandbox ?? {};
    const proxy =
      proxies.get(known) ??
      createPaymentProxy({
        ...{ baseUrl, apiKey, store, mode: 'test', mountPath: path, trustBrowserAmount: true },
        // Tests pay the same order again and again.
        limits: { requestsPerMinute: false, attemptsPerReference: false, attemptsPerClient: false },
        allowedOrigins: known === '' ? [] : [known],
        actionOrigins: [baseUrl],
        interpretResponse: readChallenge,
      });
    proxies.set(known, proxy);
    return proxy;
  }

  const listener = createListener((request) => proxyFor(request.headers.get('Origin') ?? '')(request));

  return {
    use(running: RunningSandbox): void {
      sandbox = running;
    },
    handle(...[request, response]: Parameters<RequestListener>): boolean {
      if (!request.url?.startsWith(`${path}/`)) return false;
      listener(request, response);
      return true;
    },
    onEvent({ data }: PaymentEvent): void {
      if (data.idempotency_key !== null) void settle(proxyFor(''), data.idempotency_key, data).catch(console.error);
    },
  };
}

async function settle(proxy: PaymentProxy, key: string, { status, error }: PaymentEvent['data']): Promise<void> {
  for (let tries = 0; tries < EVENT_TRIES; tries++) {
    await wait(EVENT_DELAY_MS, undefined, { ref: false });
    const isSettled = await proxy.resolve(key, status, error ? { status: 402 } : {});
    if (isSettled || !(await isOpen(proxy, key))) return;
  }
}

async function isOpen(proxy: PaymentProxy, key: string): Promise<boolean> {
  for await (const attempt of proxy.listAttempts({ open: true })) if (attempt.key === key) return true;
  return false;
}

const isThisMachine = ({ protocol, hostname }: URL) => /^https?:$/.test(protocol) && isLoopback(hostname);
