import { createServer } from 'node:http';
import type { Mode } from 'payment-widget/contract/protocol';
import { readService, type Service, type Services } from './environment.js';
import { close, listen } from './listen.js';
import { createSandbox, type Sandbox } from 'payment-widget-testing/sandbox/sandbox';
import { createShopServer } from './shop-server.js';
import { WEBHOOK_PATH } from './shop/webhook.js';

/** Of the shop, the payment origin and the sandbox. 4243 is the port of the command `sandbox`. */
export const portsFrom = (shop: number) => ({ shop, pay: shop + 2, sandbox: shop + 3 });
export const SHOP_PORT = 4242;

export interface Demo {
  readonly shopUrl: string;
  /** The shop's proxy at an origin of its own, for isolated mode. */
  readonly payUrl: string;
  readonly serviceUrl: string;
  readonly mode: Mode;
  /** The embedded service; `undefined` with a real service. */
  readonly sandbox: Sandbox | undefined;
  readonly close: () => Promise<void>;
}

interface RunningService {
  readonly services: Services;
  readonly sandbox?: Sandbox;
  close(): Promise<void>;
}

/**
 * Starts the shop with its proxies and, unless a real service is configured, the sandbox.
 * @param pages - folder of the built pages
 * @throws if the environment variables are invalid
 */
export async function startDemo(env: NodeJS.ProcessEnv, pages: string, ports = portsFrom(SHOP_PORT)): Promise<Demo> {
  const real = readService(env);
  let shopUrl = ''; // known once the shop listens, after the service
  const { services, sandbox, ...service } = real
    ? useReal(real)
    : await startSandbox(pages, ports.sandbox, () => shopUrl);
  const webhookSecrets: Partial<Record<Mode, string>> = {};
  const [server, payServer] = [createServer(), createServer()]; // the handlers need the origins of both
  const payOrigin = await listen(payServer, ports.pay);
  shopUrl = await listen(server, ports.shop);
  const isolation = { payServer, payOrigin, shopOrigin: shopUrl };
  createShopServer({ services, pages, webhookSecrets, ledger: sandbox?.ledger, isolation }, server);
  for (const mode of sandbox ? (['live', 'test'] as const) : [])
    webhookSecrets[mode] = sandbox?.endpoints.set(mode, shopUrl + WEBHOOK_PATH).secret;
  const main = (services.test ?? services.live) as Service;
  return {
    shopUrl,
    payUrl: `${payOrigin}/pay`,
    serviceUrl: main.baseUrl,
    mode: main.mode,
    sandbox,
    close: async () => {
      await Promise.all([close(server), close(payServer), service.close()]);
    },
  };
}

function useReal(service: Service): RunningService {
  return {
    services: { test: undefined, live: undefined, [service.mode]: service },
    close: () => Promise.resolve(),
  };
}

async function startSandbox(pages: string, port: number, shopUrl: () => string): Promise<RunningService> {
  const sandbox = createSandbox({ pages, shopUrl });
  const server = createServer(sandbox.listener);
  const baseUrl = await listen(server, port);
  const { keys } = sandbox;
  const serviceOf = (mode: Mode): Service => ({ baseUrl, apiKey: keys[mode], mode, isSandbox: true });
  return {
    services: { test: serviceOf('test'), live: serviceOf('live') },
    sandbox,
    close: () => {
      sandbox.close();
      return close(server);
    },
  };
}
