import type { Mode } from '../src/transport/protocol.js';
import { readEncryption, readService, type Service } from './environment.js';
import { close, listen } from './listen.js';
import { createSandbox, type Sandbox } from './sandbox/sandbox.js';
import { createSandboxServer } from './sandbox/server.js';
import { createShopServer } from './shop-server.js';

const SHOP_PORT = 4242;
const SANDBOX_PORT = 4243;

/** A running demo. */
export interface Demo {
  readonly shopUrl: string;
  /** Where the proxy sends payments. */
  readonly serviceUrl: string;
  readonly mode: Mode;
  /** The embedded service; `undefined` when the proxy is pointed at a real one. */
  readonly sandbox: Sandbox | undefined;
  readonly close: () => Promise<void>;
}

/**
 * Starts the shop with its proxy and, unless the environment points at a real service, the sandbox.
 * @param pages - the folder of the built pages
 * @throws when the environment is contradictory
 */
export async function startDemo(env: NodeJS.ProcessEnv, pages: string): Promise<Demo> {
  const real = readService(env);
  if (real) return startShop(real, pages, undefined, () => Promise.resolve());
  const sandbox = createSandbox({ encryption: readEncryption(env) });
  const server = createSandboxServer(sandbox);
  const baseUrl = await listen(server, SANDBOX_PORT);
  const { keys, encryptionKey } = sandbox;
  return startShop({ baseUrl, apiKey: keys.test, mode: 'test', encryptionKey }, pages, sandbox, () => close(server));
}

async function startShop(
  service: Service,
  pages: string,
  sandbox: Sandbox | undefined,
  closeService: () => Promise<void>,
): Promise<Demo> {
  const server = createShopServer(service, pages);
  const shopUrl = await listen(server, SHOP_PORT);
  return {
    shopUrl,
    serviceUrl: service.baseUrl,
    mode: service.mode,
    sandbox,
    close: async () => {
      await Promise.all([close(server), closeService()]);
    },
  };
}
